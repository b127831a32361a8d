extension JSONValue {
    /// The value as compact JSON.
    ///
    /// Members keep their order; `sorted` puts them in the order of the bytes
    /// of their keys, at every level, so that equal content gives equal text.
    /// Text stays UTF-8 and is escaped only where JSON wants it. Numbers keep
    /// the spelling they came with. Containers nested deeper than 512 levels,
    /// which nothing that was parsed can be, are written as `null`, and so is
    /// everything when memory runs out.
    public func encoded(sorted: Bool = false) -> String {
        String(decoding: encodedBytes(sorted: sorted), as: UTF8.self)
    }

    /// The bytes of `encoded(sorted:)`.
    public func encodedBytes(sorted: Bool = false) -> [UInt8] {
        JanssonWriter.bytes(of: self, sorted: sorted)
    }
}
