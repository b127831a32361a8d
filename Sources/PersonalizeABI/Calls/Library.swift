import CCurl
import CJansson
import CPersonalize
import CSQLite
import Glibc
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

@implementation @_cdecl("personalize_abi")
public func personalize_abi() -> UInt32 { UInt32(PERSONALIZE_ABI) }

@implementation @_cdecl("personalize_version")
public func personalize_version() -> UnsafePointer<CChar>! { LibraryTexts.version }

@implementation @_cdecl("personalize_build_info")
public func personalize_build_info() -> UnsafePointer<CChar>! { LibraryTexts.buildInfo }

@implementation @_cdecl("personalize_code_name")
public func personalize_code_name(_ code: Int32) -> UnsafePointer<CChar>! {
    switch code {
    case PERSONALIZE_OK: staticText("ok")
    case PERSONALIZE_NONE: staticText("none")
    case PERSONALIZE_E_ARGUMENT: staticText("argument")
    case PERSONALIZE_E_HANDLE: staticText("handle")
    case PERSONALIZE_E_FORKED: staticText("forked")
    case PERSONALIZE_E_CONFIG: staticText("config")
    case PERSONALIZE_E_JSON: staticText("json")
    case PERSONALIZE_E_STATE: staticText("state")
    case PERSONALIZE_E_NOT_FOUND: staticText("not_found")
    case PERSONALIZE_E_STORAGE: staticText("storage")
    case PERSONALIZE_E_STORAGE_BUSY: staticText("storage_busy")
    case PERSONALIZE_E_LIMIT: staticText("limit")
    case PERSONALIZE_E_BUSY: staticText("busy")
    case PERSONALIZE_E_HOOK: staticText("hook")
    case PERSONALIZE_E_TRANSPORT: staticText("transport")
    case PERSONALIZE_E_INTERNAL: staticText("internal")
    default: staticText("unknown")
    }
}

@implementation @_cdecl("personalize_free")
public func personalize_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }

/// Texts that are made once and live for ever.
private enum LibraryTexts {
    nonisolated(unsafe) static let version = UnsafePointer(ownedText(Runtime.version))
    nonisolated(unsafe) static let buildInfo = UnsafePointer(
        ownedText(JSONValue.object(information).encoded()))

    private static var information: JSONObject {
        [
            "version": .string(Runtime.version), "abi": .integer(Int64(PERSONALIZE_ABI)),
            "jansson": .string(text(jansson_version_str())),
            "sqlite": .string(text(sqlite3_libversion())),
            // "libcurl/7.88.1 OpenSSL/3.0.15 …"
            "curl": .string(
                String(text(curl_version()).prefix { $0 != " " }.drop { $0 != "/" }.dropFirst())),
            "adapters": .array(adapterFactories.map { .string($0.kind) }),
        ]
    }

    private static func text(_ characters: UnsafePointer<CChar>?) -> String {
        characters.map { String(cString: $0) } ?? ""
    }
}
