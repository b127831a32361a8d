/// A pattern as a tree.
indirect enum PatternNode: Sendable {
    case empty
    case step(Instruction)
    case sequence([PatternNode])
    case choice([PatternNode])
    /// `most` nil for any number.
    case repetition(PatternNode, least: Int, most: Int?)
}

/// Reads a pattern's text.
struct PatternReader {
    /// Groups within groups.
    private static let mostDepth = 50
    private static let mostCharacters = 1_000
    private static let mostRepetitions = 1_000

    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    init(_ source: String) { scalars = Array(source.unicodeScalars) }

    mutating func read() throws(PatternError) -> PatternNode {
        guard scalars.count <= Self.mostCharacters else {
            throw PatternError("The pattern has more than \(Self.mostCharacters) characters.")
        }
        let node = try choice()
        guard position == scalars.count else {
            throw PatternError("A closing parenthesis has no opening one.")
        }
        return node
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private mutating func choice() throws(PatternError) -> PatternNode {
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var parts: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            parts.append(try quantified(try atom()))
        }
        return parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func atom() throws(PatternError) -> PatternNode {
        guard let scalar = next else { return .empty }
        position += 1
        switch scalar {
        case "(": return try group()
        case "[": return .step(.character(try bracket()))
        case ".":
            return .step(
                .character(.init(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)))
        case "^": return .step(.start)
        case "$": return .step(.end)
        case "\\":
            if take("b") { return .step(.boundary(isWanted: true)) }
            if take("B") { return .step(.boundary(isWanted: false)) }
            return .step(.character(try escape()))
        case "*", "+", "?": throw PatternError("A quantifier has nothing to repeat.")
        default: return .step(.character(.init(ranges: [scalar.value...scalar.value])))
        }
    }

    private mutating func group() throws(PatternError) -> PatternNode {
        if take("?"), !take(":") {
            throw PatternError("Only groups of the kinds (…) and (?:…) are understood.")
        }
        depth += 1
        guard depth <= Self.mostDepth else {
            throw PatternError("There are more than \(Self.mostDepth) groups in one another.")
        }
        let node = try choice()
        guard take(")") else { throw PatternError("A group is not closed.") }
        depth -= 1
        return node
    }

    private mutating func quantified(_ atom: PatternNode) throws(PatternError) -> PatternNode {
        var node = atom
        var isRepeated = false
        while let bounds = try quantifier() {
            guard !isRepeated else { throw PatternError("A quantifier follows another.") }
            isRepeated = true
            // Lazy or not makes no difference to whether something is found.
            _ = take("?")
            node = .repetition(node, least: bounds.least, most: bounds.most)
        }
        return node
    }

    private mutating func quantifier() throws(PatternError) -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        guard next == "{" else { return nil }
        let before = position
        position += 1
        guard let least = try number() else {
            // As everywhere else, a brace that counts nothing is a brace.
            position = before
            return nil
        }
        var most: Int? = least
        if take(",") { most = try number() }
        guard take("}") else { throw PatternError("A counted repetition is not closed.") }
        if let most, most < least { throw PatternError("A repetition ends before it begins.") }
        return (least, most)
    }

    private mutating func number() throws(PatternError) -> Int? {
        var value: Int?
        while let scalar = next, ("0"..."9").contains(scalar) {
            position += 1
            value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            guard value ?? 0 <= Self.mostRepetitions else {
                throw PatternError("Nothing is repeated more than \(Self.mostRepetitions) times.")
            }
        }
        return value
    }

    // MARK: Characters

    private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    private static let words: [ClosedRange<UInt32>] = [
        0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A,
    ]
    private static let spaces: [ClosedRange<UInt32>] = [
        0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2000...0x200A, 0x2028...0x2029,
        0x3000...0x3000,
    ]

    /// What stands behind a backslash.
    private mutating func escape() throws(PatternError) -> Instruction.CharacterSet {
        guard let scalar = next else { throw PatternError("The pattern ends with a backslash.") }
        position += 1
        switch scalar {
        case "d": return .init(ranges: Self.digits)
        case "D": return .init(ranges: Self.digits, isNegated: true)
        case "w": return .init(ranges: Self.words)
        case "W": return .init(ranges: Self.words, isNegated: true)
        case "s": return .init(ranges: Self.spaces)
        case "S": return .init(ranges: Self.spaces, isNegated: true)
        case "t": return .init(ranges: [0x09...0x09])
        case "n": return .init(ranges: [0x0A...0x0A])
        case "r": return .init(ranges: [0x0D...0x0D])
        default:
            guard !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) else {
                throw PatternError("The escape \\\(scalar) is not understood.")
            }
            return .init(ranges: [scalar.value...scalar.value])
        }
    }

    private mutating func bracket() throws(PatternError) -> Instruction.CharacterSet {
        var set = Instruction.CharacterSet()
        set.isNegated = take("^")
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            let low = try element()
            guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]",
                let lowest = low.single
            else {
                set.ranges += try ranges(low)
                continue
            }
            position += 1
            guard let highest = try element().single, highest >= lowest else {
                throw PatternError("A range of a class ends before it begins.")
            }
            set.ranges.append(lowest...highest)
        }
        guard take("]") else { throw PatternError("A class is not closed.") }
        return set
    }

    private mutating func element() throws(PatternError) -> Instruction.CharacterSet {
        guard let scalar = next else { throw PatternError("A class is not closed.") }
        position += 1
        return scalar == "\\" ? try escape() : .init(ranges: [scalar.value...scalar.value])
    }

    /// The ranges of a set that is part of another.
    private func ranges(
        _ set: Instruction.CharacterSet
    ) throws(PatternError) -> [ClosedRange<UInt32>] {
        guard set.isNegated else { return set.ranges }
        var ranges: [ClosedRange<UInt32>] = []
        var low: UInt32 = 0
        for range in set.ranges {
            if range.lowerBound > low { ranges.append(low...(range.lowerBound - 1)) }
            low = range.upperBound + 1
        }
        ranges.append(low...0x10_FFFF)
        return ranges
    }
}

extension Instruction.CharacterSet {
    /// The one character it consists of; nil when there are more.
    fileprivate var single: UInt32? {
        guard !isNegated, ranges.count == 1, let range = ranges.first,
            range.lowerBound == range.upperBound
        else { return nil }
        return range.lowerBound
    }
}
