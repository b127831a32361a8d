public import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

@implementation @_cdecl("personalize_hook_set")
public func personalize_hook_set(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ hook: personalize_hook_fn?, _ user: UnsafeMutableRawPointer?, _ drop: personalize_drop_fn?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    let host = HostPointer(user)
    let own = hook.map { hook in
        HookCallback(
            { hook(host.user, $0.token, $0.question.characters, $0.question.count) },
            drop: { drop?(host.user) })
    }
    return register(own, engine, error) { runtime, own throws(PersonalizeError) in
        let name = try HookName(host: Arguments.text(name, length, "name"))
        try runtime.setHook(name, own)
    }
}

@implementation @_cdecl("personalize_hook_answer")
public func personalize_hook_answer(
    _ engine: OpaquePointer?, _ token: Int64, _ answer: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let object = try Arguments.object(answer, length, "answer")
        try runtime.answer(token, hookAnswer(host: object))
        return PERSONALIZE_OK
    }
}
