import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_charge")
public func personalize_charge(
    _ engine: OpaquePointer?, _ details: UnsafePointer<CChar>?, _ details_length: Int,
    _ items: UnsafePointer<CChar>?, _ items_length: Int, _ options: UnsafePointer<CChar>?,
    _ options_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .reporting(
            .charge(
                details: try Arguments.optionalObject(details, details_length, "details"),
                items: try ReportingDocuments.items(items, items_length),
                vendors: try ReportingDocuments.vendors(options, options_length)))
    }
}

@implementation @_cdecl("personalize_profile")
public func personalize_profile(
    _ engine: OpaquePointer?, _ operations: UnsafePointer<CChar>?, _ operations_length: Int,
    _ options: UnsafePointer<CChar>?, _ options_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let document = try Arguments.object(operations, operations_length, "operations")
        return .reporting(
            .change(
                try ProfileOperation.read(document),
                vendors: try ReportingDocuments.vendors(options, options_length)))
    }
}

@implementation @_cdecl("personalize_locate")
public func personalize_locate(
    _ engine: OpaquePointer?, _ location: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        guard location != nil else { return .reporting(.locate(nil)) }
        let members = try Members(
            Arguments.object(location, length, "location"), allowed: ["latitude", "longitude"])
        return .reporting(
            .locate(
                Location(
                    latitude: try members.required("latitude", as: .double),
                    longitude: try members.required("longitude", as: .double))))
    }
}

@implementation @_cdecl("personalize_opt_out")
public func personalize_opt_out(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ opted_out: Int32, _ allow_system: Int32, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .reporting(
            .optOut(
                vendor: try Arguments.optionalText(vendor, vendor_length, "vendor"),
                OptOut(
                    try Arguments.flag(opted_out, "opted_out"),
                    allowsSystem: try Arguments.flag(allow_system, "allow_system"))))
    }
}

@implementation @_cdecl("personalize_unmute")
public func personalize_unmute(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .reporting(
            .unmute(vendor: try Arguments.optionalText(vendor, vendor_length, "vendor")))
    }
}

@implementation @_cdecl("personalize_clear_queue")
public func personalize_clear_queue(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .reporting(
            .clearQueue(vendor: try Arguments.optionalText(vendor, vendor_length, "vendor")))
    }
}

@implementation @_cdecl("personalize_overlays_fetch")
public func personalize_overlays_fetch(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ key: UnsafePointer<CChar>?, _ key_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .reporting(
            .fetchOverlays(
                vendor: try Arguments.optionalText(vendor, vendor_length, "vendor"),
                key: try Arguments.optionalText(key, key_length, "key")))
    }
}

@implementation @_cdecl("personalize_templates_sync")
public func personalize_templates_sync(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ key: UnsafePointer<CChar>?, _ key_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .reporting(
            .syncTemplates(
                vendor: try Arguments.optionalText(vendor, vendor_length, "vendor"),
                key: try Arguments.optionalText(key, key_length, "key")))
    }
}
