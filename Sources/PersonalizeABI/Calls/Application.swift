import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_track")
public func personalize_track(
    _ engine: OpaquePointer?, _ event: UnsafePointer<CChar>?, _ event_length: Int,
    _ properties: UnsafePointer<CChar>?, _ properties_length: Int,
    _ options: UnsafePointer<CChar>?, _ options_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let options = try Members(
            Arguments.optionalObject(options, options_length, "options"), allowed: ["vendors"])
        return .track(
            event: try Arguments.text(event, event_length, "event"),
            properties: try Arguments.optionalObject(properties, properties_length, "properties"),
            vendors: try options.optional("vendors", as: .array(of: .string)))
    }
}

@implementation @_cdecl("personalize_flush")
public func personalize_flush(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .flush }
}

@implementation @_cdecl("personalize_offline")
public func personalize_offline(
    _ engine: OpaquePointer?, _ offline: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .offline(try Arguments.flag(offline, "offline"))
    }
}

@implementation @_cdecl("personalize_refresh")
public func personalize_refresh(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ key: UnsafePointer<CChar>?, _ key_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .refresh(
            vendor: try Arguments.optionalText(vendor, vendor_length, "vendor"),
            key: try Arguments.optionalText(key, key_length, "key"))
    }
}

@implementation @_cdecl("personalize_ingest")
public func personalize_ingest(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ kind: UnsafePointer<CChar>?, _ kind_length: Int, _ payload: UnsafePointer<CChar>?,
    _ payload_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        // Not checked for UTF-8: a record that is not is left out alone.
        .ingest(
            vendor: try Arguments.text(vendor, vendor_length, "vendor"),
            kind: try Arguments.text(kind, kind_length, "kind"),
            payload: Array(try Arguments.bytes(payload, payload_length, "payload")))
    }
}

@implementation @_cdecl("personalize_prefetch")
public func personalize_prefetch(
    _ engine: OpaquePointer?, _ placements: UnsafePointer<CChar>?, _ length: Int,
    _ key: UnsafePointer<CChar>?, _ key_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .prefetch(
            placements: try Arguments.names(placements, length, "placements"),
            key: try Arguments.optionalText(key, key_length, "key"))
    }
}
