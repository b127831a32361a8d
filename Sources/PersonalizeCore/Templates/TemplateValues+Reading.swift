public import PersonalizeJSON

/// What a host reads while it presents. Every one of these is nil for a name
/// that is not defined, or has another type.
extension TemplateValues {
    public func string(_ name: String) -> String? { plain(name)?.string }

    public func boolean(_ name: String) -> Bool? { plain(name)?.bool }

    /// A number as it was written.
    public func number(_ name: String) -> JSONValue? {
        switch plain(name) {
        case .integer(let value)?: .integer(value)
        case .real(let value)?: .real(value)
        default: nil
        }
    }

    /// A number without its fraction; one that is too large is the largest there
    /// is, and one that is too small the smallest.
    public func integer(_ name: String) -> Int64? {
        switch plain(name) {
        case .integer(let value)?: value
        case .real(let number)?: Self.saturated(number.value)
        default: nil
        }
    }

    /// A number, as near as a `Double` comes.
    public func double(_ name: String) -> Double? {
        switch plain(name) {
        case .integer(let value)?: Double(value)
        case .real(let number)?: number.value
        default: nil
        }
    }

    /// The URL of a file; its place on the disk is the engine's to say.
    public func file(_ name: String) -> String? {
        guard case .file(let url)? = value(name) else { return nil }
        return url
    }

    public func action(_ name: String) -> TemplateAction? {
        guard case .action(let action)? = value(name) else { return nil }
        return action
    }

    /// Everything whose name begins with `name` and a dot, as nested objects.
    /// Actions are there as their labels, files as `files` gives them; what has
    /// no value is left out, and nil stands for a map with nothing in it.
    ///
    /// - Parameter files: the path of the file with a URL; nil when it is not
    ///   there.
    public func map(_ name: String, files: (String) -> String?) -> JSONObject? {
        let prefix = Array("\(name).".utf8)
        var entries: [(parts: [Substring], value: JSONValue)] = []
        for (argument, value) in zip(definition.arguments, values)
        where argument.name.utf8.starts(with: prefix) {
            guard let plain = Self.shown(value, files) else { continue }
            let rest = argument.name.utf8.dropFirst(prefix.count)
            let parts = rest.split(separator: TemplateName.dot).map { Substring($0) }
            entries.append((parts, plain))
        }
        guard !name.isEmpty, !entries.isEmpty else { return nil }
        return Self.nested(entries, level: 0)
    }

    /// The whole for a log: the name, then each argument with its value.
    public func describe(files: (String) -> String?) -> String {
        var lines = ["\(definition.name) (\(definition.kind.rawValue))"]
        for (argument, value) in zip(definition.arguments, values) {
            let text = Self.described(value, files)
            lines.append("  \(argument.name) (\(argument.type.rawValue)) = \(text)")
        }
        return lines.joined(separator: "\n")
    }

    /// Everything by its whole name, in the order of the arguments; null for what
    /// has no value. Values are as in a map.
    public func all(files: (String) -> String?) -> JSONObject {
        JSONObject(
            zip(definition.arguments, values).map { argument, value in
                (argument.name, Self.shown(value, files) ?? .null)
            })
    }

    private func plain(_ name: String) -> JSONValue? {
        guard case .plain(let value)? = value(name) else { return nil }
        return value
    }

    private static func saturated(_ number: Double) -> Int64 {
        let whole = number.rounded(.towardZero)
        return Int64(exactly: whole) ?? (number < 0 ? .min : .max)
    }

    private static func shown(_ value: Value, _ files: (String) -> String?) -> JSONValue? {
        switch value {
        case .plain(let value): value
        case .file(let url): files(url).map(JSONValue.string)
        case .action(let action): .string(action.label)
        case .absent: nil
        }
    }

    /// A file that is not there yet is described by its URL, and an action
    /// without quotes, as the name that it is.
    private static func described(_ value: Value, _ files: (String) -> String?) -> String {
        switch value {
        case .plain(let value): value.encoded()
        case .file(let url): JSONValue.string(files(url) ?? url).encoded()
        case .action(let action): action.label
        case .absent: "null"
        }
    }

    /// Each part stands where the first entry with it does.
    private static func nested(
        _ entries: [(parts: [Substring], value: JSONValue)], level: Int
    ) -> JSONObject {
        var places = JSONObject()
        var groups: [[(parts: [Substring], value: JSONValue)]] = []
        for entry in entries where entry.parts.indices.contains(level) {
            let part = String(entry.parts[level])
            if let place = places[part]?.integer.flatMap(Int.init(exactly:)) {
                groups[place].append(entry)
            } else {
                places[part] = .integer(Int64(groups.count))
                groups.append([entry])
            }
        }
        return JSONObject(
            zip(places.keys, groups).map { part, group in
                if let leaf = group.first, group.count == 1, leaf.parts.count == level &+ 1 {
                    return (part, leaf.value)
                }
                return (part, .object(nested(group, level: level &+ 1)))
            })
    }
}
