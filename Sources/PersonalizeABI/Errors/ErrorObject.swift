import Glibc
import PersonalizeCore
import PersonalizeJSON

/// An error as a C host holds it: one block of memory with its texts.
struct ErrorObject {
    private var mark: UInt64
    let code: Int32
    let reason: UnsafeMutablePointer<CChar>?
    let message: UnsafeMutablePointer<CChar>?
    let path: UnsafeMutablePointer<CChar>?
    let hint: UnsafeMutablePointer<CChar>?
    let vendor: UnsafeMutablePointer<CChar>?
    let json: UnsafeMutablePointer<CChar>?

    /// Tells an error from most other memory: freeing one twice, or something
    /// else, then does nothing in most cases.
    private static let living: UInt64 = 0x7065_7273_6572_726F

    private init(_ error: PersonalizeError) {
        mark = Self.living
        code = error.code.rawValue
        reason = ownedText(error.reason)
        message = ownedText(error.message)
        path = error.path.flatMap(ownedText)
        hint = error.hint.flatMap(ownedText)
        vendor = error.vendor.flatMap(ownedText)
        json = ownedText(JSONValue.object(error.json).encoded())
    }

    /// Gives the host the error, if it wants it, and the code.
    static func give(
        _ error: PersonalizeError, to output: UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 {
        if let output {
            let object = UnsafeMutablePointer<ErrorObject>.allocate(capacity: 1)
            object.initialize(to: ErrorObject(error))
            output.pointee = OpaquePointer(object)
        }
        return error.code.rawValue
    }

    static func at(_ pointer: OpaquePointer?) -> ErrorObject? {
        guard let pointer else { return nil }
        let object = UnsafeMutablePointer<ErrorObject>(pointer).pointee
        return object.mark == living ? object : nil
    }

    static func free(_ pointer: OpaquePointer?) {
        guard let pointer, let object = at(pointer) else { return }
        for text in [
            object.reason, object.message, object.path, object.hint, object.vendor, object.json,
        ] {
            Glibc.free(text)
        }
        let memory = UnsafeMutablePointer<ErrorObject>(pointer)
        memory.pointee.mark = 0
        memory.deallocate()
    }
}

/// A copy for the host, who frees it with `personalize_free`; nil when there is
/// no memory.
func ownedText(_ text: String) -> UnsafeMutablePointer<CChar>? {
    var text = text
    return text.withUTF8 { bytes in
        guard let copy = malloc(bytes.count + 1) else { return nil }
        if let base = bytes.baseAddress { memcpy(copy, base, bytes.count) }
        let characters = copy.assumingMemoryBound(to: CChar.self)
        characters[bytes.count] = 0
        return characters
    }
}

/// A text of the library's own, which lives for ever.
func staticText(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
