/// Reads documents that are mostly lists of records.
///
/// jansson turns 16 MiB of `[{},…]` into more than a GiB, and one bad number
/// fails a whole document. So the lists are cut into records by a scan, and
/// jansson sees one record at a time: memory follows the largest record, and
/// a record that jansson refuses is dropped alone.
public enum JSONDocument {
    /// Reads a document and hands over its records one at a time.
    ///
    /// A record is an element of a top-level member that is an array and has
    /// one of the names in `lists` (at most 64). Names compare as decoded, so
    /// `"d\u0061ta"` is the list `data`. The empty name stands for a document
    /// that is an array itself; no member is called by it.
    ///
    /// The result is the document without the records: each list is there
    /// and empty. `record` is called, in document order, only after
    /// everything outside the records has been found good, so a document that
    /// is refused has delivered nothing.
    ///
    /// - Throws: when the document cannot be cut (brackets or quotes that do
    ///   not match, truncation), when it is no JSON outside the records, or
    ///   when a limit is broken there. Within a record those are its result.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, lists: [String], limits: JSONLimits = .standard,
        record: (JSONRecord) -> Void
    ) throws(JSONError) -> JSONValue {
        let names = JSONListNames(lists)
        let envelope: JSONEnvelope
        let value: JSONValue
        do throws(JSONFault) {
            envelope = try JSONEnvelope(of: bytes, limits: limits, names: names)
            value = try envelope.value(bytes)
        } catch {
            throw error.error(
                at: JSONPlace().advanced(to: error.position, in: bytes), limits: limits)
        }
        guard !envelope.gaps.isEmpty else { return value }
        return try withoutActuallyEscaping(record) { record throws(JSONError) in
            var scan = JSONScan(
                bytes, limits: limits, names: names,
                visitor: JSONDelivery(bytes: bytes, limits: limits, names: names, record: record))
            do throws(JSONFault) { try scan.run() } catch {
                throw error.error(
                    at: JSONPlace().advanced(to: error.position, in: bytes), limits: limits)
            }
            return value
        }
    }

    /// Reads a document from an array of bytes.
    public static func read(
        _ bytes: [UInt8], lists: [String], limits: JSONLimits = .standard,
        record: (JSONRecord) -> Void
    ) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBytes { bytes in
            Result { () throws(JSONError) in
                try read(bytes, lists: lists, limits: limits, record: record)
            }
        }.get()
    }

    /// Reads a document from text.
    public static func read(
        _ text: String, lists: [String], limits: JSONLimits = .standard,
        record: (JSONRecord) -> Void
    ) throws(JSONError) -> JSONValue {
        var text = text
        return try text.withUTF8 { bytes in
            Result { () throws(JSONError) in
                try read(
                    UnsafeRawBufferPointer(bytes), lists: lists, limits: limits, record: record)
            }
        }.get()
    }
}

extension JSONValue {
    /// The value a whole document spells, which counts as one record.
    ///
    /// Any value may stand at the top. Refused are, besides what JSON itself
    /// refuses: a key that comes twice in an object, an integer beyond
    /// `Int64`, a number beyond `Double`, and the character U+0000.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = .standard
    ) throws(JSONError) -> JSONValue {
        try JSONDocument.read(bytes, lists: [], limits: limits) { _ in }
    }

    /// The value an array of bytes spells.
    public static func parse(
        _ bytes: [UInt8], limits: JSONLimits = .standard
    ) throws(JSONError) -> JSONValue {
        try JSONDocument.read(bytes, lists: [], limits: limits) { _ in }
    }

    /// The value a text spells.
    public static func parse(
        _ text: String, limits: JSONLimits = .standard
    ) throws(JSONError) -> JSONValue {
        try JSONDocument.read(text, lists: [], limits: limits) { _ in }
    }
}
