/// What a document is without its records.
///
/// The scan runs once for this, over everything, before a record is parsed:
/// the gaps are all it keeps, at most one for each list.
struct JSONEnvelope {
    /// The bytes between the brackets of the record lists, in order.
    let gaps: [Range<Int>]

    init(
        of bytes: UnsafeRawBufferPointer, limits: JSONLimits, names: JSONListNames
    ) throws(JSONFault) {
        var scan = JSONScan(bytes, limits: limits, names: names, visitor: Gaps())
        try scan.run()
        gaps = scan.visitor.ranges
    }

    /// The document with every record list empty.
    func value(_ bytes: UnsafeRawBufferPointer) throws(JSONFault) -> JSONValue {
        guard !gaps.isEmpty else { return try JanssonReader.value(of: bytes) }
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count &- gaps.reduce(0) { $0 &+ $1.count })
        var start = 0
        for gap in gaps {
            kept.append(contentsOf: bytes[start..<gap.lowerBound])
            start = gap.upperBound
        }
        kept.append(contentsOf: bytes[start...])
        let result = kept.withUnsafeBytes { kept in
            Result { () throws(JSONFault) in try JanssonReader.value(of: kept) }
        }
        switch result {
        case .success(let value): return value
        case .failure(var fault):
            fault.position = original(fault.position)
            throw fault
        }
    }

    /// Where a position in the shortened document stands in the whole one.
    private func original(_ position: Int) -> Int {
        var position = position
        for gap in gaps where gap.lowerBound < position { position &+= gap.count }
        return position
    }

    private struct Gaps: JSONScanVisitor {
        var ranges: [Range<Int>] = []
        var start = 0

        mutating func listOpens(_ list: Int, at position: Int) { start = position }
        mutating func listCloses(at position: Int) { ranges.append(start..<position) }
        mutating func record(_ record: JSONScannedRecord) {}
    }
}
