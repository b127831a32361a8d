import PersonalizeJSON
import Testing

/// Every limit one below, at, and one above.
@Suite struct JSONLimitsTests {
    private func reason(_ text: String, _ limits: JSONLimits) -> String? {
        do throws(JSONError) {
            _ = try JSONValue.parse(text, limits: limits)
            return nil
        } catch {
            return error.reason
        }
    }

    /// The reasons of the records of the list `data`, nil for a good one.
    private func reasons(_ records: String, _ limits: JSONLimits) throws -> [String?] {
        try readAll("{\"data\":[\(records)]}", limits: limits).records.map { $0.error?.reason }
    }

    private func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test(arguments: [(9, nil), (10, nil), (11, "document_too_large")])
    func documentBytes(count: Int, expected: String?) {
        let text = "\"" + String(repeating: "x", count: count - 2) + "\""
        #expect(reason(text, JSONLimits(documentBytes: 10)) == expected)
    }

    @Test func standardDocumentBytes() throws {
        let most = JSONLimits.standard.documentBytes
        #expect(most == 16_777_216)
        for (count, expected) in [(most - 1, nil), (most, nil), (most + 1, "document_too_large")] {
            var bytes = [UInt8](repeating: 0x20, count: count)
            bytes[0] = 0x31
            let result = Result { () throws(JSONError) in try JSONValue.parse(bytes) }
            switch result {
            case .success(let value): #expect(expected == nil && value == 1)
            case .failure(let error): #expect(error.reason == expected)
            }
        }
    }

    @Test(arguments: [(63, nil), (64, nil), (65, "too_deep"), (5000, "too_deep")])
    func depthOfADocument(depth: Int, expected: String?) {
        #expect(reason(nested(depth), .standard) == expected)
        let objects =
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        #expect(reason(objects, .standard) == expected)
    }

    @Test(arguments: [(61, nil), (62, nil), (63, "too_deep"), (5000, "too_deep")])
    func depthOfARecordCountsFromTheDocument(depth: Int, expected: String?) throws {
        #expect(try reasons("1,\(nested(depth)),2", .standard) == [nil, expected, nil])
    }

    @Test func depthCanOnlyBeLowered() {
        #expect(JSONLimits(depth: 1000).depth == 128)
        #expect(JSONLimits(depth: -1).depth == 0)
        #expect(reason("[1]", JSONLimits(depth: 0)) == "too_deep")
        #expect(reason("1", JSONLimits(depth: 0)) == nil)
        #expect(reason("[[1]]", JSONLimits(depth: 2)) == nil)
        #expect(reason("[[[1]]]", JSONLimits(depth: 2)) == "too_deep")
    }

    @Test(arguments: [(9, nil), (10, nil), (11, "string_too_long")])
    func stringBytes(count: Int, expected: String?) throws {
        let limits = JSONLimits(stringBytes: 10)
        let text = "\"" + String(repeating: "x", count: count) + "\""
        #expect(reason(text, limits) == expected)
        #expect(reason("{\(text):1}", limits) == expected)
        #expect(try reasons("1,{\(text):1},[\(text)],2", limits) == [nil, expected, expected, nil])
    }

    @Test func stringBytesCountAsWritten() {
        let limits = JSONLimits(stringBytes: 6)
        #expect(reason(#""\u00e9""#, limits) == nil)
        #expect(reason(#""\u00e9x""#, limits) == "string_too_long")
        #expect(reason(#""\"\"\"""#, limits) == nil)
    }

    @Test func standardStringBytes() throws {
        let most = JSONLimits.standard.stringBytes
        #expect(most == 1_048_576)
        for (count, expected) in [(most - 1, nil), (most, nil), (most + 1, "string_too_long")] {
            let text = "\"" + String(repeating: "x", count: count) + "\""
            #expect(try reasons("1,\(text),2", .standard) == [nil, expected, nil])
        }
    }

    @Test(arguments: [(9, nil), (10, nil), (11, "number_too_long")])
    func numberBytes(count: Int, expected: String?) throws {
        let limits = JSONLimits(stringBytes: 10)
        let text = "0." + String(repeating: "1", count: count - 2)
        #expect(reason(text, limits) == expected)
        #expect(try reasons("1,\(text),2", limits) == [nil, expected, nil])
    }

    @Test(arguments: [(9, nil), (10, nil), (11, "too_many_values")])
    func valuesOfADocument(count: Int, expected: String?) {
        let limits = JSONLimits(values: 10)
        let elements = Array(repeating: "1", count: count - 1).joined(separator: ",")
        #expect(reason("[\(elements)]", limits) == expected)
        let members = (1..<count).map { "\"k\($0)\":\"v\"" }.joined(separator: ",")
        #expect(reason("{\(members)}", limits) == expected)
        let empties = Array(repeating: "{}", count: count - 1).joined(separator: ",")
        #expect(reason("[\(empties)]", limits) == expected)
    }

    @Test(arguments: [(9, nil), (10, nil), (11, "too_many_values")])
    func valuesOfARecord(count: Int, expected: String?) throws {
        let limits = JSONLimits(values: 10)
        let elements = Array(repeating: "1", count: count - 1).joined(separator: ",")
        let record = "[\(elements)]"
        #expect(
            try reasons("\(record),\(record),1", limits) == [expected, expected, nil])
    }

    @Test func standardValues() throws {
        let most = JSONLimits.standard.values
        #expect(most == 100_000)
        for (count, expected) in [(most - 1, nil), (most, nil), (most + 1, "too_many_values")] {
            let elements = Array(repeating: "1", count: count - 1).joined(separator: ",")
            #expect(try reasons("1,[\(elements)],2", .standard) == [nil, expected, nil])
        }
    }

    @Test func theEnvelopeHasACountOfItsOwn() throws {
        let limits = JSONLimits(values: 3)
        let records = Array(repeating: "[1,2]", count: 50).joined(separator: ",")
        let (_, delivered) = try readAll("{\"data\":[\(records)],\"a\":1}", limits: limits)
        #expect(delivered.count == 50)
        #expect(delivered.allSatisfy { $0.value == [1, 2] })
        let error = #expect(throws: JSONError.self) {
            try readAll("{\"data\":[\(records)],\n \"a\":1,\"b\":2}", limits: limits)
        }
        #expect(error?.reason == "too_many_values")
        #expect(error?.path == nil)
        #expect(error?.line == 2)
        #expect(error?.column == 12)
    }

    @Test func theFirstBrokenLimitIsReported() throws {
        let limits = JSONLimits(depth: 4, stringBytes: 4, values: 3)
        let (_, records) = try readAll(#"{"data":[["longer",[[[1]]],1,1,1]]}"#, limits: limits)
        let error = try #require(records.first?.error)
        #expect(error.reason == "string_too_long")
        #expect(error.position == 10)
        #expect(error.message == "a string is longer than 4 bytes")
    }

    @Test func aRefusedRecordStillHasToClose() {
        let open = String(repeating: "[", count: 100)
        for text in ["{\"data\":[\(open)", "{\"data\":[\(open)\(open.dropFirst())]}"] {
            let error = #expect(throws: JSONError.self) { try readAll(text) }
            #expect(["truncated", "mismatched_bracket"].contains(error?.reason))
        }
    }
}
