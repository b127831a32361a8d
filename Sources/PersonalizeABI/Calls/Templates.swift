import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_templates_define")
public func personalize_templates_define(
    _ engine: OpaquePointer?, _ request: UnsafePointer<CChar>?, _ length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let request = try TemplateRequest(host: definitions(request, length))
        let reply = try runtime.perform(
            .templates(vendor: request.vendor, .define(request.definitions)))
        try give(JSONValue.object(reply).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_templates_payload")
public func personalize_templates_payload(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let reply = try runtime.perform(
            .templates(
                vendor: Arguments.optionalText(vendor, vendor_length, "vendor"), .payload))
        try give(JSONValue.object(reply).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

/// A request with definitions in it, where a name that comes twice breaks the
/// rule that it breaks in a document of its own.
private func definitions(
    _ request: UnsafePointer<CChar>?, _ length: Int
) throws(PersonalizeError) -> JSONObject {
    do throws(PersonalizeError) { return try Arguments.object(request, length, "request") } catch {
        guard error.reason == JSONError.Reason.duplicateKey.rawValue else { throw error }
        var error = error
        error.reason = TemplateRule.jsonDuplicateKey.rawValue
        error.hint = TemplateRule.jsonDuplicateKey.hint
        throw error
    }
}
