/// Behaviour, options and state of a placement of any kind (docs/placements.md).
extension PlacementHandle {
    /// Says that the customer used a button the host drew for an action. The
    /// same as `click`, but that the log says so.
    public func invoke(_ url: String) throws(PersonalizeError) {
        try engine.perform(.placementClick(id: id, url: url, isManual: true))
    }

    /// Says that the customer used a part of content that is drawn from its
    /// parts. A part that is not there is nothing.
    ///
    /// Errors: `state` for content of another kind.
    public func select(_ part: ContentPart) throws(PersonalizeError) {
        try engine.perform(.placementSelect(id: id, part))
    }

    /// Says whether the customer can see the place; without a report it counts
    /// as visible.
    public func setVisible(_ isVisible: Bool) throws(PersonalizeError) {
        try engine.perform(.placementReport(id: id, .visible(isVisible)))
    }

    /// Tracks by hand what the engine tracks by itself. Nothing else happens.
    ///
    /// Errors: `state` when nothing was shown yet, `notFound`.
    public func track(_ tracking: HostTracking) throws(PersonalizeError) {
        try engine.perform(.placementTrack(id: id, tracking))
    }

    /// Changes options; they are looked at when they are needed.
    public func configure(_ changes: PlacementOption...) throws(PersonalizeError) {
        try configure(changes)
    }

    /// Changes options; they are looked at when they are needed.
    public func configure(_ changes: [PlacementOption]) throws(PersonalizeError) {
        try engine.perform(.placementConfigure(id: id, changes))
    }

    /// What there is to know about it.
    public func state() throws(PersonalizeError) -> JSONObject {
        try engine.perform(.placementState(id: id))
    }

    /// For a cell that is about to be drawn: whether it shows something.
    ///
    /// Errors: `state` for another kind.
    public func prepare() throws(PersonalizeError) -> Bool {
        try engine.perform(.cellPrepare(id: id))["prepared"]?.bool ?? false
    }

    /// Turns a carousel, stops and continues its timer, or lets go of what it
    /// shows.
    ///
    /// Errors: `state` for another kind.
    public func carousel(_ command: CarouselCommand) throws(PersonalizeError) {
        try engine.perform(.carousel(id: id, command))
    }
}
