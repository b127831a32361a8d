import PersonalizeJSON

/// A named place in the host's interface and what it shows.
struct Placement: Sendable {
    let specification: PlacementSpecification
    /// Where its vendor stands in the engine.
    let vendor: Int
    var isAttached: Bool
    /// What the host shows now.
    var shown: Shown?
    /// The load under way or waiting, if any.
    var load: Load?

    var name: String { specification.placement }

    /// What is on show.
    struct Shown: Sendable {
        let presentation: Presentation
        /// Nil for a control variant.
        let content: (any PreparedContent)?
        /// The customer's epoch it was shown in.
        let epoch: Int64
    }

    /// One attempt to find something to show.
    struct Load: Sendable {
        var key: String?
        /// Asks the vendor even for what is fresh.
        var isForced: Bool
        var stage: Stage = .waiting
        /// Campaigns the vendor was asked about in this load: not again.
        var asked: Set<String> = []
        /// Campaigns whose answer came in this load: fresh for this load,
        /// however short their lifetime.
        var answered: Set<String> = []
        /// Campaigns that failed in this load.
        var excluded: [String: Rejection] = [:]
        /// Whether the host was told already that there is nothing for now.
        var isReported = false
    }

    enum Stage: Sendable {
        /// For the start, the vendor's definitions, the upload of the customer
        /// or the host's attention; looked at after each command.
        case waiting
        /// For the vendor's decisions.
        case asking(request: Int64)
        /// For the winner's content from storage.
        case reading(token: Int64, Winner)
        /// For files from storage.
        case collecting(token: Int64, Ready)
        /// For files from the network.
        case downloading(Ready)
        /// For the host's word.
        case confirming(token: Int64, Ready)
    }

    /// The campaign that won.
    struct Winner: Sendable {
        var presentation: Presentation
    }

    /// The winner with its content.
    struct Ready: Sendable {
        var presentation: Presentation
        var content: any PreparedContent
        /// Data URIs by URL.
        var resources: [String: String] = [:]
        /// URLs still missing.
        var missing: [String] = []
    }
}

/// The open placements. An id carries the generation of its slot, so that one
/// that was closed never answers for its successor.
struct PlacementTable: Sendable {
    private var slots: [Slot] = []
    private var free: [Int] = []
    static let capacity = 1 << 16

    private struct Slot: Sendable {
        var generation: Int64
        var placement: Placement?
    }

    /// The ids of all open placements, in the order of their slots.
    var ids: [Int64] {
        slots.indices.compactMap { slots[$0].placement == nil ? nil : id($0) }
    }

    var count: Int { slots.count - free.count }

    /// Nil when the table is full.
    mutating func insert(_ placement: Placement) -> Int64? {
        if let index = free.popLast() {
            slots[index].placement = placement
            return id(index)
        }
        guard slots.count < Self.capacity else { return nil }
        slots.append(Slot(generation: 1, placement: placement))
        return id(slots.count - 1)
    }

    mutating func remove(_ id: Int64) {
        guard let index = index(id) else { return }
        slots[index].placement = nil
        slots[index].generation = slots[index].generation &+ 1 & 0xFFFF_FFFF
        free.append(index)
    }

    /// The placement of an id; nil when the id is stale or foreign. Setting
    /// changes only a placement that is there.
    subscript(id: Int64) -> Placement? {
        get { index(id).flatMap { slots[$0].placement } }
        set {
            guard let newValue, let index = index(id) else { return }
            slots[index].placement = newValue
        }
    }

    private func index(_ id: Int64) -> Int? {
        guard id > 0 else { return nil }
        let index = Int(id & 0xF_FFFF)
        guard index < slots.count, slots[index].generation == id >> 20,
            slots[index].placement != nil
        else { return nil }
        return index
    }

    private func id(_ index: Int) -> Int64 { slots[index].generation << 20 | Int64(index) }
}
