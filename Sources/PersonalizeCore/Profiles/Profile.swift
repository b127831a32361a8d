import PersonalizeJSON

/// What is kept for one profile of a vendor: that of the present customer, or
/// of one who may come back on this installation.
struct Profile: Sendable, Equatable {
    /// The adapter's own.
    var memory = JSONObject()
    var optOut = OptOut.none
    /// What was told of the profile from here, by field.
    var values = JSONObject()

    var json: JSONObject {
        [
            "memory": .object(memory), "opt_out": .object(optOut.json),
            "values": .object(values),
        ]
    }

    init(isOptedOut: Bool) { optOut = OptOut(isOptedOut, allowsSystem: false) }

    init(json object: JSONObject) {
        memory = object["memory"]?.object ?? [:]
        values = object["values"]?.object ?? [:]
        let optOut = object["opt_out"]?.object
        self.optOut = OptOut(
            optOut?["opted_out"]?.bool ?? false,
            allowsSystem: optOut?["allows_system"]?.bool ?? true)
    }
}

/// The profiles that a vendor knows this installation's customers by.
struct Profiles: Sendable, Equatable {
    /// That of the present customer.
    var current = ""
    /// By id.
    private(set) var known: [String: Profile] = [:]
    /// The ids, least recently used first.
    private(set) var order: [String] = []
    /// Profiles by what identifies their customers, oldest first.
    var identities = JSONObject()
    /// The fields that identify, as they were at the first start; empty
    /// before it.
    var identityFields: [String] = []
    /// What the adapter keeps for the account.
    var account = JSONObject()

    /// An installation that hundreds log in on forgets the first of them.
    static let maximumIdentities = 1_000

    subscript(id: String) -> Profile? {
        get { known[id] }
        set {
            if newValue != nil, known[id] == nil { order.append(id) }
            if newValue == nil { order.removeAll { $0 == id } }
            known[id] = newValue
        }
    }

    mutating func use(_ id: String) {
        current = id
        order.removeAll { $0 == id }
        order.append(id)
    }

    mutating func rename(_ id: String, to new: String) {
        guard id != new, let profile = known[id] else { return }
        self[id] = nil
        self[new] = profile
        for (identity, owner) in identities.members where owner.string == id {
            identities[identity] = .string(new)
        }
        if current == id { use(new) }
    }

    mutating func remember(_ identity: String, profile: String) {
        // A later place, so that the one unused longest goes first.
        identities[identity] = nil
        identities[identity] = .string(profile)
        while identities.count > Self.maximumIdentities, let oldest = identities.keys.first {
            identities[oldest] = nil
        }
    }

    /// The stored form without the profiles, which are stored one by one.
    var json: JSONObject {
        [
            "current": .string(current), "order": .array(order.map(JSONValue.string)),
            "identities": .object(identities),
            "identity_fields": .array(identityFields.map(JSONValue.string)),
            "account": .object(account),
        ]
    }

    /// Takes over the stored form; the profiles may come before or after.
    mutating func take(json object: JSONObject) {
        current = object["current"]?.string ?? ""
        identities = object["identities"]?.object ?? [:]
        identityFields = (object["identity_fields"]?.array ?? []).compactMap(\.string)
        account = object["account"]?.object ?? [:]
        let stored = (object["order"]?.array ?? []).compactMap(\.string)
        order = stored + order.filter { !stored.contains($0) }
    }

    mutating func take(_ profile: Profile, id: String) {
        known[id] = profile
        if !order.contains(id) { order.append(id) }
    }
}
