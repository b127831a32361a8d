import PersonalizeJSON

/// Letting go of what is kept for a profile that nobody has used for long.
extension Engine {
    mutating func forgetOverlays(vendor: Int, profile: String) {
        guard profile != vendors[vendor].overlays.profile else { return }
        let content = vendors[vendor].overlays[profile]
        func remove(_ space: Space, _ kind: OverlayKey.Kind, _ name: String) {
            store(
                .remove(vendors[vendor].key(space, OverlayKey(profile, kind, name).text)))
        }
        for prefix in [Self.overlaysPrefix, Self.noticesPrefix] {
            store(.remove(vendors[vendor].key(.document, prefix + profile)))
        }
        for campaign in content.tallies.keys.sorted() {
            remove(.overlayCount, .occasions, campaign)
            remove(.overlayCount, .displays, campaign)
        }
        for (key, _) in content.counts.sorted { remove(.eventCount, .events, key) }
        for entry in content.serverSide.entries {
            remove(.overlayContent, .serverSide, entry.campaign)
        }
        for entry in content.clientSide.entries {
            remove(.overlayContent, .clientSide, entry.campaign)
        }
        vendors[vendor].overlays.forget(profile)
    }
}
