import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

@implementation @_cdecl("personalize_stop")
public func personalize_stop(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .stop }
}

@implementation @_cdecl("personalize_clear_local_data")
public func personalize_clear_local_data(
    _ configuration: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        try Runtime.clearLocalData(
            configuration: Arguments.text(configuration, length, "configuration"),
            factories: adapterFactories)
        return PERSONALIZE_OK
    }
}
