/// Follows all ways through a pattern at once, one character at a time.
struct PatternSearch {
    private let program: [Instruction]
    /// The places where a character is waited for, each once.
    private var places: [Int] = []
    private var nextPlaces: [Int] = []
    /// The round in which a place was last reached.
    private var reached: [Int]
    private var round = 0
    private var stack: [Int] = []

    init(_ program: [Instruction]) {
        self.program = program
        reached = [Int](repeating: 0, count: program.count)
    }

    /// Whether any way leads to the end.
    mutating func run(_ text: String) -> Bool {
        var before: Unicode.Scalar?
        var scalars = text.unicodeScalars.makeIterator()
        var current = scalars.next()
        round = 1
        while true {
            // A match may begin at every place.
            if enter(0, before: before, after: current) { return true }
            guard let scalar = current else { return false }
            let following = scalars.next()
            round += 1
            nextPlaces.removeAll(keepingCapacity: true)
            swap(&places, &nextPlaces)
            for place in nextPlaces {
                guard case .character(let set) = program[place], set.contains(scalar.value)
                else { continue }
                if enter(place + 1, before: scalar, after: following) { return true }
            }
            before = scalar
            current = following
        }
    }

    /// Goes on from a place as far as no character is needed; whether that is
    /// the end.
    private mutating func enter(
        _ place: Int, before: Unicode.Scalar?, after: Unicode.Scalar?
    ) -> Bool {
        stack.append(place)
        while let place = stack.popLast() {
            guard place < program.count, reached[place] != round else { continue }
            reached[place] = round
            switch program[place] {
            case .match:
                stack.removeAll()
                return true
            case .character: places.append(place)
            case .jump(let target): stack.append(target)
            case .split(let first, let second):
                stack.append(second)
                stack.append(first)
            case .start: if before == nil { stack.append(place + 1) }
            case .end: if after == nil { stack.append(place + 1) }
            case .boundary(let isWanted):
                if (Self.isWord(before) != Self.isWord(after)) == isWanted {
                    stack.append(place + 1)
                }
            }
        }
        return false
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
        switch scalar?.value ?? 0 {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
