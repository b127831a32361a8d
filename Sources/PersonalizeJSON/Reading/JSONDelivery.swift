/// Parses each record the scan finds and hands it over.
struct JSONDelivery: JSONScanVisitor {
    let bytes: UnsafeRawBufferPointer
    let limits: JSONLimits
    let names: JSONListNames
    let record: (JSONRecord) -> Void
    private var place = JSONPlace()

    init(
        bytes: UnsafeRawBufferPointer, limits: JSONLimits, names: JSONListNames,
        record: @escaping (JSONRecord) -> Void
    ) {
        self.bytes = bytes
        self.limits = limits
        self.names = names
        self.record = record
    }

    mutating func listOpens(_ list: Int, at position: Int) {}
    mutating func listCloses(at position: Int) {}

    mutating func record(_ found: JSONScannedRecord) {
        let list = names.names[found.list]
        record(
            JSONRecord(
                list: list, index: found.index, offset: found.range.lowerBound,
                result: result(found, list)))
    }

    private mutating func result(
        _ found: JSONScannedRecord, _ list: String
    ) -> Result<JSONValue, JSONError> {
        var fault: JSONFault
        do throws(JSONFault) {
            if let broken = found.fault { throw broken }
            do throws(JSONFault) {
                return .success(
                    try JanssonReader.value(
                        of: UnsafeRawBufferPointer(rebasing: bytes[found.range])))
            } catch {
                fault = error
                fault.position &+= found.range.lowerBound
            }
        } catch {
            fault = error
        }
        place.advance(to: found.range.lowerBound, in: bytes)
        return .failure(
            fault.error(
                at: place.advanced(to: fault.position, in: bytes), limits: limits,
                path: JSONRecord.path(list: list, index: found.index)))
    }
}
