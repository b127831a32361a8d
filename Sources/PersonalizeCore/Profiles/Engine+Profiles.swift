import PersonalizeJSON

/// Which profile the present customer has with a batching vendor.
extension Engine {
    // MARK: - Storing

    mutating func storeProfiles(_ vendor: Int) {
        storeDocument("profiles", vendor: vendor, vendors[vendor].profiles.json)
    }

    mutating func storeProfile(_ id: String, vendor: Int) {
        guard let profile = vendors[vendor].profiles[id] else { return }
        storeDocument(Self.profilePrefix + id, vendor: vendor, profile.json)
    }

    private static let profilePrefix = "profile/"

    /// Takes over a document of those that telling in batches needs.
    mutating func restoreReporting(_ name: String, _ object: JSONObject, vendor: Int) {
        guard vendors[vendor].batching != nil else { return }
        switch name {
        case "profiles": vendors[vendor].profiles.take(json: object)
        case "visit":
            vendors[vendor].visit = Visit(json: object)
        case "muted": vendors[vendor].dispatch.mutedUntil = object["until_ms"]?.integer
        default:
            guard name.hasPrefix(Self.profilePrefix) else { return }
            vendors[vendor].profiles.take(
                Profile(json: object), id: String(name.dropFirst(Self.profilePrefix.count)))
        }
    }

    /// Sees to it that there is a profile, after everything was restored.
    mutating func restoreProfiles(_ vendor: Int) {
        guard let batching = vendors[vendor].batching else { return }
        // What waited at the last closing waited long enough.
        vendors[vendor].dispatch.released = lastEvent
        if vendors[vendor].dispatch.openVisit != vendors[vendor].visit.id {
            vendors[vendor].dispatch.openVisit = nil
        }
        let keys = batching.identityFields
        if vendors[vendor].profiles.identityFields.isEmpty {
            vendors[vendor].profiles.identityFields = keys
        } else if vendors[vendor].profiles.identityFields != keys {
            remark(
                ReportFault(
                    531, "identity_fields_changed",
                    "the identity keys of the first start stay in use"),
                vendor: vendor)
        }
        let configured = batching.configuredProfile
        guard vendors[vendor].profile.isEmpty else {
            if let configured, vendors[vendor].profiles[configured] == nil {
                remark(
                    ReportFault(
                        514, "device_id_exists",
                        "there is a device id already, so that of the configuration is not used"),
                    vendor: vendor)
            }
            return
        }
        adopt(configured ?? newProfileID(vendor), vendor: vendor)
    }

    private mutating func newProfileID(_ vendor: Int) -> String {
        let random = random.uuid().utf8.filter { $0 != 0x2D }
        let text = String(decoding: random, as: UTF8.self)
        return vendors[vendor].batching?.profileID(random: text) ?? text
    }

    /// Makes a profile the present customer's, and forgets those unused for
    /// longest.
    private mutating func adopt(_ id: String, vendor: Int) {
        if vendors[vendor].profiles[id] == nil {
            vendors[vendor].profiles[id] = Profile(
                isOptedOut: vendors[vendor].batching?.batchPolicy.isOptedOut ?? false)
            storeProfile(id, vendor: vendor)
        }
        vendors[vendor].profiles.use(id)
        let most = vendors[vendor].batching?.batchPolicy.maximumProfiles ?? 1
        let waiting = Set(vendors[vendor].outbox.entries.compactMap { $0.batched?.profile })
        var spare = vendors[vendor].profiles.order.count - max(most, 1)
        for old in vendors[vendor].profiles.order
        where spare > 0 && old != id && !waiting.contains(old) {
            spare -= 1
            vendors[vendor].profiles[old] = nil
            dropOverlays(vendor: vendor, profile: old, reason: "profile_forgotten")
            store(.remove(vendors[vendor].key(.document, Self.profilePrefix + old)))
            forgetOverlays(vendor: vendor, profile: old)
        }
        storeProfiles(vendor)
    }

    // MARK: - Changing

    /// The host says who the customer is: somebody nobody knew before gets the
    /// profile there is, everybody else one of their own.
    mutating func login(_ vendor: Int, ids: JSONObject, properties: JSONObject, key: String?) {
        guard let batching = vendors[vendor].batching else { return }
        let fields = batching.profileFields(ids: ids, properties: properties)
        let operations = read(
            fields.members.map { ProfileOperation(.set, $0.key, $0.value) }, vendor: vendor)
        let names = identities(operations, batching, vendor: vendor)
        let known = vendors[vendor].profiles.identities
        let owner = names.lazy.compactMap { known[$0]?.string }.first
        if !names.isEmpty, !known.isEmpty, owner != vendors[vendor].profile {
            switchProfile(vendor, to: owner)
        }
        remember(names, vendor: vendor)
        guard !operations.isEmpty else { return }
        report(.profile(operations), vendor: vendor, key: key)
    }

    private func identities(
        _ operations: [ProfileOperation], _ batching: any BatchingAdapter, vendor: Int
    ) -> [String] {
        let keys = vendors[vendor].profiles.identityFields
        return operations.filter { $0.kind == .set }.compactMap {
            batching.identity(of: $0.name, value: $0.value, keys: keys)
        }
    }

    private mutating func remember(_ identities: [String], vendor: Int) {
        guard !identities.isEmpty else { return }
        for identity in identities {
            vendors[vendor].profiles.remember(identity, profile: vendors[vendor].profile)
        }
        storeProfiles(vendor)
    }

