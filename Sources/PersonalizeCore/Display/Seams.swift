// Stand-ins for types of other folders: whoever adds the type takes its
// stand-in away.

extension Engine {
    func displayRejection(of overlay: Overlay, vendor: Int) -> Rejection? { nil }
    mutating func countImpression(of overlay: Overlay, vendor: Int) {}
}
