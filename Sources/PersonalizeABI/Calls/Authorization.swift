import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_authorization_set")
public func personalize_authorization_set(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ token: UnsafePointer<CChar>?, _ token_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.authorize(
            vendor: Arguments.text(vendor, vendor_length, "vendor"),
            token: Arguments.optionalText(token, token_length, "token"))
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_identify_with")
public func personalize_identify_with(
    _ engine: OpaquePointer?, _ ids: UnsafePointer<CChar>?, _ ids_length: Int,
    _ properties: UnsafePointer<CChar>?, _ properties_length: Int,
    _ options: UnsafePointer<CChar>?, _ options_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let options = try Members(
            Arguments.optionalObject(options, options_length, "options"),
            allowed: ["key", "tokens"])
        try runtime.identify(
            ids: Arguments.object(ids, ids_length, "ids"),
            properties: Arguments.optionalObject(properties, properties_length, "properties"),
            key: options.optional("key", as: .string),
            tokens: options.optional("tokens", as: .object) ?? [:])
        return PERSONALIZE_OK
    }
}