    /// Goes over to another profile, a new one when there is no id. What was
    /// told before goes out under the former one.
    mutating func switchProfile(_ vendor: Int, to id: String?) {
        let former = vendors[vendor].profile
        let id = id ?? newProfileID(vendor)
        guard id != former else { return }
        cancelFollowUps(vendor)
        failFetches(vendor, VendorFailure("customer_changed", "The customer changed."))
        endVisit(vendor)
        adopt(id, vendor: vendor)
        switchOverlays(vendor: vendor, from: former, to: id)
        if isStarted { visit(vendor, on: .foreground) }
        release(vendor)
    }

    /// Whom a vendor shows something to now.
    func audience(_ vendor: Int) -> Audience {
        Audience(profile: vendors[vendor].profile, visit: vendors[vendor].visit)
    }

    /// The vendor knows the profile by another id from now on: everything that
    /// is kept moves along.
    mutating func renameProfile(_ id: String, to new: String, vendor: Int) {
        guard vendors[vendor].profiles[id] != nil else { return }
        vendors[vendor].profiles.rename(id, to: new)
        store(.remove(vendors[vendor].key(.document, Self.profilePrefix + id)))
        storeProfile(new, vendor: vendor)
        storeProfiles(vendor)
        vendors[vendor].outbox.update { entry in
            if entry.batched?.profile == id { entry.batched?.profile = new }
        }
        for entry in vendors[vendor].outbox.entries where entry.batched?.profile == new {
            store(
                .putHeader(
                    vendors[vendor].key(.event, Outbox.key(entry.sequence)),
                    header: JSONValue.object(entry.json).encoded()))
        }
        for (request, exchanging) in exchanges {
            if case .batch(.followUp(id), vendor) = exchanging {
                exchanges[request] = .batch(.followUp(profile: new), vendor: vendor)
            } else if case .batch(.batch(id), vendor) = exchanging {
                exchanges[request] = .batch(.batch(profile: new), vendor: vendor)
            }
        }
        renameOverlays(vendor: vendor, from: id, to: new)
        renameAudience(vendor: vendor, from: id, to: new)
        diagnose(
            vendor: vendor, what: "profile", path: nil, reason: "profile_renamed",
            message: "The vendor knows this installation as \(new) from now on.")
    }

    // MARK: - Fields

    /// Changes of the profile, cleaned; what cannot be told is left out.
    mutating func read(_ operations: [ProfileOperation], vendor: Int) -> [ProfileOperation] {
        guard let batching = vendors[vendor].batching else { return [] }
        var taken: [ProfileOperation] = []
        for operation in operations {
            let reading = batching.read(operation)
            for fault in reading.faults { remark(fault, vendor: vendor) }
            if let operation = reading.operation { taken.append(operation) }
        }
        return taken
    }

    mutating func change(_ operations: [ProfileOperation], vendor: Int) {
        guard let batching = vendors[vendor].batching else { return }
        let operations = read(operations, vendor: vendor)
        guard !operations.isEmpty else { return }
        forgetIdentities(operations, batching, vendor: vendor)
        remember(identities(operations, batching, vendor: vendor), vendor: vendor)
        // One field can be changed once in each report.
        var rest = operations[...]
        while !rest.isEmpty {
            var names: Set<String> = []
            let part = rest.prefix { names.insert($0.name).inserted }
            report(.profile(Array(part)), vendor: vendor)
            rest = rest.dropFirst(part.count)
        }
    }

    /// Who takes an identifying field away is no longer found by it.
    private mutating func forgetIdentities(
        _ operations: [ProfileOperation], _ batching: any BatchingAdapter, vendor: Int
    ) {
        let values = vendors[vendor].profiles[vendors[vendor].profile]?.values ?? [:]
        let keys = vendors[vendor].profiles.identityFields
        var isChanged = false
        for operation in operations
        where operation.kind == .unset && batching.isRemovable(identity: operation.name) {
            guard let value = values[operation.name],
                let identity = batching.identity(of: operation.name, value: value, keys: keys),
                vendors[vendor].profiles.identities[identity] != nil
            else { continue }
            vendors[vendor].profiles.identities[identity] = nil
            isChanged = true
        }
        if isChanged { storeProfiles(vendor) }
    }

    // MARK: - Opting out

    /// The vendor is told although, or before, nothing else is.
    mutating func setOptOut(_ optOut: OptOut, vendor: Int) {
        guard let batching = vendors[vendor].batching else { return }
        let id = vendors[vendor].profile
        guard let former = vendors[vendor].profiles[id]?.optOut, former != optOut else { return }
        let fields = batching.optOutFields(optOut)
        vendors[vendor].profiles[id]?.optOut = optOut
        storeProfile(id, vendor: vendor)
        report(
            .profile(fields.members.map { ProfileOperation(.set, $0.key, $0.value) }),
            vendor: vendor, isForced: true)
    }

    func reportingState(_ vendor: Vendor) -> JSONObject {
        [
            "profile": .string(vendor.profile),
            "profiles": .array(vendor.profiles.order.map(JSONValue.string)),
            "identities": .integer(Int64(vendor.profiles.identities.count)),
            "visit": .object(vendor.visit.json),
            "opt_out": .object((vendor.profiles[vendor.profile]?.optOut ?? .none).json),
            "values": .object(vendor.profiles[vendor.profile]?.values ?? [:]),
            "memory": .object(vendor.profiles[vendor.profile]?.memory ?? [:]),
            "account": .object(vendor.profiles.account),
            "muted_until_ms": vendor.dispatch.mutedUntil.map(JSONValue.integer) ?? .null,
            "halted": .bool(vendor.dispatch.isHalted),
            "paused": .bool(vendor.dispatch.isPaused),
            "discarded": .array(vendor.dispatch.discarded.map(JSONValue.string)),
        ]
    }
}
