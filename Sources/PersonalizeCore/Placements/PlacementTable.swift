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
