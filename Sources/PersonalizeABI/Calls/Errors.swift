import CPersonalize

@implementation @_cdecl("personalize_error_code")
public func personalize_error_code(_ error: OpaquePointer?) -> Int32 {
    ErrorObject.at(error)?.code ?? PERSONALIZE_OK
}

@implementation @_cdecl("personalize_error_reason")
public func personalize_error_reason(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
    text(ErrorObject.at(error)?.reason)
}

@implementation @_cdecl("personalize_error_message")
public func personalize_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
    text(ErrorObject.at(error)?.message)
}

@implementation @_cdecl("personalize_error_path")
public func personalize_error_path(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
    text(ErrorObject.at(error)?.path)
}

@implementation @_cdecl("personalize_error_hint")
public func personalize_error_hint(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
    text(ErrorObject.at(error)?.hint)
}

@implementation @_cdecl("personalize_error_vendor")
public func personalize_error_vendor(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
    text(ErrorObject.at(error)?.vendor)
}

@implementation @_cdecl("personalize_error_json")
public func personalize_error_json(_ error: OpaquePointer?) -> UnsafePointer<CChar>! {
    text(ErrorObject.at(error)?.json)
}

@implementation @_cdecl("personalize_error_free")
public func personalize_error_free(_ error: OpaquePointer?) { ErrorObject.free(error) }

/// The text, or an empty one.
private func text(_ characters: UnsafeMutablePointer<CChar>?) -> UnsafePointer<CChar> {
    characters.map { UnsafePointer($0) } ?? staticText("")
}
