public import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

@implementation @_cdecl("personalize_hook_set")
public func personalize_hook_set(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ hook: personalize_hook_fn?, _ user: UnsafeMutableRawPointer?, _ drop: personalize_drop_fn?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    return register(callback(hook, user, drop), engine, error) {
        runtime, own throws(PersonalizeError) in
        let name = try HookName(host: Arguments.text(name, length, "name"))
        try runtime.setHook(name, own)
    }
}

@implementation @_cdecl("personalize_hook_add")
public func personalize_hook_add(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ registration: UnsafePointer<CChar>?, _ registration_length: Int,
    _ hook: personalize_hook_fn?, _ user: UnsafeMutableRawPointer?, _ drop: personalize_drop_fn?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    register(callback(hook, user, drop), engine, error) {
        runtime, own throws(PersonalizeError) in
        let name = try HookName(host: Arguments.text(name, length, "name"))
        let registration = try Arguments.registration(registration, registration_length)
        guard let own else {
            throw PersonalizeError(
                .argument, "null_argument", "The argument \"hook\" is NULL.",
                hint: "Leave a hook with personalize_hook_remove().")
        }
        try runtime.setHook(name, registration: registration, own)
    }
}

@implementation @_cdecl("personalize_hook_remove")
public func personalize_hook_remove(
    _ engine: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ registration: UnsafePointer<CChar>?, _ registration_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let name = try HookName(host: Arguments.text(name, length, "name"))
        let registration = try Arguments.registration(registration, registration_length)
        let existed = try runtime.setHook(name, registration: registration, nil)
        return existed ? PERSONALIZE_OK : PERSONALIZE_NONE
    }
}

/// The host's function with its pointer; nil for no function.
private func callback(
    _ hook: personalize_hook_fn?, _ user: UnsafeMutableRawPointer?, _ drop: personalize_drop_fn?
) -> HookCallback? {
    let host = HostPointer(user)
    return hook.map { hook in
        HookCallback(
            { hook(host.user, $0.token, $0.question.characters, $0.question.count) },
            drop: { drop?(host.user) })
    }
}

extension Arguments {
    /// The name of one of several registrations.
    fileprivate static func registration(
        _ text: UnsafePointer<CChar>?, _ length: Int
    ) throws(PersonalizeError) -> String {
        let name = try self.text(text, length, "registration")
        guard !name.isEmpty else {
            throw PersonalizeError(
                .argument, "empty_registration", "A registration has to have a name.",
                hint: "Give a name; personalize_hook_set() needs none.")
        }
        return name
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
