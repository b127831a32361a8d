import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_screen")
public func personalize_screen(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ name_length: Int,
    _ data: UnsafePointer<CChar>?, _ data_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .screen(
            name: try Arguments.text(name, name_length, "name"),
            data: try Arguments.optionalObject(data, data_length, "data"))
    }
}

@implementation @_cdecl("personalize_screen_data")
public func personalize_screen_data(
    _ engine: OpaquePointer?, _ data: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .screenData(try Arguments.optionalObject(data, length, "data"))
    }
}

@implementation @_cdecl("personalize_placement_select")
public func personalize_placement_select(
    _ engine: OpaquePointer?, _ placement: UInt64, _ part: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        let object = try Arguments.object(part, length, "part")
        return .placementSelect(
            id: Arguments.placement(placement), try ContentPart(host: object))
    }
}

@implementation @_cdecl("personalize_campaign_track")
public func personalize_campaign_track(
    _ engine: OpaquePointer?, _ campaign: UnsafePointer<CChar>?, _ campaign_length: Int,
    _ event: UnsafePointer<CChar>?, _ event_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        var object = try Arguments.object(event, event_length, "event")
        let placement = object["placement"]?.string
        if placement != nil { object["placement"] = nil }
        return .campaignTrack(
            campaign: try Arguments.text(campaign, campaign_length, "campaign"),
            placement: placement, try HostTracking(host: object, isBare: true))
    }
}

extension ContentPart {
    /// The form `personalize_placement_select` takes.
    init(host object: JSONObject) throws(PersonalizeError) {
        let members = try Members(object, allowed: ["part", "index"])
        let names = Kind.allCases.map(\.rawValue)
        let name = try members.required("part", as: .string(of: names))
        let index = try members.optional("index", as: .integer(in: 0...1_000_000)) ?? 0
        self.init(Kind(rawValue: name) ?? .container, index: Int(index))
    }
}
