import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_display")
public func personalize_display(
    _ engine: OpaquePointer?, _ command: UnsafePointer<CChar>?, _ length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let command = try DisplayCommand(host: Arguments.object(command, length, "command"))
        try runtime.perform(.display(command))
        let state = try runtime.perform(.display(.state))
        try give(JSONValue.object(state).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_clear_files")
public func personalize_clear_files(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ expired_only: Int32, _ removed: UnsafeMutablePointer<Int64>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(removed, "removed")
        let reply = try runtime.perform(
            .display(
                .clearFiles(
                    vendor: Arguments.optionalText(vendor, vendor_length, "vendor"),
                    expiredOnly: Arguments.flag(expired_only, "expired_only"))))
        output.pointee = reply["removed"]?.integer ?? 0
        return PERSONALIZE_OK
    }
}

extension DisplayCommand {
    /// The form `personalize_display` takes.
    init(host object: JSONObject) throws(PersonalizeError) {
        let members = try Members(object, allowed: ["command", "dismiss"])
        let words = ["state", "suspend", "discard", "resume"]
        let dismisses = try members.optional("dismiss", as: .bool) ?? false
        switch try members.required("command", as: .string(of: words)) {
        case "suspend": self = .suspend
        case "discard": self = .discard(dismisses: dismisses)
        case "resume": self = .resume
        default: self = .state
        }
    }
}
