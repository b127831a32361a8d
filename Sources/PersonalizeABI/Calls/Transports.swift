import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_next_request")
public func personalize_next_request(
    _ engine: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        return lend(try runtime.nextRequest(), output, length)
    }
}

@implementation @_cdecl("personalize_finish_request")
public func personalize_finish_request(
    _ engine: OpaquePointer?, _ request: Int64, _ answer: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.finishRequest(
            request, answer: Arguments.answers(answer, length, "answer"))
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_script")
public func personalize_script(
    _ engine: OpaquePointer?, _ rules: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.script(Arguments.answers(rules, length, "rules"))
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_script_sent")
public func personalize_script_sent(
    _ engine: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        try give(runtime.scriptSent().encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_advance")
public func personalize_advance(
    _ engine: OpaquePointer?, _ milliseconds: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.advance(milliseconds)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_set_time")
public func personalize_set_time(
    _ engine: OpaquePointer?, _ wall_ms: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.setTime(wall_ms)
        return PERSONALIZE_OK
    }
}
