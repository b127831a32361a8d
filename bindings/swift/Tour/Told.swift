import Personalize

/// What is told of updates and answers. The rest differs between runs (times,
/// ids that were drawn) or is of no interest to somebody who looks on.
struct Told {
    private let members: Set<String>
    private let untold: Set<String>

    /// As the configuration's `extra` says.
    init(_ extra: JSONValue?) {
        members = Set((extra?["members"]?.array ?? []).compactMap(\.string))
        untold = Set((extra?["untold"]?.array ?? []).compactMap(\.string))
    }

    /// Whether an update is told.
    func contains(_ update: Update) -> Bool { !untold.contains(update.name) }

    /// What is told of an update or an answer.
    func of(_ object: JSONObject) -> JSONObject {
        var told = JSONObject()
        for member in object.members where members.contains(member.key) {
            told[member.key] = of(member.value)
        }
        return told
    }

    private func of(_ value: JSONValue) -> JSONValue {
        if let object = value.object { return .object(of(object)) }
        if let array = value.array { return .array(array.map(of)) }
        return value
    }
}
