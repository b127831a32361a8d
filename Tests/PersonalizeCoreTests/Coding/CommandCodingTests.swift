import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct CommandCodingTests {
    private static let key = RecordKey(.campaign, vendor: "shop", key: "b1")

    static let commands: [Command] = [
        .restore([StoredHeader(key, #"{"a":1}"#)]),
        .loaded(
            token: 3,
            records: [
                nil, LoadedRecord(header: "{}", body: nil), LoadedRecord(header: "{}", body: []),
                LoadedRecord(header: "{}", body: Array("text".utf8)),
                LoadedRecord(header: "{}", body: [0xFF, 0]), LoadedRecord(header: "", body: [0]),
            ]),
        .exchanged(
            request: 4,
            .response(
                Response(
                    status: 200, headers: [.init("a", "1"), .init("a", "2")], body: [0x89, 0x50]))),
        .exchanged(request: 4, .response(Response(status: 204))),
        .exchanged(request: 5, .failure(TransportFailure(.timedOut, "late"))),
        .display(.suspend), .display(.discard(dismisses: true)), .display(.resume),
        .display(.state), .display(.clearFiles(vendor: nil, expiredOnly: true)),
        .display(.clearFiles(vendor: "ct", expiredOnly: false)),
        .presentation(id: 8, .presented), .presentation(id: 8, .dismissed),
        .presentation(id: 8, .trigger(argument: "a.b")),
        .presentation(id: 8, .failed(message: "m")), .presentation(id: 8, .release),
        .filesAnswered(token: 9, FileAnswer(directory: "/d", missing: ["file-1"])),
        .filesAnswered(token: 9, FileAnswer(directory: "", failure: "no space")),
        .tick, .answered(token: 6, nil), .answered(token: 6, ["handled": true]),
        .hookSet(.clickOverride, isSet: true), .hookSet(.campaignPrepared, isSet: false),
        .incident(reason: "r", message: "m"), .start, .state, .stats,
        .identify(ids: ["registered": "ada"], properties: ["a": .number(1.5)], key: nil),
        .identify(ids: [:], properties: [:], key: "k"), .anonymize,
        .consent(vendor: nil, purpose: nil, .unknown),
        .consent(vendor: "shop", purpose: .personalization, .denied),
        .sessionStart, .sessionEnd, .foreground(false),
        .track(event: "e", properties: ["deep": [["x": nil]]], vendors: nil),
        .track(event: "e", properties: [:], vendors: []),
        .track(event: "e", properties: [:], vendors: ["shop"]), .flush, .offline(true),
        .refresh(vendor: nil, key: nil), .refresh(vendor: "shop", key: "k"),
        .ingest(vendor: "shop", kind: "definitions", payload: Array("{}".utf8)),
        .ingest(vendor: "shop", kind: "definitions", payload: [0xC3]),
        .ingest(vendor: "shop", kind: "definitions", payload: []),
        .prefetch(placements: ["a", "b"], key: "k"),
        .placementOpen(PlacementSpecification(placement: "home")),
        .placementOpen(
            PlacementSpecification(
                placement: "home", vendor: "shop", isDeferred: true, isAttached: false, key: "k")),
        .placementReload(id: 7, force: true, key: nil), .placementClick(id: 7, url: "shop://x"),
        .placementDismiss(id: 7), .placementReport(id: 7, .attached(false)),
        .placementReport(id: 7, .size(width: 1.5, height: nil)),
        .placementReport(id: 7, .failed(message: "m")), .placementClose(id: 7),
        .placementOpen(
            PlacementSpecification(
                placement: "home", kind: .cell, slot: "5",
                options: PlacementOptions(
                    tracksActions: false, overridesDefaultBehavior: true, maximumCount: 2,
                    scrollDelay: 500, customHeight: 7.5))),
        .placementClick(id: 7, url: "shop://x", isManual: true),
        .placementConfigure(id: 7, []),
        .placementConfigure(
            id: 7,
            [
                .tracksActions(false), .overridesDefaultBehavior(true), .maximumCount(3),
                .scrollDelay(0), .customHeight(1.5), .customHeight(nil),
            ]),
        .placementState(id: 7), .cellPrepare(id: 7), .carousel(id: 7, .next),
        .carousel(id: 7, .release), .placementTrack(id: 7, HostTracking(.shown)),
        .placementTrack(id: 7, HostTracking(.closed, campaign: "a", isWithoutConsent: true)),
        .placementTrack(id: 7, HostTracking(.clicked(url: "u"))),
        .placementTrack(
            id: 7, HostTracking(.performed(Action(name: nil, url: "u", kind: .browser)))),
        .placementTrack(id: 7, HostTracking(.failed(message: "m"))),
        .reporting(.charge(details: ["a": 1], items: [["b": 2]], vendors: nil)),
        .reporting(.charge(details: [:], items: [], vendors: ["post"])),
        .reporting(
            .change(
                [ProfileOperation(.set, "a", .number(1.5)), ProfileOperation(.unset, "b")],
                vendors: ["post"])),
        .reporting(.locate(Location(latitude: 48.5, longitude: -16.25))),
        .reporting(.locate(nil)),
        .reporting(.optOut(vendor: "post", OptOut(true, allowsSystem: true))),
        .reporting(.optOut(vendor: nil, OptOut(false, allowsSystem: false))),
        .reporting(.unmute(vendor: nil)), .reporting(.clearQueue(vendor: "post")),
        .reporting(.fetchOverlays(vendor: "post", key: "k")),
        .reporting(.syncTemplates(vendor: nil, key: nil)),
        .hookSet(.clickOverride, isSet: true, registration: "more"),
        .screen(name: "home", data: ["a": 1]), .screenData([:]),
        .campaignTrack(
            campaign: "c", placement: nil, HostTracking(.shown, attributes: ["a": [1]])),
        .campaignTrack(
            campaign: "c", placement: "top",
            HostTracking(
                .performed(Action(name: nil, url: "", kind: .deepLink, id: "cta")))),
        .placementSelect(id: 7, ContentPart(.button, index: 2)),
        .placementReport(id: 7, .visible(false)),
        .placementConfigure(id: 7, [.expectedHeight(180), .expectedHeight(nil)]),
        .placementOpen(PlacementSpecification(placement: "top", kind: .data)),
        .explain(placement: "home", vendor: nil), .explain(placement: "home", vendor: "shop"),
    ]

    @Test(arguments: commands)
    func comesBackWhole(_ command: Command) throws {
        let text = JSONValue.object(command.json).encoded()
        let object = try #require(try JSONValue.parse(text).object)
        #expect(Command(json: object) == command)
    }

    @Test func refusesWhatIsNoCommand() {
        let objects: [JSONObject] = [
            [:], ["name": "dance"], ["name": 1], ["name": "loaded"],
            ["name": "loaded", "token": 1, "records": [1]], ["name": "exchanged", "request": 1],
            ["name": "placement_close"], ["name": "placement_open", "specification": [:]],
            ["name": "reporting", "command": ["call": "dance"]],
            ["name": "reporting", "command": ["call": "change", "operations": [["kind": "x"]]]],
            ["name": "identify", "ids": []], ["name": "hook_set", "hook": "x", "is_set": true],
            ["name": "restore", "headers": [["space": "attic", "vendor": "", "key": ""]]],
        ]
        for object in objects { #expect(Command(json: object) == nil, "\(object)") }
    }

    @Test func keepsBodiesReadable() {
        let payload = Command.ingest(vendor: "shop", kind: "definitions", payload: Array("{}".utf8))
        #expect(payload.json["payload"]?.string == "{}")
        let bytes = Command.ingest(vendor: "shop", kind: "definitions", payload: [0xFF])
        #expect(bytes.json["payload_base64"]?.string == "/w==")
    }
}
