import PersonalizeJSON
import Testing

@Suite struct JSONEncodingTests {
    @Test func writesCompactUTF8() {
        let value: JSONValue = [
            "a": [nil, true, false, 1, "\u{E9}\u{1F600}/\u{7F}"], "b": [:], "c": [],
        ]
        #expect(
            value.encoded()
                == "{\"a\":[null,true,false,1,\"\u{E9}\u{1F600}/\u{7F}\"],\"b\":{},\"c\":[]}")
        #expect(value.encodedBytes() == Array(value.encoded().utf8))
    }

    @Test func escapesWhatItMust() {
        let value: JSONValue = "\"\\\n\r\t\u{08}\u{0C}\u{01}\u{0}"
        #expect(value.encoded().lowercased() == #""\"\\\n\r\t\b\f\u0001\u0000""#)
    }

    @Test func writesNullCharactersInKeysToo() {
        let value: JSONValue = ["a\u{0}b": 1, "a\u{0}c": 2, "a": 3]
        #expect(value.encoded() == #"{"a\u0000b":1,"a\u0000c":2,"a":3}"#)
    }

    @Test func writesEveryKindOnItsOwn() {
        let values: [(JSONValue, String)] = [
            (nil, "null"), (true, "true"), (false, "false"), (-7, "-7"), ("", "\"\""),
            (.integer(.min), "-9223372036854775808"), (.integer(.max), "9223372036854775807"),
            (.number(1.5), "1.5"), ([], "[]"), ([:], "{}"),
        ]
        for (value, text) in values { #expect(value.encoded() == text) }
    }

    @Test func sortsKeysByBytesAtEveryLevel() {
        let value: JSONValue = [
            "b": 1, "a": ["z": 1, "\u{E9}": 2, "e\u{301}": 3, "Z": 4], "": 0, "aa": 2,
        ]
        #expect(
            value.encoded(sorted: true)
                == "{\"\":0,\"a\":{\"Z\":4,\"e\u{301}\":3,\"z\":1,\"\u{E9}\":2},\"aa\":2,\"b\":1}")
        #expect(value.encoded().hasPrefix("{\"b\":1,"))
    }

    @Test func writesNullBelowTheDeepestLevel() {
        func nested(_ depth: Int) -> JSONValue {
            (1..<depth).reduce(.array([])) { value, _ in .array([value]) }
        }
        let deepest = nested(512).encoded()
        #expect(deepest == String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
        let deeper = nested(513).encoded()
        #expect(deeper.contains("[null]"))
        #expect(deeper.filter { $0 == "[" }.count == 512)
        #expect(nested(2000).encoded() == deeper)
    }

    @Test func readsBackWhatItWrote() throws {
        let value: JSONValue = [
            "text": "a \"quoted\" 1.5 \\ \u{2028}", "1.5": 2, "list": [1, .number(2.5), [nil]],
            "deep": ["a": ["b": ["c": true]]],
        ]
        #expect(try JSONValue.parse(value.encoded()) == value)
    }
}
