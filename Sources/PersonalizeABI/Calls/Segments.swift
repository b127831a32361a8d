import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_segments")
public func personalize_segments(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ options: UnsafePointer<CChar>?, _ options_length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let options = try Members(
            Arguments.object(options, options_length, "options"),
            allowed: ["category", "force", "key"])
        let reply = try runtime.perform(
            .segments(
                vendor: Arguments.optionalText(vendor, vendor_length, "vendor"),
                category: options.required("category", as: .string),
                force: options.optional("force", as: .bool) ?? false,
                key: options.optional("key", as: .string)))
        try give(JSONValue.object(reply).encoded(), to: output)
        return PERSONALIZE_OK
    }
}
