/// The fuzzer of PersonalizeJSON, compiled together with its sources.
///
/// Whatever the bytes are, nothing may trap, and cutting a document must
/// never change what it says: read in records or read whole, the answer is
/// the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    checkRoundTrip(bytes)
    checkCutting(bytes)
    checkTightLimits(bytes)
    return 0
}

private let lists = ["data", "a", ""]

/// A value that was read encodes to text that reads as the same value.
private func checkRoundTrip(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONValue.parse(bytes) else { return }
    let encoded = value.encodedBytes()
    guard let again = try? JSONValue.parse(encoded) else { fatalError("encoding is no JSON") }
    guard again == value else { fatalError("encoding changed the value") }
    guard again.encodedBytes() == encoded else { fatalError("encoding is not stable") }
    let sorted = value.encodedBytes(sorted: true)
    guard let reordered = try? JSONValue.parse(sorted) else { fatalError("sorted is no JSON") }
    guard reordered.encodedBytes(sorted: true) == sorted else { fatalError("sorting is unstable") }
}

/// Cut into records, a document is good exactly when it is good as a whole.
private func checkCutting(_ bytes: UnsafeRawBufferPointer) {
    let whole = try? JSONValue.parse(bytes)
    var records: [String: [JSONValue]] = [:]
    var refused = 0
    var last = -1
    let envelope = try? JSONDocument.read(bytes, lists: lists) { record in
        guard record.offset > last else { fatalError("records out of order") }
        last = record.offset
        switch record.result {
        case .success(let value): records[record.list, default: []].append(value)
        case .failure(let error):
            refused += 1
            guard error.position >= record.offset, error.position <= bytes.count,
                error.line > 0, error.column > 0
            else { fatalError("an error outside its record") }
        }
    }
    guard var envelope else {
        guard whole == nil, last == -1 else { fatalError("a good document refused") }
        return
    }
    if envelope.array != nil, let elements = records[""] { envelope = .array(elements) }
    if var object = envelope.object {
        for (list, elements) in records { object[list] = .array(elements) }
        envelope = .object(object)
    }
    guard (whole != nil) == (refused == 0) else { fatalError("a bad record passed or reverse") }
    guard whole == nil || whole == envelope else { fatalError("cutting changed the document") }
}

/// Limits that nearly everything breaks.
private func checkTightLimits(_ bytes: UnsafeRawBufferPointer) {
    let limits = JSONLimits(documentBytes: 1 << 20, depth: 3, stringBytes: 4, values: 5)
    _ = try? JSONDocument.read(bytes, lists: lists, limits: limits) { record in
        guard let value = try? record.result.get() else { return }
        guard measure(value).depth <= limits.depth, measure(value).values <= limits.values
        else { fatalError("a limit was passed") }
    }
}

private func measure(_ value: JSONValue) -> (depth: Int, values: Int) {
    let children = value.array ?? value.object?.members.map(\.value)
    guard let children else { return (0, 1) }
    return children.map(measure).reduce((1, 1)) { total, child in
        (max(total.0, child.depth + 1), total.1 + child.values)
    }
}
