import PersonalizeCore
import PersonalizeRuntime

/// The open engines by their handles.
enum HandleTable {
    // Guarded by `ForkGuard`, so that a child finds it whole.
    private nonisolated(unsafe) static var engines = SlotTable<Runtime>(kind: 0)

    /// Nil when there are too many engines.
    static func insert(_ runtime: Runtime) -> OpaquePointer? {
        ForkGuard.withLock { engines.insert(runtime) }
    }

    static func runtime(_ handle: OpaquePointer?) throws(PersonalizeError) -> Runtime {
        guard let runtime = ForkGuard.withLock({ engines[handle] }) else {
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
            let former = engines[handle]
            engines[handle] = runtime
            return former
        }
    }

    /// Makes a handle invalid; gives the engine, for the caller to let go of
    /// with no lock held.
    static func remove(_ handle: OpaquePointer?) -> Runtime? {
        ForkGuard.withLock { engines.remove(handle) }
    }
}
