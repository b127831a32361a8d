import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

@implementation @_cdecl("personalize_identify")
public func personalize_identify(
    _ engine: OpaquePointer?, _ ids: UnsafePointer<CChar>?, _ ids_length: Int,
    _ properties: UnsafePointer<CChar>?, _ properties_length: Int, _ key: UnsafePointer<CChar>?,
    _ key_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .identify(
            ids: try Arguments.object(ids, ids_length, "ids"),
            properties: try Arguments.optionalObject(properties, properties_length, "properties"),
            key: try Arguments.optionalText(key, key_length, "key"))
    }
}

@implementation @_cdecl("personalize_anonymize")
public func personalize_anonymize(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .anonymize }
}

@implementation @_cdecl("personalize_consent")
public func personalize_consent(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ purpose: UnsafePointer<CChar>?, _ purpose_length: Int, _ consent: Int32,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let vendor = try Arguments.optionalText(vendor, vendor_length, "vendor")
        let purpose = try Arguments.optionalText(purpose, purpose_length, "purpose")
            .map { name throws(PersonalizeError) in try Purpose(host: name) }
        switch consent {
        case PERSONALIZE_CONSENT_DENIED:
            return .consent(vendor: vendor, purpose: purpose, .denied)
        case PERSONALIZE_CONSENT_GRANTED:
            return .consent(vendor: vendor, purpose: purpose, .granted)
        case PERSONALIZE_CONSENT_UNKNOWN:
            return .consent(vendor: vendor, purpose: purpose, .unknown)
        default:
            throw PersonalizeError(
                .argument, "out_of_range", "There is no consent \(consent).",
                hint: "Give one of PERSONALIZE_CONSENT_...")
        }
    }
}

@implementation @_cdecl("personalize_session_start")
public func personalize_session_start(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .sessionStart }
}

@implementation @_cdecl("personalize_session_end")
public func personalize_session_end(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .sessionEnd }
}

@implementation @_cdecl("personalize_foreground")
public func personalize_foreground(
    _ engine: OpaquePointer?, _ foreground: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .foreground(try Arguments.flag(foreground, "foreground"))
    }
}
