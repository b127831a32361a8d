import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

/// Carries out what a host says of a presentation; `NONE` when it came too late
/// to have an effect.
private func say(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ error: ErrorOutput?,
    _ command: () throws(PersonalizeError) -> PresentationCommand
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let reply = try runtime.perform(
            .presentation(id: Arguments.presentation(presentation), command()))
        return reply["done"] == true ? PERSONALIZE_OK : PERSONALIZE_NONE
    }
}

/// Reads an argument into an output; `NONE` when it has no value.
private func readArgument<Value, Output>(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ output: UnsafeMutablePointer<Output>?, _ label: String,
    _ error: ErrorOutput?, none: Output,
    _ value: (PresentationArguments, String) -> Value?,
    _ write: (Value, UnsafeMutablePointer<Output>) throws(PersonalizeError) -> Void
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(output, label)
        let name = try Arguments.text(name, length, "name")
        let arguments = try runtime.arguments(
            ofPresentation: Arguments.presentation(presentation))
        guard let found = value(arguments, name) else {
            output.pointee = none
            return PERSONALIZE_NONE
        }
        try write(found, output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_presentation_presented")
public func personalize_presentation_presented(
    _ engine: OpaquePointer?, _ presentation: UInt64,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    say(engine, presentation, error) { .presented }
}

@implementation @_cdecl("personalize_presentation_dismissed")
public func personalize_presentation_dismissed(
    _ engine: OpaquePointer?, _ presentation: UInt64,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    say(engine, presentation, error) { .dismissed }
}

@implementation @_cdecl("personalize_presentation_trigger")
public func personalize_presentation_trigger(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ argument: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    say(engine, presentation, error) { () throws(PersonalizeError) in
        .trigger(argument: try Arguments.text(argument, length, "argument"))
    }
}

@implementation @_cdecl("personalize_presentation_failed")
public func personalize_presentation_failed(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ message: UnsafePointer<CChar>?,
    _ length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    say(engine, presentation, error) { () throws(PersonalizeError) in
        .failed(message: try Arguments.optionalText(message, length, "message") ?? "")
    }
}

@implementation @_cdecl("personalize_presentation_release")
public func personalize_presentation_release(
    _ engine: OpaquePointer?, _ presentation: UInt64,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    say(engine, presentation, error) { .release }
}

@implementation @_cdecl("personalize_presentation_string")
public func personalize_presentation_string(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ value: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    readArgument(
        engine, presentation, name, length, value, "value", error, none: nil,
        { $0.string($1) }, { text, output throws(PersonalizeError) in try give(text, to: output) })
}

@implementation @_cdecl("personalize_presentation_boolean")
public func personalize_presentation_boolean(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ value: UnsafeMutablePointer<Int32>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    readArgument(
        engine, presentation, name, length, value, "value", error, none: 0,
        { $0.boolean($1) }, { $1.pointee = $0 ? 1 : 0 })
}

@implementation @_cdecl("personalize_presentation_integer")
public func personalize_presentation_integer(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ value: UnsafeMutablePointer<Int64>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    readArgument(
        engine, presentation, name, length, value, "value", error, none: 0,
        { $0.integer($1) }, { $1.pointee = $0 })
}

@implementation @_cdecl("personalize_presentation_number")
public func personalize_presentation_number(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ value: UnsafeMutablePointer<Double>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    readArgument(
        engine, presentation, name, length, value, "value", error, none: 0,
        { $0.double($1) }, { $1.pointee = $0 })
}

@implementation @_cdecl("personalize_presentation_file")
public func personalize_presentation_file(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ path: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    readArgument(
        engine, presentation, name, length, path, "path", error, none: nil, { $0.file($1) },
        { text, output throws(PersonalizeError) in try give(text, to: output) })
}

@implementation @_cdecl("personalize_presentation_map")
public func personalize_presentation_map(
    _ engine: OpaquePointer?, _ presentation: UInt64, _ name: UnsafePointer<CChar>?,
    _ length: Int, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    readArgument(
        engine, presentation, name, length, json, "json", error, none: nil, { $0.map($1) },
        { map, output throws(PersonalizeError) in
            try give(JSONValue.object(map).encoded(), to: output)
        })
}

@implementation @_cdecl("personalize_presentation_arguments")
public func personalize_presentation_arguments(
    _ engine: OpaquePointer?, _ presentation: UInt64,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let arguments = try runtime.arguments(
            ofPresentation: Arguments.presentation(presentation))
        try give(JSONValue.object(arguments.all).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_presentation_describe")
public func personalize_presentation_describe(
    _ engine: OpaquePointer?, _ presentation: UInt64,
    _ text: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(text, "text")
        let arguments = try runtime.arguments(
            ofPresentation: Arguments.presentation(presentation))
        try give(arguments.description, to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_presentation_find")
public func personalize_presentation_find(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ template: UnsafePointer<CChar>?, _ template_length: Int,
    _ presentation: UnsafeMutablePointer<UInt64>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    read(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(presentation, "presentation")
        let found = try runtime.presentation(
            ofTemplate: Arguments.text(template, template_length, "template"),
            vendor: Arguments.optionalText(vendor, vendor_length, "vendor"))
        output.pointee = found.map { UInt64(clamping: $0) } ?? 0
        return found == nil ? PERSONALIZE_NONE : PERSONALIZE_OK
    }
}
