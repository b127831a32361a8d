import PersonalizeJSON
import Testing

/// What RFC 8259 says is JSON, and what it says is not.
@Suite struct JSONParseTests {
    private static let accepted: [(String, JSONValue)] = [
        ("null", .null), ("true", true), ("false", false), ("0", 0), ("-1", -1), ("\"\"", ""),
        (" \t\r\n1 \t\r\n", 1), ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]),
        ("[1 , 2\n]", [1, 2]), ("{ \"a\" : [ { } ] }", ["a": [[:]]]),
        ("9223372036854775807", 9_223_372_036_854_775_807),
        ("-9223372036854775808", .integer(.min)),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
        (#""\u0041\u00e9\u20AC\uD83D\uDE00""#, "A\u{E9}\u{20AC}\u{1F600}"),
        (
            "\"\u{7F}\u{2028}\u{FEFF}\u{FFFF}\u{10FFFF}\"",
            "\u{7F}\u{2028}\u{FEFF}\u{FFFF}\u{10FFFF}"
        ),
        (#"{"":1}"#, ["": 1]), (#"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
        ("\"[{\\\",:]}\"", "[{\",:]}"), (#"["\\"]"#, ["\\"]), (#"["\\\"]"]"#, ["\\\"]"]),
    ]

    @Test(arguments: accepted.indices)
    func accepts(index: Int) throws {
        let (text, expected) = Self.accepted[index]
        #expect(try JSONValue.parse(text) == expected, "\(text)")
    }

    private static let refused: [(String, String)] = [
        // Structure.
        ("", "truncated"), (" ", "truncated"), ("[", "truncated"), ("{\"a\":1", "truncated"),
        ("[1,", "truncated"), ("]", "mismatched_bracket"), ("[}", "mismatched_bracket"),
        ("{]", "mismatched_bracket"), ("[1]]", "mismatched_bracket"), ("[1,]", "syntax"),
        ("[,1]", "syntax"), ("[1,,2]", "syntax"), ("[1 2]", "syntax"), ("[1:2]", "syntax"),
        ("{,}", "syntax"), ("{\"a\"}", "syntax"), ("{\"a\":}", "syntax"), ("{:1}", "syntax"),
        ("{\"a\":1,}", "syntax"), ("{\"a\" 1}", "syntax"), ("{\"a\"::1}", "syntax"),
        ("{a:1}", "syntax"), ("{1:1}", "syntax"), ("{'a':1}", "syntax"), ("{null:1}", "syntax"),
        ("{\"a\":1 \"b\":2}", "syntax"), ("{\"a\",\"b\"}", "syntax"), ("{[1]:2}", "syntax"),
        ("1 2", "syntax"), ("[] []", "syntax"), ("{} x", "syntax"), ("1,", "syntax"),
        ("1]", "mismatched_bracket"), (",", "syntax"), (":", "syntax"), ("\"a\":1", "syntax"),
        // Words.
        ("nul", "syntax"), ("nulll", "syntax"), ("NULL", "syntax"), ("True", "syntax"),
        ("undefined", "syntax"), ("NaN", "syntax"), ("Infinity", "syntax"),
        ("-Infinity", "syntax"), ("// a\n1", "syntax"), ("/* a */1", "syntax"), ("#", "syntax"),
        // Numbers.
        ("01", "syntax"), ("-01", "syntax"), ("00", "syntax"), ("+1", "syntax"), ("-", "syntax"),
        (".5", "syntax"), ("1.", "syntax"), ("-.5", "syntax"), ("1e", "syntax"), ("1e+", "syntax"),
        ("1.e1", "syntax"), ("0x10", "syntax"), ("1_000", "syntax"), ("1a", "syntax"),
        ("- 1", "syntax"), ("1 .5", "syntax"), ("\u{0661}", "syntax"),
        ("9223372036854775808", "number_out_of_range"),
        ("-9223372036854775809", "number_out_of_range"), ("1e309", "number_out_of_range"),
        ("-1e999", "number_out_of_range"),
        // Strings.
        ("\"", "truncated"), ("\"a", "truncated"), ("\"\\", "truncated"), ("\"\\\"", "truncated"),
        ("'a'", "syntax"), (#""\x41""#, "syntax"), (#""\a""#, "syntax"), (#""\u12""#, "syntax"),
        (#""\u12G4""#, "syntax"), (#""\U0041""#, "syntax"), (#""\ud800""#, "syntax"),
        (#""\udc00""#, "syntax"), (#""\ud800\u0041""#, "syntax"), (#""\ud800\ud800""#, "syntax"),
        (#""\ud800x""#, "syntax"), ("\"a\nb\"", "syntax"), ("\"\t\"", "syntax"),
        ("\"\u{1F}\"", "syntax"), ("\"\u{0}\"", "syntax"), ("\u{0}", "syntax"),
        (#""\u0000""#, "null_character"), (#"["a\u0000b"]"#, "null_character"),
        (#"{"\u0000":1}"#, "null_character"), (#"{"a":"\u0000"}"#, "null_character"),
        // Other whitespace, and a byte order mark.
        ("\u{FEFF}1", "syntax"), ("\u{A0}1", "syntax"), ("[\u{0C}1]", "syntax"),
        ("[\u{0B}1]", "syntax"),
        // Keys that come twice, however they are written.
        (#"{"a":1,"a":1}"#, "duplicate_key"), (#"[{"a":{"b":1,"b":2}}]"#, "duplicate_key"),
        (#"{"a":1,"\u0061":2}"#, "duplicate_key"), (#"{"":1,"":2}"#, "duplicate_key"),
    ]

    @Test(arguments: refused)
    func refuses(text: String, reason: String) {
        let error = #expect(throws: JSONError.self, "\(text)") { try JSONValue.parse(text) }
        #expect(error?.reason == reason, "\(text): \(error?.message ?? "")")
        #expect(error?.message.isEmpty == false)
    }

    private static let notUTF8: [[UInt8]] = [
        [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xE2, 0x28, 0xA1],
    ]

    @Test(arguments: notUTF8)
    func refusesWhatIsNotUTF8(bytes: [UInt8]) throws {
        let quoted = [0x22] + bytes + [0x22]
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(quoted) }
        #expect(error?.reason == "invalid_utf8")
        var results: [String?] = []
        let document = Array("{\"data\":[1,".utf8) + quoted + Array(",2]}".utf8)
        _ = try JSONDocument.read(document, lists: ["data"]) { results.append($0.error?.reason) }
        #expect(results == [nil, "invalid_utf8", nil])
        #expect(throws: JSONError.self) {
            try JSONValue.parse([0x7B] + quoted + [0x3A, 0x31, 0x7D])
        }
    }

    @Test func namesTheLineAndColumn() {
        let error = #expect(throws: JSONError.self) {
            try JSONValue.parse("{\n  \"\u{E9}\u{1F600}\": [1, 2},\n}")
        }
        #expect(error?.line == 2)
        #expect(error?.column == 14)
        #expect(error?.position == 19)
        #expect(error?.description.hasSuffix("at line 2, column 14") == true)
    }

    @Test func namesWhereATruncatedDocumentEnds() {
        let error = #expect(throws: JSONError.self) { try JSONValue.parse("[1,\n[2]") }
        #expect(error?.reason == "truncated")
        #expect(error?.position == 7)
        #expect(error?.line == 2)
        #expect(error?.column == 4)
    }

    @Test func readsBytesTextAndBuffersAlike() throws {
        let text = #"{"a":[1,"x"]}"#
        let fromText = try JSONValue.parse(text)
        #expect(try JSONValue.parse(Array(text.utf8)) == fromText)
        let fromBuffer = try Array(text.utf8).withUnsafeBytes { try JSONValue.parse($0) }
        #expect(fromBuffer == fromText)
        #expect(throws: JSONError.self) {
            try JSONValue.parse(UnsafeRawBufferPointer(start: nil, count: 0))
        }
    }

    /// jansson seeds its hash at the first object, whichever thread makes it.
    @Test func severalThreadsParseAtOnce() async throws {
        let text = "{" + (0..<100).map { "\"key\($0)\":\($0).50" }.joined(separator: ",") + "}"
        let results = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { try JSONValue.parse(text).encoded() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results == Array(repeating: text, count: 64))
    }
}
