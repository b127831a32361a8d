public import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

@implementation @_cdecl("personalize_fd")
public func personalize_fd(
    _ engine: OpaquePointer?, _ fd: UnsafeMutablePointer<Int32>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        try Arguments.output(fd, "fd").pointee = runtime.descriptor()
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_timeout")
public func personalize_timeout(
    _ engine: OpaquePointer?, _ milliseconds: UnsafeMutablePointer<Int64>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(milliseconds, "milliseconds")
        let timeout = try runtime.timeout()
        output.pointee = timeout ?? -1
        return timeout == nil ? PERSONALIZE_NONE : PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_process")
public func personalize_process(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.process()
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_wait")
public func personalize_wait(
    _ engine: OpaquePointer?, _ milliseconds: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        try runtime.wait(milliseconds) ? PERSONALIZE_OK : PERSONALIZE_NONE
    }
}

@implementation @_cdecl("personalize_next_update")
public func personalize_next_update(
    _ engine: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>?,
    _ length: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        lend(try runtime.nextUpdate(), try Arguments.output(json, "json"), length)
    }
}

@implementation @_cdecl("personalize_on_update")
public func personalize_on_update(
    _ engine: OpaquePointer?, _ callback: personalize_update_fn?,
    _ user: UnsafeMutableRawPointer?, _ drop: personalize_drop_fn?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    let host = HostPointer(user)
    let own = callback.map { callback in
        UpdateCallback(
            { callback(host.user, $0.characters, $0.count) }, drop: { drop?(host.user) })
    }
    return register(own, engine, error) { runtime, own throws(PersonalizeError) in
        try runtime.onUpdate(own)
    }
}

@implementation @_cdecl("personalize_on_log")
public func personalize_on_log(
    _ engine: OpaquePointer?, _ level: Int32, _ callback: personalize_log_fn?,
    _ user: UnsafeMutableRawPointer?, _ drop: personalize_drop_fn?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    let host = HostPointer(user)
    let own = callback.map { callback in
        LogCallback(
            { message in
                (message.vendor ?? "").withCString { vendor in
                    message.line.message.withCString { text in
                        callback(host.user, message.line.level.rawValue, vendor, text)
                    }
                }
            }, drop: { drop?(host.user) })
    }
    return register(own, engine, error) { runtime, own throws(PersonalizeError) in
        guard level == PERSONALIZE_LOG_NONE || LogLevel(rawValue: level) != nil else {
            throw PersonalizeError(
                .argument, "out_of_range", "There is no log level \(level).",
                hint: "Levels are PERSONALIZE_LOG_NONE to PERSONALIZE_LOG_VERBOSE.")
        }
        try runtime.onLog(LogLevel(rawValue: level), own)
    }
}
