import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

/// The host's own pointer, which is handed back and never looked at.
struct HostPointer: @unchecked Sendable {
    let user: UnsafeMutableRawPointer?

    init(_ user: UnsafeMutableRawPointer?) { self.user = user }
}

/// Registers something of the host's. When that fails nothing is taken, so
/// nothing is dropped.
func register<Argument>(
    _ callback: Callback<Argument>?, _ engine: OpaquePointer?, _ error: ErrorOutput?,
    _ body: (Runtime, Callback<Argument>?) throws(PersonalizeError) -> Void
) -> Int32 {
    let result = call(engine, error) { runtime throws(PersonalizeError) in
        do throws(PersonalizeError) { try body(runtime, callback) } catch {
            callback?.decline()
            throw error
        }
        return PERSONALIZE_OK
    }
    if result < 0 { callback?.decline() }
    return result
}
