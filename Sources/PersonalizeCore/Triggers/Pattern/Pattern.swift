/// A regular expression of the common kind, searched for anywhere in a text.
///
/// Patterns come from outside, and so do texts: a search takes time in
/// proportion to the text, whatever the pattern, and a pattern is bounded when
/// it is read. There is no backtracking, and so no back reference and no
/// looking around.
///
/// Understood are literals, `.`, classes with ranges and negation, `\d \w \s`
/// and their opposites, `\b`, `^`, `$`, groups (`(…)`, `(?:…)`), alternation
/// and the quantifiers `* + ? {m} {m,} {m,n}`, lazy or not.
public struct Pattern: Sendable, Equatable {
    /// The longest text that is searched, in bytes. Nothing is found in a
    /// longer one.
    public static let mostTextBytes = 1 << 16

    let source: String
    let program: [Instruction]

    /// Throws when the text is no pattern, or too large a one.
    public init(_ source: String) throws(PatternError) {
        var reader = PatternReader(source)
        let node = try reader.read()
        var compiler = PatternCompiler()
        try compiler.compile(node)
        compiler.finish()
        self.source = source
        program = compiler.program
    }

    /// Whether the pattern occurs anywhere in a text. Anchor it with `^` and
    /// `$` to have it match the whole.
    public func occurs(in text: String) -> Bool {
        guard text.utf8.count <= Self.mostTextBytes else { return false }
        var search = PatternSearch(program)
        return search.run(text)
    }

    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.source.utf8.elementsEqual(right.source.utf8)
    }
}

/// Why a text is no pattern.
public struct PatternError: Error, Sendable, Equatable {
    /// One sentence for a person.
    public let message: String

    init(_ message: String) { self.message = message }
}

/// One step of a pattern. Every step but the jumps takes one character or
/// looks at the place between two.
enum Instruction: Sendable, Equatable {
    case character(CharacterSet)
    /// Goes on at both places.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case boundary(isWanted: Bool)
    case match

    struct CharacterSet: Sendable, Equatable {
        var ranges: [ClosedRange<UInt32>] = []
        var isNegated = false

        func contains(_ scalar: UInt32) -> Bool {
            ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}
