import PersonalizeJSON
import Testing

@Suite struct JSONRealTests {
    private static let spellings = [
        "1.10", "1.0", "0.1", "-0", "-0.0", "0.0", "1E5", "1e5", "1e+05", "1E-400", "5e-324",
        "3.141592653589793238462643383279", "1.7976931348623157e308", "-12.500", "100e-2", "0e0",
        "0.30000000000000004",
    ]

    @Test(arguments: spellings)
    func keepsTheSpelling(spelling: String) throws {
        #expect(try JSONValue.parse(spelling).encoded() == spelling)
        let document = "{\"data\":[{\"1.5\":\"2.5 \\\" 3.5\",\"x\":[7,\(spelling),-8,1.25]}]}"
        let (_, records) = try readAll(document)
        let record = try #require(records.first?.value)
        #expect(record["x"]?.array?[1].double == Double(spelling))
        #expect(record.encoded() == "{\"1.5\":\"2.5 \\\" 3.5\",\"x\":[7,\(spelling),-8,1.25]}")
    }

    @Test func keepsEverySpellingWhenSorting() throws {
        let text = #"{"b":[1.50,{"z":2.0,"a":-0}],"a":1e2,"c":3}"#
        #expect(
            try JSONValue.parse(text).encoded(sorted: true)
                == #"{"a":1e2,"b":[1.50,{"a":-0,"z":2.0}],"c":3}"#)
    }

    @Test func keepsTheSpellingsOfTheEnvelope() throws {
        let (envelope, _) = try readAll(#"{"a":1.50,"data":[9.990,8.880],"b":2.50}"#)
        #expect(envelope.encoded() == #"{"a":1.50,"data":[],"b":2.50}"#)
    }

    @Test func spellsComputedNumbersShortest() {
        #expect(JSONValue.number(0.1).encoded() == "0.1")
        #expect(JSONValue.number(2).encoded() == "2.0")
        #expect(JSONValue.number(1e300).encoded() == "1e+300")
        #expect(JSONValue.number(.nan) == .null)
        #expect(JSONValue.number(.infinity) == .null)
        #expect(JSONReal(-.infinity) == nil)
    }

    @Test func computedNumbersReadBack() throws {
        for value in [
            0.1, 1e21, -.leastNonzeroMagnitude, 123_456.789, .greatestFiniteMagnitude, -0.0, 1e16,
        ] {
            let read = try JSONValue.parse(JSONValue.number(value).encoded())
            #expect(read.double == value)
            #expect(read == .number(value))
        }
    }

    @Test func tellsSpellingsApart() throws {
        #expect(try JSONValue.parse("1.10") != JSONValue.parse("1.1"))
        #expect(try JSONValue.parse("1.10").double == JSONValue.parse("1.1").double)
        #expect(try JSONValue.parse("-0").integer == 0)
    }
}
