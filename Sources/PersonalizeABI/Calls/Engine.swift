import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_open")
public func personalize_open(
    _ configuration: UnsafePointer<CChar>?, _ length: Int,
    _ engine: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let output = try Arguments.output(engine, "engine")
        let text = try Arguments.text(configuration, length, "configuration")
        let runtime = try Runtime.open(configuration: text, factories: adapterFactories)
        guard let handle = HandleTable.insert(runtime) else {
            try runtime.close()
            throw PersonalizeError(.limit, "too_many_engines", "Too many engines are open.")
        }
        output.pointee = handle
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_start")
public func personalize_start(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .start }
}

@implementation @_cdecl("personalize_close")
public func personalize_close(
    _ engine: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        guard engine != nil else { return PERSONALIZE_OK }
        try HandleTable.runtime(engine).close()
        _ = HandleTable.remove(engine)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_reopen")
public func personalize_reopen(
    _ engine: OpaquePointer?, _ storage: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let inherited = try HandleTable.runtime(engine)
        let storage = try Arguments.text(storage, length, "storage")
        let successor = try inherited.reopened(storage: storage)
        if let inherited = HandleTable.replace(engine, with: successor) {
            // Never freed: see `reopened(storage:)`.
            _ = Unmanaged.passRetained(inherited)
        }
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_state")
public func personalize_state(
    _ engine: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        try give(JSONValue.object(runtime.state()).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_stats")
public func personalize_stats(
    _ engine: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        try give(JSONValue.object(runtime.perform(.stats)).encoded(), to: output)
        return PERSONALIZE_OK
    }
}
