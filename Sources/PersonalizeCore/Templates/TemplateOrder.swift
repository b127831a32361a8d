/// The order in which arguments are shown to whoever fills them in.
///
/// Arguments whose names share the first part stand together, where the first
/// of them was added, sorted by name without regard to case; any other stays
/// where it was added.
enum TemplateOrder {
    static func ordered(_ arguments: [TemplateArgument]) -> [TemplateArgument] {
        var groups: [[TemplateArgument]] = []
        var places: [String: Int] = [:]
        for argument in arguments {
            guard let part = TemplateName.firstPart(of: argument.name) else {
                groups.append([argument])
                continue
            }
            if let place = places[part] {
                groups[place].append(argument)
            } else {
                places[part] = groups.count
                groups.append([argument])
            }
        }
        return groups.flatMap { group in
            guard group.count > 1 else { return group }
            // Lower case is made once for each name, not at each comparison.
            return group.map { ($0.name.lowercased(), $0) }
                .sorted { precedes($0, $1) }.map { $0.1 }
        }
    }

    private static func precedes(
        _ left: (String, TemplateArgument), _ right: (String, TemplateArgument)
    ) -> Bool {
        if left.0.utf8.elementsEqual(right.0.utf8) {
            return left.1.name.utf8.lexicographicallyPrecedes(right.1.name.utf8)
        }
        return left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
    }
}

/// How names of arguments are put together.
enum TemplateName {
    static let dot = UInt8(ascii: ".")
    /// How many parts a name may have. Maps are made of the parts, and nothing
    /// may nest without end.
    static let mostParts = 32

    /// The part before the first dot; nil when there is no dot.
    static func firstPart(of name: String) -> String? {
        guard let dot = name.utf8.firstIndex(of: dot) else { return nil }
        return String(name[..<dot])
    }

    /// Whether a dot stands at an end, or next to another.
    static func hasStrayDot(_ name: String) -> Bool {
        var before = dot
        for byte in name.utf8 {
            if byte == dot, before == dot { return true }
            before = byte
        }
        return before == dot && !name.isEmpty
    }

    /// How many parts the name has.
    static func parts(of name: String) -> Int {
        name.utf8.reduce(1) { $1 == dot ? $0 &+ 1 : $0 }
    }

    /// What comes before each dot, shortest first: `a` and `a.b` of `a.b.c`.
    static func groups(of name: String) -> [String] {
        name.utf8.indices.filter { name.utf8[$0] == dot }.map { String(name[..<$0]) }
    }

    /// Whether there is nothing to read in it.
    static func isBlank(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
