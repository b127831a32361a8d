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
        let subject = try Members(
            Arguments.object(subject, length, "subject"), allowed: ["placement", "vendor"])
        let explanation = try runtime.perform(
            .explain(
                placement: subject.required("placement", as: .nonEmptyString),
                vendor: subject.optional("vendor", as: .string)))
        try give(JSONValue.object(explanation).encoded(), to: output)
        return PERSONALIZE_OK
    }
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
