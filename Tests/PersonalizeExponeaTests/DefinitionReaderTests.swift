import PersonalizeCore
import PersonalizeJSON
import Testing

/// 1.5, the field table.
@Suite struct DefinitionReaderTests {
    @Test func readsTheVendorsExample() throws {
        let reading = try definitions(
            """
            {
              "id": "66f0a1c2d3e4f50001aa0001", "name": "Home hero – autumn",
              "date_filter": { "enabled": true, "from_date": 1767225600, "to_date": 1769904000 },
              "frequency": "until_visitor_interacts", "load_priority": 20,
              "consent_category_tracking": "mobile_banners",
              "placeholders": ["home_top", "home_carousel"]
            },
            {
              "id": "66f0a1c2d3e4f50001aa0002", "name": "Delivery notice",
              "date_filter": { "enabled": false }, "frequency": "always", "load_priority": 5,
              "content_type": "html", "content": { "html": "<p>Free</p>" },
              "consent_category_tracking": null, "placeholders": ["home_top"]
            }
            """)
        #expect(reading.diagnostics.isEmpty)
        #expect(
            reading.records == [
                CampaignRecord(
                    Campaign(
                        id: "66f0a1c2d3e4f50001aa0001", name: "Home hero – autumn",
                        placements: ["home_top", "home_carousel"],
                        schedule: Schedule(from: 1_767_225_600_000, to: 1_769_904_000_000),
                        frequency: .untilInteraction, priority: 20, isPersonalized: true,
                        attributes: ["consent_category_tracking": "mobile_banners"])),
                CampaignRecord(
                    Campaign(
                        id: "66f0a1c2d3e4f50001aa0002", name: "Delivery notice",
                        placements: ["home_top"], priority: 5, format: .html),
                    body: Array("<p>Free</p>".utf8)),
            ])
    }

    @Test func fillsInWhatIsOptional() throws {
        let reading = try definition()
        #expect(reading.diagnostics.isEmpty)
        #expect(
            reading.records == [
                CampaignRecord(
                    Campaign(
                        id: "b1", name: "Hero", placements: ["home"], isPersonalized: true))
            ])
        let nulls = try definition(
            """
            "date_filter":null,"frequency":null,"load_priority":null,"content_type":null,
            "content":null,"consent_category_tracking":null,"unheard_of":{"a":[1]}
            """)
        #expect(nulls.records == reading.records)
    }

    /// 14.1: one malformed record costs itself alone.
    @Test(arguments: [
        (#"{"name":"n","placeholders":[]}"#, "missing_field", ".id"),
        (#"{"id":7,"name":"n","placeholders":[]}"#, "wrong_type", ".id"),
        (#"{"id":"","name":"n","placeholders":[]}"#, "invalid_value", ".id"),
        (#"{"id":"x","placeholders":[]}"#, "missing_field", ".name"),
        (#"{"id":"x","name":null,"placeholders":[]}"#, "missing_field", ".name"),
        (#"{"id":"x","name":"n"}"#, "missing_field", ".placeholders"),
        (#"{"id":"x","name":"n","placeholders":null}"#, "missing_field", ".placeholders"),
        (#"{"id":"x","name":"n","placeholders":"p"}"#, "wrong_type", ".placeholders"),
        (#"{"id":"x","name":"n","placeholders":["p",1]}"#, "wrong_type", ".placeholders[1]"),
        (
            #"{"id":"x","name":"n","placeholders":[],"date_filter":[]}"#, "wrong_type",
            ".date_filter"
        ),
        (
            #"{"id":"x","name":"n","placeholders":[],"date_filter":{"enabled":"yes"}}"#,
            "wrong_type", ".date_filter.enabled"
        ),
        (
            #"{"id":"x","name":"n","placeholders":[],"date_filter":{"enabled":true,"from_date":"2026-01-01"}}"#,
            "wrong_type", ".date_filter.from_date"
        ),
        (#"{"id":"x","name":"n","placeholders":[],"frequency":3}"#, "wrong_type", ".frequency"),
        (
            #"{"id":"x","name":"n","placeholders":[],"load_priority":"high"}"#, "wrong_type",
            ".load_priority"
        ),
        (
            #"{"id":"x","name":"n","placeholders":[],"load_priority":2.5}"#, "wrong_type",
            ".load_priority"
        ),
        (
            #"{"id":"x","name":"n","placeholders":[],"content_type":"video"}"#, "invalid_value",
            ".content_type"
        ),
        (
            #"{"id":"x","name":"n","placeholders":[],"content_type":"HTML"}"#, "invalid_value",
            ".content_type"
        ),
        (#"{"id":"x","name":"n","placeholders":[],"content":"<p>"}"#, "wrong_type", ".content"),
        (
            #"{"id":"x","name":"n","placeholders":[],"content":{"html":1}}"#, "wrong_type",
            ".content.html"
        ),
        (
            #"{"id":"x","name":"n","placeholders":[],"consent_category_tracking":1}"#, "wrong_type",
            ".consent_category_tracking"
        ),
        ("7", "wrong_type", ""), ("null", "wrong_type", ""), ("[]", "wrong_type", ""),
        (#"{"id":"x","id":"y","name":"n","placeholders":[]}"#, "duplicate_key", ""),
        (
            #"{"id":"x","name":"n","placeholders":[],"load_priority":1e999}"#,
            "number_out_of_range", ""
        ),
        (#"{"id":"x","name":"a\u0000","placeholders":[]}"#, "null_character", ""),
    ])
    func dropsAMalformedRecordAlone(record: String, reason: String, field: String) throws {
        let good = { (id: String) in #"{"id":"\#(id)","name":"n","placeholders":["p"]}"# }
        let reading = try definitions("\(good("a")),\(record),\(good("c"))")
        #expect(reading.records.map(\.campaign.id) == ["a", "c"])
        #expect(reading.diagnostics.count == 1)
        let diagnostic = try #require(reading.diagnostics.first)
        #expect(diagnostic.what == "definition")
        #expect(diagnostic.path == "$.in_app_content_blocks[1]\(field)")
        #expect(diagnostic.reason == reason)
        #expect(!diagnostic.message.isEmpty)
    }

    @Test(arguments: [
        (#"{"enabled":true}"#, Schedule()),
        (#"{"enabled":true,"from_date":1767225600}"#, Schedule(from: 1_767_225_600_000)),
        (#"{"enabled":true,"to_date":1767225600.25}"#, Schedule(to: 1_767_225_600_250)),
        (#"{"enabled":true,"from_date":-1e300,"to_date":1e300}"#, Schedule(from: .min, to: .max)),
        (#"{"enabled":true,"from_date":9223372036854775807,"to_date":null}"#, Schedule(from: .max)),
    ])
    func readsEnabledDates(filter: String, schedule: Schedule) throws {
        let reading = try definition(#""date_filter":\#(filter)"#)
        #expect(reading.records.map(\.campaign.schedule) == [schedule])
    }

    @Test(arguments: [
        "{}", #"{"enabled":false,"from_date":1,"to_date":2}"#, #"{"enabled":null}"#,
        #"{"from_date":9999999999}"#, #"{"enabled":false,"from_date":"later"}"#,
    ])
    func ignoresDatesThatAreSwitchedOff(filter: String) throws {
        let reading = try definition(#""date_filter":\#(filter)"#)
        #expect(reading.records.map(\.campaign.schedule) == [nil])
        #expect(reading.diagnostics.isEmpty)
    }

    /// 3.1: by name, whatever the case.
    @Test(arguments: [
        ("always", Frequency.always), ("only_once", .onlyOnce),
        ("once_per_visit", .oncePerVisit), ("until_visitor_interacts", .untilInteraction),
        ("ONLY_ONCE", .onlyOnce), ("Once_Per_Visit", .oncePerVisit),
    ])
    func readsFrequencies(word: String, frequency: Frequency) throws {
        let reading = try definition(#""frequency":"\#(word)""#)
        #expect(reading.records.map(\.campaign.frequency) == [frequency])
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func letsAnUnknownFrequencyPassAndSaysSo() throws {
        let reading = try definition(#""frequency":"twice""#)
        #expect(reading.records.map(\.campaign.frequency) == [.always])
        #expect(
            reading.diagnostics == [
                JSONDiagnostic(
                    what: "definition", path: "$.in_app_content_blocks[0].frequency",
                    reason: "invalid_value",
                    message: #"unknown frequency "twice", taken for always"#)
            ])
    }

    @Test(arguments: [(20, "20"), (-3, "-3"), (4, "4.0"), (Int64.max, "9223372036854775807")])
    func readsPriorities(priority: Int64, written: String) throws {
        let reading = try definition(#""load_priority":\#(written)"#)
        #expect(reading.records.map(\.campaign.priority) == [priority])
    }

    /// 3.5: native is kept, so that an explanation can say why it is not shown.
    @Test func keepsNativeBlocks() throws {
        let campaign = try #require(try definition(#""content_type":"native""#).records.first)
            .campaign
        #expect(campaign.format == .native)
        #expect(!campaign.isPersonalized)
    }

    @Test func tellsStaticFromPersonalisedByTheContentType() throws {
        let fixed = try definition(#""content_type":"html","content":{"html":"x"}"#)
        #expect(fixed.records.map(\.campaign.isPersonalized) == [false])
        let open = try definition(#""content":{"html":"x"}"#)
        #expect(open.records.map(\.campaign.isPersonalized) == [true])
        #expect(open.records.map { text($0.body) } == ["x"])
    }

    @Test(arguments: [
        (#""content":{}"#, nil), (#""content":{"html":null}"#, nil),
        (#""content":{"html":""}"#, ""), (#""content":{"html":"é","x":1}"#, "é"),
    ])
    func readsContent(members: String, html: String?) throws {
        let reading = try definition(#""content_type":"html",\#(members)"#)
        #expect(reading.records.map { text($0.body) } == [html])
    }

    @Test func shortensWhatItQuotes() throws {
        let word = String(repeating: "é", count: 10_000)
        let reading = try definition(#""content_type":"\#(word)""#)
        let message = try #require(reading.diagnostics.first).message
        #expect(message.unicodeScalars.count < 120)
        #expect(message.hasSuffix("é...\""))
    }
}
