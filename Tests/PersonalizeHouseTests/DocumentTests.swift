import PersonalizeCore
import PersonalizeHouse
import PersonalizeJSON
import Testing

@Suite struct DocumentTests {
    @Test func readsACampaign() throws {
        let document = try read(
            #"""
            {"version": 1, "campaigns": [{"id": "a", "name": "A", "placements": ["home", "x"],
              "from_ms": 5, "to_ms": 9, "frequency": "only_once", "priority": -3,
              "html": "<p>Hi</p>", "attributes": {"k": 1.50}, "extra": {"mine": true}}]}
            """#)
        let record = try #require(document.campaigns.records.first)
        #expect(
            record.campaign
                == Campaign(
                    id: "a", name: "A", placements: ["home", "x"],
                    schedule: Schedule(from: 5, to: 9), frequency: .onlyOnce, priority: -3,
                    format: .html, attributes: try object(#"{"k": 1.50}"#)))
        #expect(record.body == Array(#"{"html":"<p>Hi</p>"}"#.utf8))
        #expect(document.campaigns.diagnostics.isEmpty)
    }

    @Test func theRestHasDefaults() throws {
        let document = try read(
            #"{"version": 1, "campaigns": [{"id": "a", "placements": ["h"], "data": {}}]}"#)
        let campaign = try #require(document.campaigns.records.first?.campaign)
        #expect(
            campaign == Campaign(id: "a", name: "a", placements: ["h"], format: .data))
        #expect(document.inbox.messages.records.isEmpty)
        #expect(document.inbox.isComplete)
    }

    @Test(arguments: [
        (#"{"placements": ["h"], "html": ""}"#, "missing_field", "$.campaigns[0].id"),
        (#"{"id": "a", "html": ""}"#, "missing_field", "$.campaigns[0].placements"),
        (#"{"id": "a", "placements": ["h"]}"#, "missing_field", "$.campaigns[0].html"),
        (
            #"{"id": "a", "placements": ["h"], "html": "", "data": {}}"#, "invalid_value",
            "$.campaigns[0].data"
        ),
        (
            #"{"id": "a", "placements": ["h"], "control": true, "html": ""}"#, "invalid_value",
            "$.campaigns[0].control"
        ),
        (
            #"{"id": "a", "placements": ["h"], "html": "", "images": ["u"]}"#, "invalid_value",
            "$.campaigns[0].images"
        ),
        (
            #"{"id": "a", "placements": ["h"], "html": "", "frequency": "daily"}"#,
            "invalid_value", "$.campaigns[0].frequency"
        ),
        (
            #"{"id": "a", "placements": ["h"], "html": "", "from_ms": 9, "to_ms": 5}"#,
            "invalid_value", "$.campaigns[0].to_ms"
        ),
        (
            #"{"id": "a", "placements": ["h"], "html": "", "priorty": 5}"#, "unknown_field",
            "$.campaigns[0].priorty"
        ),
        (
            #"{"id": "a", "placements": ["h"], "data": {}, "actions": [{"name": "n"}]}"#,
            "missing_field", "$.campaigns[0].actions[0].url"
        ),
        ("3", "wrong_type", "$.campaigns[0]"),
    ])
    func leavesOutWhatCannotBeUsed(record: String, reason: String, path: String) throws {
        let good = #"{"id": "good", "placements": ["h"], "html": "x"}"#
        let document = try read(#"{"version": 1, "campaigns": [\#(record), \#(good)]}"#)
        #expect(document.campaigns.records.map(\.campaign.id) == ["good"])
        let diagnostic = try #require(document.campaigns.diagnostics.first)
        #expect(document.campaigns.diagnostics.count == 1)
        #expect(diagnostic.path == path)
        if reason != "invalid_value" { #expect(diagnostic.reason == reason) }
    }

    @Test(arguments: [
        ("{}", "$.version"), (#"{"version": 2}"#, "$.version"),
        (#"{"version": 1, "campaings": []}"#, "$.campaings"),
        (#"{"version": 1, "campaigns": {}}"#, "$.campaigns"), ("[]", "$"),
        (#"{"version": 1, "messages": "m"}"#, "$.messages"), ("nonsense", nil),
    ])
    func refusesADocument(text: String, path: String?) throws {
        let error = try #require(try refusal(text))
        #expect(error.code == .json)
        #expect(error.vendor == "house")
        if let path { #expect(error.path == path) }
    }

    @Test func readsMessages() throws {
        let document = try read(
            #"""
            {"version": 1, "messages": [
              {"id": "m", "title": "T", "text": "X", "image": "https://i", "received_ms": 3,
               "expires_ms": 9, "url": "shop://x", "type": "deep_link",
               "actions": [{"title": "Go", "url": "https://g"}], "attributes": {"k": "v"}},
              {"id": "h", "html": "<p>x</p>"},
              {"id": "bad", "actions": [{"title": "Go"}]}, {"title": "nobody"}]}
            """#)
        let records = document.inbox.messages.records
        #expect(records.map(\.id) == ["m", "h"])
        #expect(records.map(\.kind) == ["text", "html"])
        #expect(records.first?.received == 3)
        #expect(records.first?.expires == 9)
        #expect(
            records.first?.content?.mainAction
                == MessageAction(title: nil, url: "shop://x", kind: .deepLink))
        #expect(
            records.first?.content?.actions
                == [MessageAction(title: "Go", url: "https://g", kind: .browser)])
        #expect(
            document.inbox.messages.diagnostics.map(\.path) == [
                "$.messages[2].actions[0].url", "$.messages[3].id",
            ])
    }

    @Test func anAnswerHoldsCampaignsAndMessages() throws {
        let body = #"{"version": 1, "campaigns": [], "messages": [{"id": "m"}]}"#
        let response = Response(status: 200, body: Array(body.utf8))
        let adapter = try house()
        guard case .success(let reading) = adapter.readDefinitions(response, at: moment) else {
            Issue.record("refused")
            return
        }
        #expect(reading.records.isEmpty)
        guard case .inbox(let inbox) = adapter.readBesides(response, at: moment).first else {
            Issue.record("no messages")
            return
        }
        #expect(inbox.messages.records.map(\.id) == ["m"])
        let missing = adapter.readDefinitions(Response(status: 404, body: []), at: moment)
        guard case .failure(let failure) = missing else {
            Issue.record("taken")
            return
        }
        #expect(failure.reason == "status")
        #expect(failure.status == 404)
    }

    @Test func readsOverlays() throws {
        let document = #"""
            {"version": 1, "overlays": [
              {"id": "o", "template": "poster", "values": {"title": "T"}, "priority": 5,
               "until_ms": 9, "delay_ms": 7, "extras": {"k": "v"}, "attributes": {"a": 1},
               "on": [{"event": "visit", "first_time": true,
                       "where": [{"property": "p", "is": "less_than", "value": 3, "not": true},
                                 {"property": "q", "value": "x"}]}],
               "limits": [{"per": "days", "units": 7, "limit": 2}]},
              {"id": "bad", "template": "poster", "on": []},
              {"id": "worse", "template": "poster"}]}
            """#
        let ingested = try house().ingest(
            kind: "definitions", payload: Array(document.utf8), at: moment)
        guard case .several(let all) = ingested, case .overlays(let answer) = all.last else {
            Issue.record("no overlays")
            return
        }
        #expect(answer.mode == .client)
        let reading = try #require(answer.clientSide)
        let campaign = try #require(reading.records.first)
        #expect(campaign.overlay.template == "poster")
        #expect(campaign.overlay.values == ["title": "T"])
        #expect(campaign.overlay.expires == 9)
        #expect(campaign.overlay.priority == 5)
        #expect(campaign.overlay.properties == ["a": 1, "campaign": "o"])
        #expect(campaign.overlay.limits == [Limit(.days, 2, frequency: 7)])
        #expect(campaign.delay == 7)
        #expect(
            campaign.triggers == [
                Trigger(
                    event: "visit",
                    conditions: [
                        Condition("p", .lessThan, 3, isNegated: true), Condition("q", .equals, "x"),
                    ], isFirstTimeOnly: true)
            ])
        #expect(reading.diagnostics.map(\.path) == ["$.overlays[2].on"])
    }

    @Test func readsActions() throws {
        let house = try house()
        let action = try #require(house.readAction(["type": "url", "url": "shop://x"]))
        #expect(action.kind == .openURL)
        #expect(action.url == "shop://x")
        #expect(house.readAction(["type": "close"])?.kind == .close)
        #expect(house.readAction(["type": "dance"])?.kind == .unknown)
        #expect(house.readAction("close") == nil)
        let parent = Overlay(campaign: "o", template: "poster", properties: ["campaign": "o"])
        let call = try #require(
            house.readAction(["type": "function", "template": "chime", "values": ["times": 2]]))
        let overlay = house.overlay(for: call, of: parent)
        #expect(overlay.isAction)
        #expect(overlay.template == "chime")
        #expect(overlay.values == ["times": 2])
        #expect(house.event(for: .presented, of: parent)?.type == "overlay_shown")
        let click = OverlayHappening.clicked(argument: "go", action)
        #expect(house.event(for: click, of: parent)?.properties["url"] == "shop://x")
    }

    @Test func knowsOneKindOfPayload() throws {
        let error = try #require(throws: PersonalizeError.self) {
            try house().ingest(kind: "inbox", payload: [], at: moment)
        }
        #expect(error.reason == "unknown_kind")
    }
}
