import PersonalizeJSON

/// Bytes in a JSON object: as text when they are text, which keeps a journal
/// readable, otherwise as base64 under a name of their own.
extension JSONObject {
    /// Sets `name` or `name_base64`; neither for nil.
    mutating func set(bytes: [UInt8]?, as name: String) {
        guard let bytes else { return }
        if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
            self[name] = .string(text)
        } else {
            self[name + "_base64"] = .string(Base64.encode(bytes))
        }
    }

    /// The bytes that `set(bytes:as:)` wrote; nil when there are none.
    func bytes(as name: String) -> [UInt8]? {
        if let text = self[name]?.string { return Array(text.utf8) }
        return self[name + "_base64"]?.string.flatMap(Base64.decode)
    }
}
