import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_explain")
public func personalize_explain(
    _ engine: OpaquePointer?, _ subject: UnsafePointer<CChar>?, _ length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let object = try Arguments.object(subject, length, "subject")
        let explanation = try runtime.perform(try question(object))
        try give(JSONValue.object(explanation).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

/// A placement, or an overlay: its campaign, or true for all there are.
private func question(_ object: JSONObject) throws(PersonalizeError) -> Command {
    guard object["overlay"] != nil else {
        let subject = try Members(object, allowed: ["placement", "vendor"])
        return .explain(
            placement: try subject.required("placement", as: .nonEmptyString),
            vendor: try subject.optional("vendor", as: .string))
    }
    let subject = try Members(
        object, allowed: ["overlay", "vendor", "event", "properties", "items"])
    let campaign = FieldType.value.map(orRefuse: "must be a campaign's id or true") {
        $0 == true ? "" : $0.string.flatMap { $0.isEmpty ? nil : $0 }
    }
    let id = try subject.required("overlay", as: campaign)
    return .explainOverlays(
        OverlayQuestion(
            campaign: id.isEmpty ? nil : id, vendor: try subject.optional("vendor", as: .string),
            event: try subject.optional("event", as: .nonEmptyString),
            properties: try subject.optional("properties", as: .object) ?? [:],
            items: try subject.optional("items", as: .array(of: .object)) ?? []))
}

@implementation @_cdecl("personalize_replay")
public func personalize_replay(
    _ journal: UnsafePointer<CChar>?, _ length: Int,
    _ report: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let output = try Arguments.output(report, "report")
        let text = try Arguments.text(journal, length, "journal", longest: 1 << 30)
        let result = try Replay.run(journal: text, factories: adapterFactories)
        try give(JSONValue.object(result).encoded(), to: output)
        return PERSONALIZE_OK
    }
}
