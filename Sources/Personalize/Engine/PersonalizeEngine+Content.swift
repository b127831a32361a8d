extension PersonalizeEngine {
    /// Fetches anew what a vendor, or all, could show. Answered by the updates
    /// `content.refreshed` and `content.failed`.
    ///
    /// Errors: `notFound`.
    public func refresh(vendor: String? = nil, key: String? = nil) throws(PersonalizeError) {
        try perform(.refresh(vendor: vendor, key: key))
    }

    /// Takes a payload the host obtained by itself, as the vendor sends it.
    ///
    /// Errors: `notFound`, `argument` for a kind unknown, `json`, `limit`.
    public func ingest(
        _ payload: String, kind: String, vendor: String
    ) throws(PersonalizeError) {
        try perform(.ingest(vendor: vendor, kind: kind, payload: Array(payload.utf8)))
    }

    /// Asks ahead for what placements could show. Answered by the update
    /// `content.prefetched`.
    public func prefetch(placements: [String], key: String? = nil) throws(PersonalizeError) {
        try perform(.prefetch(placements: placements, key: key))
    }

    /// Opens a placement. Unless deferred it loads at once, or as soon as it
    /// can.
    ///
    /// Errors: `argument`, `notFound`, `limit`.
    public func openPlacement(
        _ name: String, vendor: String? = nil, deferred: Bool = false, attached: Bool = true,
        key: String? = nil
    ) throws(PersonalizeError) -> PlacementHandle {
        try openPlacement(
            PlacementSpecification(
                placement: name, vendor: vendor, isDeferred: deferred, isAttached: attached,
                key: key))
    }

    /// Opens a placement that several vendors may fill, of which one is shown
    /// (docs/several-vendors.md). What is nil is as the configuration says.
    ///
    /// Errors: `argument`, `notFound`, `limit`.
    public func openPlacement(
        _ name: String, vendors: [String], policy: PlacementBinding.Policy? = nil,
        timeout: Int64? = nil, key: String? = nil
    ) throws(PersonalizeError) -> PlacementHandle {
        try openPlacement(
            PlacementSpecification(
                placement: name, key: key, vendors: vendors, policy: policy, timeout: timeout))
    }

    /// Opens a placement of any kind, with its options (docs/placements.md). The
    /// same slot of a cell gives the same placement.
    ///
    /// Errors: `argument`, `notFound`, `limit`.
    public func openPlacement(
        _ specification: PlacementSpecification
    ) throws(PersonalizeError) -> PlacementHandle {
        let reply = try perform(.placementOpen(specification))
        return PlacementHandle(
            engine: self, id: reply["placement"]?.integer ?? 0, specification)
    }
}
