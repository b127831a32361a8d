extension Engine {
    /// Whether a placement's id is that of an open one.
    public func isOpen(_ placement: Int64) -> Bool {
        placements[placement].map { $0.group == nil } ?? false
    }
}
