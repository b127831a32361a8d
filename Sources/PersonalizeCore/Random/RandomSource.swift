/// The engine's only source of chance.
///
/// A seeded generator inside the state: the same seed and the same commands
/// give the same choices, which is what lets a journal replay. The runtime
/// seeds it from the system at every opening, so two openings never share
/// event ids.
public struct RandomSource: RandomNumberGenerator, Sendable, Equatable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// SplitMix64: passes the usual test batteries, and one word of state
    /// keeps snapshots small.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number in `0..<bound`; 0 when the bound is not positive.
    public mutating func below(_ bound: Int64) -> Int64 {
        guard bound > 0 else { return 0 }
        return Int64(truncatingIfNeeded: UInt64.random(in: 0..<UInt64(bound), using: &self))
    }

    /// 32 hexadecimal digits, as event ids are written.
    public mutating func hexadecimal128() -> String {
        hexadecimal(next()) + hexadecimal(next())
    }

    /// A version 4 UUID in lower case.
    public mutating func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = Array((hexadecimal(high) + hexadecimal(low)).utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (position, digit) in digits.enumerated() {
            if position == 8 || position == 12 || position == 16 || position == 20 {
                text.append(0x2D)
            }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
    }
}
