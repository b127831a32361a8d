/// Host names in the form that a browser reports.
enum HostName {
    /// Lower case; labels of other scripts as Punycode, since a browser
    /// reports `xn--…` for what the markup writes in its own letters.
    static func normalised(_ host: String) -> String {
        let decoded = PercentEncoding.decoded(host)
        if decoded.utf8.allSatisfy({ $0 < 0x80 }) {
            let lower = ASCII.lower(decoded)
            return lower.hasSuffix(".") ? String(lower.dropLast()) : lower
        }
        var labels: [String] = []
        for label in decoded.lowercased().split(separator: ".", omittingEmptySubsequences: true) {
            if label.utf8.allSatisfy({ $0 < 0x80 }) {
                labels.append(String(label))
            } else {
                labels.append(Punycode.encoded(label).map { "xn--" + $0 } ?? String(label))
            }
        }
        return labels.joined(separator: ".")
    }
}

/// RFC 3492, one direction.
enum Punycode {
    /// A label has at most 63 bytes; longer input is not encoded.
    static let scalarLimit = 63

    static func encoded(_ label: some StringProtocol) -> String? {
        let input = label.unicodeScalars.map { Int($0.value) }
        guard input.count <= scalarLimit else { return nil }
        var output = input.filter { $0 < 0x80 }.map { UInt8(truncatingIfNeeded: $0) }
        let basic = output.count
        if basic > 0 { output.append(0x2D) }
        var handled = basic
        var current = 128
        var delta = 0
        var bias = 72
        while handled < input.count {
            guard let next = input.filter({ $0 >= current }).min() else { return nil }
            delta += (next - current) * (handled + 1)
            current = next
            for value in input {
                if value < current { delta += 1 }
                guard value == current else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, first: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            current += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var step = 36
        while true {
            let threshold = step <= bias ? 1 : (step >= bias + 26 ? 26 : step - bias)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
            rest = (rest - threshold) / (36 - threshold)
            step += 36
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value + 22)
    }

    private static func adapted(_ delta: Int, _ count: Int, first: Bool) -> Int {
        var delta = first ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
