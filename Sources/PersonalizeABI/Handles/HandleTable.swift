import PersonalizeCore
import PersonalizeRuntime

/// The open engines by their handles.
///
/// A handle is a number that looks like a pointer: the place in a table and
/// how often that place was given out. It is looked up and never followed, so
/// one that is stale, foreign or made up is an error and nothing worse.
enum HandleTable {
    private struct Slot {
        var generation: UInt
        var runtime: Runtime?
    }

    private static let indexBits: UInt = 20
    private static let generationBits: UInt = 32

    // Guarded by `ForkGuard`, so that a child finds it whole.
    private nonisolated(unsafe) static var slots: [Slot] = []
    private nonisolated(unsafe) static var free: [Int] = []

    /// Nil when there are too many engines.
    static func insert(_ runtime: Runtime) -> OpaquePointer? {
        ForkGuard.withLock {
            if let index = free.popLast() {
                slots[index].runtime = runtime
                return handle(index)
            }
            guard slots.count < 1 << indexBits - 1 else { return nil }
            slots.append(Slot(generation: 1, runtime: runtime))
            return handle(slots.count - 1)
        }
    }

    static func runtime(_ handle: OpaquePointer?) throws(PersonalizeError) -> Runtime {
        let runtime = ForkGuard.withLock { index(handle).flatMap { slots[$0].runtime } }
        guard let runtime else {
            throw PersonalizeError(
                .handle, handle == nil ? "null_handle" : "unknown_handle",
                handle == nil
                    ? "The engine is NULL." : "There is no open engine with this handle.",
                hint: "Use a handle that personalize_open() gave and that was not closed.")
        }
        return runtime
    }

    /// Puts another engine behind a handle; gives the one that was there.
    static func replace(_ handle: OpaquePointer?, with runtime: Runtime) -> Runtime? {
        ForkGuard.withLock {
            guard let index = index(handle) else { return nil }
            defer { slots[index].runtime = runtime }
            return slots[index].runtime
        }
    }

    /// Makes a handle invalid; gives the engine, for the caller to let go of
    /// with no lock held.
    static func remove(_ handle: OpaquePointer?) -> Runtime? {
        ForkGuard.withLock {
            guard let index = index(handle) else { return nil }
            defer {
                slots[index].runtime = nil
                slots[index].generation = max(
                    1, (slots[index].generation &+ 1) & (1 << generationBits - 1))
                free.append(index)
            }
            return slots[index].runtime
        }
    }

    private static func index(_ handle: OpaquePointer?) -> Int? {
        let bits = UInt(bitPattern: handle)
        let place = bits & (1 << indexBits - 1)
        guard place > 0, place <= UInt(slots.count) else { return nil }
        let index = Int(place - 1)
        guard slots[index].generation == bits >> indexBits, slots[index].runtime != nil else {
            return nil
        }
        return index
    }

    private static func handle(_ index: Int) -> OpaquePointer? {
        OpaquePointer(bitPattern: slots[index].generation << indexBits | UInt(index + 1))
    }
}
