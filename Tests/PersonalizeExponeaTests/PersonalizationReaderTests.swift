import PersonalizeCore
import PersonalizeJSON
import Testing

/// 1.6, the field table.
@Suite struct PersonalizationReaderTests {
    @Test func readsTheVendorsExample() throws {
        let reading = try decisions(
            """
            {
              "id": "66f0a1c2d3e4f50001aa0001", "status": "OK", "ttl_seconds": 300,
              "has_tracking_consent": true, "variant_id": 1, "variant_name": "Variant B",
              "content_type": "html", "content": { "html": "<a>Sale</a>" }
            },
            { "id": "66f0a1c2d3e4f50001aa0003", "status": "filter_not_matched", "ttl_seconds": 60 }
            """)
        #expect(reading.diagnostics.isEmpty)
        #expect(
            reading.records == [
                PersonalizationRecord(
                    campaign: "66f0a1c2d3e4f50001aa0001",
                    Personalization(
                        received: now.wall, lifetime: 300_000, format: .html, hasContent: true,
                        attributes: ["variant_id": 1, "variant_name": "Variant B"]),
                    body: Array("<a>Sale</a>".utf8)),
                PersonalizationRecord(
                    campaign: "66f0a1c2d3e4f50001aa0003",
                    Personalization(
                        unavailable: "filter_not_matched", received: now.wall, lifetime: 60_000,
                        hasContent: false)),
            ])
    }

    @Test func fillsInWhatIsOptional() throws {
        let expected = [
            PersonalizationRecord(
                campaign: "b1",
                Personalization(
                    unavailable: "unknown", received: now.wall, lifetime: 0, hasContent: false))
        ]
        #expect(try decision().records == expected)
        let nulls = try decision(
            """
            "status":null,"ttl_seconds":null,"has_tracking_consent":null,"variant_id":null,
            "variant_name":null,"content_type":null,"content":null,"more":[]
            """)
        #expect(nulls.records == expected)
    }

    @Test(arguments: [
        ("OK", nil), ("filter_not_matched", "filter_not_matched"),
        ("does_not_exist", "does_not_exist"), ("ok", "unknown:ok"), ("Ok ", "unknown:Ok "),
        ("FILTER_NOT_MATCHED", "unknown:FILTER_NOT_MATCHED"), ("", "unknown:"),
    ])
    func readsStatuses(status: String, unavailable: String?) throws {
        let reading = try decision(#""status":"\#(status)""#)
        #expect(reading.records.map(\.personalization.unavailable) == [unavailable])
    }

    /// 3.3: missing is 0; nothing overflows.
    @Test(arguments: [
        ("300", 300_000), ("0", 0), ("0.25", 250), ("-5", 0), ("1e300", Int64.max),
        ("9223372036854775807", .max),
    ])
    func readsLifetimes(written: String, lifetime: Int64) throws {
        let reading = try decision(#""ttl_seconds":\#(written)"#)
        #expect(reading.records.map(\.personalization.lifetime) == [lifetime])
    }

    /// 8.3 and the parser of 1.7.
    @Test(arguments: [
        ("true", true), ("false", false), ("1", true), ("0", false), ("1.0", true),
        (#""true""#, true), (#""TRUE""#, true), (#""1""#, true), (#""false""#, false),
        (#""0""#, false), ("null", true), (#""yes""#, false), (#""""#, false), ("2", false),
        ("-1", false), ("0.5", false), ("[]", false), ("{}", false), (#"" true""#, false),
    ])
    func readsConsent(written: String, isAllowed: Bool) throws {
        let reading = try decision(#""has_tracking_consent":\#(written)"#)
        #expect(reading.records.map(\.personalization.allowsTracking) == [isAllowed])
    }

    /// 16: nobody says how large it gets.
    @Test(arguments: ["1", "4294967296", "9223372036854775807", "-1", "1.10", "1e3"])
    func passesOnVariantsAsTheyAreSpelled(written: String) throws {
        let reading = try decision(#""variant_id":\#(written)"#)
        let attributes = try #require(reading.records.first).personalization.attributes
        #expect(JSONValue.object(attributes).encoded() == #"{"variant_id":\#(written)}"#)
    }

    @Test(arguments: [
        (#""html""#, Campaign.Format.html), (#""native""#, .native),
        (#""video""#, .unknown("video")), ("null", nil),
    ])
    func readsContentTypes(written: String, format: Campaign.Format?) throws {
        let reading = try decision(#""content_type":\#(written)"#)
        #expect(reading.records.map(\.personalization.format) == [format])
        #expect(reading.diagnostics.isEmpty)
    }

    /// 2, 3.7: content replaces the definition's even when it is empty; no
    /// content leaves it.
    @Test(arguments: [
        (#""content":{"html":"x"}"#, true, "x"), (#""content":{"html":""}"#, true, ""),
        (#""content":{"html":null}"#, true, nil), (#""content":{}"#, true, nil),
        (#""content":null"#, false, nil), (#""variant_id":2"#, false, nil),
    ])
    func tellsEmptyContentFromNone(members: String, hasContent: Bool, html: String?) throws {
        let record = try #require(try decision(#""status":"OK",\#(members)"#).records.first)
        #expect(record.personalization.hasContent == hasContent)
        #expect(text(record.body) == html)
    }

    /// 14.1.
    @Test(arguments: [
        (#"{"status":"OK"}"#, "missing_field", ".id"),
        (#"{"id":null,"status":"OK"}"#, "missing_field", ".id"),
        (#"{"id":5,"status":"OK"}"#, "wrong_type", ".id"),
        (#"{"id":"","status":"OK"}"#, "invalid_value", ".id"),
        (#"{"id":"x","status":1}"#, "wrong_type", ".status"),
        (#"{"id":"x","ttl_seconds":"60"}"#, "wrong_type", ".ttl_seconds"),
        (#"{"id":"x","variant_id":"1"}"#, "wrong_type", ".variant_id"),
        (#"{"id":"x","variant_name":1}"#, "wrong_type", ".variant_name"),
        (#"{"id":"x","content_type":1}"#, "wrong_type", ".content_type"),
        (#"{"id":"x","content":[]}"#, "wrong_type", ".content"),
        (#"{"id":"x","content":{"html":[]}}"#, "wrong_type", ".content.html"),
        (#"{"id":"x","variant_id":99999999999999999999}"#, "number_out_of_range", ""),
        (#""x""#, "wrong_type", ""), (#"{"id":"x",}"#, "syntax", ""),
    ])
    func dropsAMalformedRecordAlone(record: String, reason: String, field: String) throws {
        let reading = try decisions(
            #"{"id":"a","status":"OK"},\#(record),{"id":"c","status":"OK"}"#)
        #expect(reading.records.map(\.campaign) == ["a", "c"])
        #expect(reading.diagnostics.map(\.what) == ["personalization"])
        #expect(reading.diagnostics.map(\.path) == ["$.data[1]\(field)"])
        #expect(reading.diagnostics.map(\.reason) == [reason])
    }
}
