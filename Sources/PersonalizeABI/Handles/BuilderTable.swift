import PersonalizeCore
import PersonalizeRuntime

/// The builders of templates by their handles. A builder belongs to no engine,
/// and works in a child process as well.
enum BuilderTable {
    // Guarded by `ForkGuard`, so that a child finds it whole.
    private nonisolated(unsafe) static var builders = SlotTable<TemplateBuilder>(kind: 1)

    /// Nil when there are too many builders.
    static func insert(_ builder: TemplateBuilder) -> OpaquePointer? {
        ForkGuard.withLock { builders.insert(builder) }
    }

    /// Does something to a builder. What throws has changed nothing.
    static func change<Value>(
        _ handle: OpaquePointer?,
        _ body: (inout TemplateBuilder) throws(PersonalizeError) -> Value
    ) throws(PersonalizeError) -> Value {
        let result = ForkGuard.withLock {
            builders.change(handle) { builder in
                Result { () throws(PersonalizeError) in try body(&builder) }
            }
        }
        guard let result else {
            throw PersonalizeError(
                .handle, handle == nil ? "null_handle" : "unknown_handle",
                handle == nil ? "The builder is NULL." : "There is no builder with this handle.",
                hint: "Use a handle that personalize_template_builder_new() gave and that was "
                    + "not freed.")
        }
        return try result.get()
    }

    /// Makes a handle invalid.
    static func remove(_ handle: OpaquePointer?) {
        _ = ForkGuard.withLock { builders.remove(handle) }
    }
}
