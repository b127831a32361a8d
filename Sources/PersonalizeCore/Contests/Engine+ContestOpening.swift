import PersonalizeJSON

extension Engine {
    /// The vendors that a placement is opened for.
    func binding(
        _ specification: PlacementSpecification
    ) throws(PersonalizeError) -> PlacementBinding? {
        if specification.vendor != nil {
            guard specification.vendors == nil else {
                throw PersonalizeError(
                    .argument, "vendor_and_vendors",
                    "A placement has either one vendor or several.", path: "$.vendors",
                    hint: "Leave \"vendor\" out, or \"vendors\".")
            }
            return nil
        }
        var binding = configuration.placements[specification.placement]
        if let vendors = specification.vendors {
            try check(vendors)
            binding = PlacementBinding(
                vendors: vendors, policy: binding?.policy ?? .order,
                timeout: binding?.timeout ?? PlacementBinding.defaultTimeout)
        }
        if let policy = specification.policy { binding?.policy = policy }
        if let timeout = specification.timeout { binding?.timeout = timeout }
        guard let binding else { return nil }
        guard binding.vendors.count < 2 || specification.kind == .static else {
            throw PersonalizeError(
                .argument, "several_vendors",
                "A \(specification.kind.rawValue) draws from one vendor.", path: "$.kind",
                hint: "Name one with \"vendor\": \(binding.vendors.joined(separator: ", ")).")
        }
        return binding
    }

    private func check(_ vendors: [String]) throws(PersonalizeError) {
        guard !vendors.isEmpty else {
            throw PersonalizeError(
                .argument, "no_vendors", "There has to be a vendor.", path: "$.vendors",
                hint: "Name at least one, or leave \"vendors\" out.")
        }
        for (index, vendor) in vendors.enumerated() {
            _ = try position(ofVendor: vendor, path: "$.vendors[\(index)]")
            guard !vendors[..<index].contains(vendor) else {
                throw PersonalizeError(
                    .argument, "duplicate_vendor", "The vendor \"\(vendor)\" is named twice.",
                    path: "$.vendors[\(index)]", hint: "Name each vendor once.")
            }
        }
    }

    /// Opens a placement that several vendors may fill.
    mutating func openContest(
        _ specification: PlacementSpecification, _ binding: PlacementBinding
    ) throws(PersonalizeError) {
        var positions: [Int] = []
        for vendor in binding.vendors { positions.append(try position(ofVendor: vendor)) }
        guard let first = positions.first else { return }
        var group = Placement(specification, vendor: first)
        group.contest = Contest(binding)
        guard let id = placements.insert(group) else { throw Self.tooManyPlacements }
        for position in positions {
            var member = Placement(specification, vendor: position)
            member.group = id
            guard let memberID = placements.insert(member) else {
                removePlacement(id)
                throw Self.tooManyPlacements
            }
            placements[id]?.contest?.members.append(memberID)
        }
        if !specification.isDeferred {
            beginContest(id, key: specification.key, isForced: false, keepsWarm: false)
        }
        reply(["placement": .integer(id)])
    }

    /// Takes a placement out of the table, with the members it has.
    mutating func removePlacement(_ id: Int64) {
        for member in placements[id]?.contest?.members ?? [] { placements.remove(member) }
        placements.remove(id)
    }

    static let tooManyPlacements = PersonalizeError(
        .limit, "too_many_placements",
        "No more than \(PlacementTable.capacity) placements can be open.",
        hint: "Close placements that are not on show.")

    /// The placement that a call of the host is about: of several vendors' the
    /// one on show. Members are no placements to the host.
    ///
    /// - Parameter orLast: whether, while none is on show, the one that was
    ///   last is meant.
    func target(_ id: Int64, orLast: Bool = false) throws(PersonalizeError) -> Int64 {
        let placement = try placement(id)
        guard placement.group == nil else { throw Self.unknownPlacement }
        return placement.contest?.winner ?? (orLast ? placement.contest?.last : nil) ?? id
    }

    static let unknownPlacement = PersonalizeError(
        .handle, "unknown_placement", "There is no open placement with this id.",
        hint: "Use the id that opening gave; a closed placement's is invalid.")

    /// A placement with the members it has.
    func family(of id: Int64) -> [Int64] { [id] + (placements[id]?.contest?.members ?? []) }

    /// The id by which the host knows a placement.
    func publicID(_ id: Int64) -> Int64 { placements[id]?.group ?? id }
}
