import PersonalizeJSON

/// Whether one JSON value holds another: objects may have further members and
/// arrays further elements, at every level.
enum JSONSubset {
    /// Nesting is as deep as a JSON document may be, so recursion is bounded.
    static func contains(_ pattern: JSONValue, in value: JSONValue) -> Bool {
        contains(pattern, in: value, depth: 0)
    }

    private static func contains(_ pattern: JSONValue, in value: JSONValue, depth: Int) -> Bool {
        guard depth <= JSONLimits.deepest else { return false }
        switch (pattern, value) {
        case (.object(let wanted), .object(let members)):
            return wanted.members.allSatisfy { key, pattern in
                members[key].map { contains(pattern, in: $0, depth: depth &+ 1) } ?? false
            }
        case (.array(let wanted), .array(let elements)):
            // In order, others may stand between.
            var rest = elements[...]
            for pattern in wanted {
                guard
                    let found = rest.firstIndex(where: {
                        contains(pattern, in: $0, depth: depth &+ 1)
                    })
                else { return false }
                rest = rest[(found &+ 1)...]
            }
            return true
        default:
            // 1 and 1.0 are one number, though two spellings.
            if let wanted = pattern.double, let number = value.double { return wanted == number }
            return pattern == value
        }
    }
}
