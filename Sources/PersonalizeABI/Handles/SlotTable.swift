/// Objects by numbers that look like pointers.
///
/// A number is the place in a table, how often that place was given out, and
/// which table it is. It is looked up and never followed, so one that is stale,
/// foreign or made up finds nothing and harms nothing.
struct SlotTable<Object> {
    private struct Slot {
        var generation: UInt
        var object: Object?
    }

    private let indexBits: UInt = 20
    private let generationBits: UInt = 32

    private let kind: UInt
    private var slots: [Slot] = []
    private var free: [Int] = []

    /// - Parameter kind: one of 0 to 15, which no other table has.
    init(kind: UInt) { self.kind = kind & 15 }

    /// Nil when there are too many.
    mutating func insert(_ object: Object) -> OpaquePointer? {
        if let index = free.popLast() {
            slots[index].object = object
            return handle(index)
        }
        guard slots.count < 1 << indexBits - 1 else { return nil }
        slots.append(Slot(generation: 1, object: object))
        return handle(slots.count - 1)
    }

    /// The object behind a handle. Setting does nothing where there is none.
    subscript(handle: OpaquePointer?) -> Object? {
        get { index(handle).flatMap { slots[$0].object } }
        set {
            guard let index = index(handle) else { return }
            slots[index].object = newValue
        }
    }

    /// Changes the object behind a handle where it stands; nil when there is
    /// none.
    mutating func change<Value>(
        _ handle: OpaquePointer?, _ body: (inout Object) -> Value
    ) -> Value? {
        guard let index = index(handle), var object = slots[index].object else { return nil }
        // Taken out meanwhile, so that nothing of it is copied.
        slots[index].object = nil
        defer { slots[index].object = object }
        return body(&object)
    }

    /// Makes a handle invalid; gives what was there.
    mutating func remove(_ handle: OpaquePointer?) -> Object? {
        guard let index = index(handle) else { return nil }
        let object = slots[index].object
        slots[index].object = nil
        slots[index].generation = max(
            1, (slots[index].generation &+ 1) & (1 << generationBits - 1))
        free.append(index)
        return object
    }

    private func index(_ handle: OpaquePointer?) -> Int? {
        let bits = UInt(bitPattern: handle)
        let place = bits & (1 << indexBits - 1)
        guard place > 0, place <= UInt(slots.count) else { return nil }
        let index = Int(place - 1)
        let mark = kind << generationBits | slots[index].generation
        guard mark == bits >> indexBits, slots[index].object != nil else { return nil }
        return index
    }

    private func handle(_ index: Int) -> OpaquePointer? {
        let mark = kind << generationBits | slots[index].generation
        return OpaquePointer(bitPattern: mark << indexBits | UInt(index + 1))
    }
}
