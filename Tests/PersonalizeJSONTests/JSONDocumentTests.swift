import PersonalizeJSON
import Testing

/// The records of a document and what is left of it.
func readAll(
    _ text: String, lists: [String] = ["data"], limits: JSONLimits = .standard
) throws(JSONError) -> (envelope: JSONValue, records: [JSONRecord]) {
    var records: [JSONRecord] = []
    let envelope = try JSONDocument.read(text, lists: lists, limits: limits) { records.append($0) }
    return (envelope, records)
}

extension JSONRecord {
    var value: JSONValue? { try? result.get() }

    var error: JSONError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

@Suite struct JSONDocumentTests {
    @Test func deliversRecordsInOrderAndLeavesTheEnvelope() throws {
        let text = #"{"ok": true, "data": [{"id": 1}, [2.50], "x", null ], "more": {"data": [1]}}"#
        let (envelope, records) = try readAll(text)
        #expect(envelope.encoded() == #"{"ok":true,"data":[],"more":{"data":[1]}}"#)
        #expect(records.map { $0.value?.encoded() } == [#"{"id":1}"#, "[2.50]", #""x""#, "null"])
        #expect(records.map(\.path) == ["$.data[0]", "$.data[1]", "$.data[2]", "$.data[3]"])
        #expect(records.map(\.offset) == [22, 33, 41, 46])
        #expect(records.allSatisfy { $0.list == "data" })
    }

    @Test func readsADocumentThatIsAList() throws {
        let (envelope, records) = try readAll(" [1, {\"a\": []}] ", lists: [""])
        #expect(envelope == [])
        #expect(records.map { $0.value?.encoded() } == ["1", #"{"a":[]}"#])
        #expect(records.map(\.path) == ["$[0]", "$[1]"])
        let (whole, none) = try readAll("[1,2]", lists: ["data"])
        #expect(whole == [1, 2])
        #expect(none.isEmpty)
    }

    @Test func comparesListNamesAsDecoded() throws {
        let (envelope, records) = try readAll(#"{"d\u0061t\u0061":[1],"dat":[2]}"#)
        #expect(envelope == ["data": [], "dat": [2]])
        #expect(records.map(\.value) == [1])
    }

    @Test func dropsBadRecordsAlone() throws {
        let bad = [
            ("nul", "syntax"), ("01", "syntax"), ("{\"a\":1,}", "syntax"), ("", "syntax"),
            ("1e999", "number_out_of_range"), ("9223372036854775808", "number_out_of_range"),
            (#""\u0000""#, "null_character"), (#"{"a\u0000":1}"#, "null_character"),
            (#""\ud800""#, "syntax"), (#"{"a":1,"a":2}"#, "duplicate_key"), ("1 2", "syntax"),
        ]
        for (record, reason) in bad {
            let (_, records) = try readAll("{\"data\":[{\"id\":1},\n\(record),{\"id\":2}]}")
            #expect(records.map { $0.value?["id"]?.integer } == [1, nil, 2], "\(record)")
            let error = try #require(records[1].error)
            #expect(error.reason == reason, "\(record)")
            #expect(error.line == 2)
            #expect(error.path == "$.data[1]")
        }
    }

    @Test func refusesWhatCannotBeCutAndDeliversNothing() {
        for text in [
            #"{"data":[1,2}"#, #"{"data":[1,2"#, #"{"data":[1,"2]}"#, #"{"data":[1]} x"#, "", "  ",
            #"{"data":[1],"data":[2]}"#, #"{"data":[1],"d\u0061ta":[2]}"#, #"{"data" [1]}"#,
            #"{"data":[1],}"#, #"{"data":[1],"data":2}"#, "]", #"{"data":[1]}}"#,
        ] {
            var count = 0
            #expect(throws: JSONError.self, "\(text)") {
                try JSONDocument.read(text, lists: ["data"]) { _ in count += 1 }
            }
            #expect(count == 0, "\(text)")
        }
    }

    @Test func readsSeveralListsInDocumentOrder() throws {
        let text = #"{"b":[1],"x":[9],"a":[ ],"c":{"a":[8]},"d":null}"#
        let (envelope, records) = try readAll(text, lists: ["a", "b", "c", "d"])
        #expect(envelope.encoded() == #"{"b":[],"x":[9],"a":[],"c":{"a":[8]},"d":null}"#)
        #expect(records.map(\.path) == ["$.b[0]"])
    }

    @Test func theEmptyNameIsNoMember() throws {
        let (envelope, records) = try readAll(#"{"":[1],"a":[2]}"#, lists: [""])
        #expect(envelope == ["": [1], "a": [2]])
        #expect(records.isEmpty)
    }

    @Test func aTextThatLooksLikeAListIsNone() throws {
        let (envelope, records) = try readAll(#"{"x":"\"data\":[1]","y":"data","z":[2]}"#)
        #expect(envelope["z"] == [2])
        #expect(records.isEmpty)
    }

    @Test(arguments: [("", 0), (" \n", 0), (",", 2), ("1,", 2), (",1", 2), ("1,,2", 3)])
    func everyCommaMakesARecord(list: String, count: Int) throws {
        let (_, records) = try readAll("{\"data\":[\(list)]}")
        #expect(records.count == count)
        #expect(records.map(\.index) == Array(0..<count))
        let values = list.split(separator: ",").compactMap { Int64($0) }
        #expect(records.compactMap { $0.value?.integer } == values)
        #expect(records.compactMap(\.error).allSatisfy { $0.message == "a value is missing" })
    }

    @Test func faultsOutsideTheRecordsNameTheirPlaceInTheWholeDocument() {
        let text = "{\"data\":[1,\n2,3],\n\"more\": nul}"
        let error = #expect(throws: JSONError.self) { try readAll(text) }
        #expect(error?.reason == "syntax")
        #expect(error?.line == 3)
        #expect(error?.column == 12)
        #expect(error?.path == nil)
    }

    @Test func faultsInRecordsNameTheirPlaceInTheWholeDocument() throws {
        let (_, records) = try readAll("{\"data\":[1,\n {\"\u{E9}\":\n  01}, 2,\n\n x]}")
        let errors = records.compactMap(\.error)
        #expect(errors.map(\.line) == [3, 5])
        #expect(errors.map(\.path) == ["$.data[1]", "$.data[3]"])
    }
}
