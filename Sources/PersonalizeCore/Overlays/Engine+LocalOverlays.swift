import PersonalizeJSON

/// Overlays of a vendor that keeps no profiles and is told nothing: what the
/// customer has seen of them is known here alone.
extension Engine {
    /// Another customer has seen nothing, and what waited for the former one is
    /// not for this one. The campaigns come back with the vendor's list.
    mutating func forgetLocalOverlays(_ vendor: Int) {
        guard vendors[vendor].adapter is any LocalDeliveryAdapter,
            vendors[vendor].adapter is any OverlayAdapter
        else { return }
        let profile = vendors[vendor].profile
        dropOverlays(vendor: vendor, profile: profile, reason: "customer_changed")
        vendors[vendor].overlays = OverlayContents()
        for space in [Space.overlayContent, .overlayCount, .eventCount] {
            store(.removeAll(space, vendor: vendors[vendor].id))
        }
        for prefix in [Self.overlaysPrefix, Self.noticesPrefix] {
            store(
                .remove(
                    RecordKey(
                        .document, vendor: vendors[vendor].id, key: prefix + profile)))
        }
    }
}
