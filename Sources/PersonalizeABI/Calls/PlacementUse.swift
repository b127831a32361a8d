import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_placement_invoke")
public func personalize_placement_invoke(
    _ engine: OpaquePointer?, _ placement: UInt64, _ url: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .placementClick(
            id: Arguments.placement(placement), url: try Arguments.text(url, length, "url"),
            isManual: true)
    }
}

@implementation @_cdecl("personalize_placement_track")
public func personalize_placement_track(
    _ engine: OpaquePointer?, _ placement: UInt64, _ event: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let object = try Arguments.object(event, length, "event")
        return .placementTrack(
            id: Arguments.placement(placement), try HostTracking(host: object))
    }
}

@implementation @_cdecl("personalize_placement_configure")
public func personalize_placement_configure(
    _ engine: OpaquePointer?, _ placement: UInt64, _ options: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let object = try Arguments.object(options, length, "options")
        return .placementConfigure(
            id: Arguments.placement(placement), try PlacementOption.all(host: object))
    }
}

@implementation @_cdecl("personalize_placement_state")
public func personalize_placement_state(
    _ engine: OpaquePointer?, _ placement: UInt64,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let state = try runtime.perform(.placementState(id: Arguments.placement(placement)))
        try give(JSONValue.object(state).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_cell_prepare")
public func personalize_cell_prepare(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let reply = try runtime.perform(.cellPrepare(id: Arguments.placement(placement)))
        return reply["prepared"]?.bool == true ? PERSONALIZE_OK : PERSONALIZE_NONE
    }
}
