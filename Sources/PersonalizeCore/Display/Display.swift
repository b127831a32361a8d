/// The engine's one place for overlays, with those that wait for it.
///
/// It belongs to no vendor: whoever's overlay is presented, all others wait.
struct Display: Sendable {
    /// Whether overlays are presented.
    enum Mode: String, Sendable, Equatable {
        case resumed
        /// They wait.
        case suspended
        /// They are dropped.
        case discarding
    }

    var mode = Mode.resumed
    var queue = OverlayQueue()
    /// Those on their way from the queue, or from an action, to the host. At
    /// most one of them needs the slot.
    var preparations: [OverlayPreparation] = []
    var presentations = GenerationTable<OverlayPresentation>()
    /// The presentation that has the slot.
    var holder: Int64?
    /// Presentations that are not dismissed, oldest first.
    var active: [Int64] = []
    /// Presentations that are over and that the host may still read, oldest
    /// first.
    var past: [Int64] = []
    /// What the queue was last looked through with; nil to look again.
    var inputs: Inputs?
    /// Gives a preparation that is in no queue a number of its own.
    var lastLoose: Int64 = 0

    /// How many that are over are kept for a host that releases none.
    static let mostPast = 64

    /// Whatever decides, besides the queue itself, which overlay is next.
    struct Inputs: Sendable, Equatable {
        var mode: Mode
        var isForeground: Bool
        var profiles: [String]
    }

    var isSlotTaken: Bool { holder != nil || preparations.contains { $0.definition.isVisual } }

    func isPrepared(_ number: Int64) -> Bool {
        preparations.contains { $0.number == number }
            || active.contains { presentations[$0]?.number == number }
    }
}
