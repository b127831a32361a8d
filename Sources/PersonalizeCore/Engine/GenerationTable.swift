/// What the host holds by an id. The id carries the generation of its slot, so
/// that one that was given up never answers for its successor.
struct GenerationTable<Element: Sendable>: Sendable {
    private var slots: [Slot] = []
    private var free: [Int] = []
    static var capacity: Int { 1 << 16 }

    private struct Slot: Sendable {
        var generation: Int64
        var element: Element?
    }

    /// The ids of all that are there, in the order of their slots.
    var ids: [Int64] {
        slots.indices.compactMap { slots[$0].element == nil ? nil : id($0) }
    }

    var count: Int { slots.count - free.count }

    /// Nil when the table is full.
    mutating func insert(_ element: Element) -> Int64? {
        if let index = free.popLast() {
            slots[index].element = element
            return id(index)
        }
        guard slots.count < Self.capacity else { return nil }
        slots.append(Slot(generation: 1, element: element))
        return id(slots.count - 1)
    }

    mutating func remove(_ id: Int64) {
        guard let index = index(id) else { return }
        slots[index].element = nil
        slots[index].generation = slots[index].generation &+ 1 & 0xFFFF_FFFF
        free.append(index)
    }

    /// What has an id; nil when the id is stale or foreign. Setting changes only
    /// what is there.
    subscript(id: Int64) -> Element? {
        get { index(id).flatMap { slots[$0].element } }
        set {
            guard let newValue, let index = index(id) else { return }
            slots[index].element = newValue
        }
    }

    private func index(_ id: Int64) -> Int? {
        guard id > 0 else { return nil }
        let index = Int(id & 0xF_FFFF)
        guard index < slots.count, slots[index].generation == id >> 20,
            slots[index].element != nil
        else { return nil }
        return index
    }

    private func id(_ index: Int) -> Int64 { slots[index].generation << 20 | Int64(index) }
}

/// The open placements.
typealias PlacementTable = GenerationTable<Placement>
