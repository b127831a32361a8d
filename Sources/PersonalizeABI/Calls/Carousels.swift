import CPersonalize
import PersonalizeCore
import PersonalizeRuntime

@implementation @_cdecl("personalize_carousel_next")
public func personalize_carousel_next(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .carousel(id: Arguments.placement(placement), .next) }
}

@implementation @_cdecl("personalize_carousel_previous")
public func personalize_carousel_previous(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .carousel(id: Arguments.placement(placement), .previous) }
}

@implementation @_cdecl("personalize_carousel_pause")
public func personalize_carousel_pause(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .carousel(id: Arguments.placement(placement), .pause) }
}

@implementation @_cdecl("personalize_carousel_resume")
public func personalize_carousel_resume(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .carousel(id: Arguments.placement(placement), .resume) }
}

@implementation @_cdecl("personalize_carousel_release")
public func personalize_carousel_release(
    _ engine: OpaquePointer?, _ placement: UInt64, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    perform(engine, error) { .carousel(id: Arguments.placement(placement), .release) }
}
