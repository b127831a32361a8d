import CPersonalize
import Glibc
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_placement_open")
public func personalize_placement_open(
    _ engine: OpaquePointer?, _ specification: UnsafePointer<CChar>?, _ length: Int,
    _ placement: UnsafeMutablePointer<UInt64>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(placement, "placement")
        let object = try Arguments.object(specification, length, "specification")
        let reply = try runtime.perform(
            .placementOpen(PlacementSpecification(host: object)))
        output.pointee = UInt64(clamping: reply["placement"]?.integer ?? 0)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_placement_reload")
public func personalize_placement_reload(
    _ engine: OpaquePointer?, _ placement: UInt64, _ options: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let options = try Members(
            Arguments.optionalObject(options, length, "options"), allowed: ["force", "key"])
        return .placementReload(
            id: Arguments.placement(placement),
            force: try options.optional("force", as: .bool) ?? false,
            key: try options.optional("key", as: .string))
    }
}

@implementation @_cdecl("personalize_placement_content")
public func personalize_placement_content(
    _ engine: OpaquePointer?, _ placement: UInt64,
    _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ length: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let text = try runtime.content(Arguments.placement(placement))
        if text == nil {
            output.pointee = nil
            length?.pointee = 0
        }
        return lend(text, output, length)
    }
}

@implementation @_cdecl("personalize_placement_content_copy")
public func personalize_placement_content_copy(
    _ engine: OpaquePointer?, _ placement: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int, _ needed: UnsafeMutablePointer<Int>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let needed = try Arguments.output(needed, "needed")
        return try runtime.withContent(
            Arguments.placement(placement)
        ) { text throws(PersonalizeError) in
            guard let text else {
                needed.pointee = 0
                return PERSONALIZE_NONE
            }
            needed.pointee = text.count + 1
            guard capacity > text.count, let buffer else {
                throw PersonalizeError(
                    .limit, "buffer_too_small", "The content takes \(text.count + 1) bytes.",
                    hint: "Call again with a buffer of *needed bytes.")
            }
            memcpy(buffer, text.characters, text.count + 1)
            return PERSONALIZE_OK
        }
    }
}

@implementation @_cdecl("personalize_placement_click")
public func personalize_placement_click(
    _ engine: OpaquePointer?, _ placement: UInt64, _ url: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .placementClick(
            id: Arguments.placement(placement), url: try Arguments.text(url, length, "url"))
    }
}

@implementation @_cdecl("personalize_placement_dismiss")
public func personalize_placement_dismiss(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .placementDismiss(id: Arguments.placement(placement)) }
}

@implementation @_cdecl("personalize_placement_report")
public func personalize_placement_report(
    _ engine: OpaquePointer?, _ placement: UInt64, _ report: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let object = try Arguments.object(report, length, "report")
        return .placementReport(
            id: Arguments.placement(placement), try PlacementReport(host: object))
    }
}

@implementation @_cdecl("personalize_placement_close")
public func personalize_placement_close(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .placementClose(id: Arguments.placement(placement)) }
}
