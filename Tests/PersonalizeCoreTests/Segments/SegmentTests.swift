import PersonalizeCore
import PersonalizeJSON
import Testing

/// Segments of postcards: an answer is an object of lists of words.
struct PostcardSegments: Segmentation {
    var categories: [String] { ["towns", "seas"] }
    var observed: [ObservedCategory] = []
    var checkDelay: Int64 { 5000 }
    var lifetime: Int64 { 5000 }

    func linkRequest(identity: Identity) -> RequestDraft? {
        identity.isNamed ? RequestDraft(method: "POST", url: "https://post.test/link") : nil
    }

    func linkFailure(_ response: Response) -> VendorFailure? {
        response.status == 200 ? nil : VendorFailure("status", "no", status: response.status)
    }

    func segmentsRequest(identity: Identity) -> RequestDraft {
        RequestDraft(method: "GET", url: "https://post.test/segments/\(identity.anonymousID)")
    }

    func readSegments(_ response: Response) -> Result<SegmentReading, VendorFailure> {
        guard response.status == 200, let lists = (try? JSONValue.parse(response.body))?.object
        else { return .failure(VendorFailure("status", "no", status: response.status)) }
        var reading = SegmentReading(segments: [:])
        for (category, words) in lists.members {
            reading.segments[category] = (words.array ?? []).compactMap(\.string).map {
                Segment(id: $0, segmentation: "all")
            }
        }
        return .success(reading)
    }
}

@Suite struct SegmentTests {
    static func harness(
        _ observed: [(String, Bool)] = [], records: [RecordKey: LoadedRecord] = [:]
    ) -> EngineHarness {
        var adapter = PostcardAdapter()
        adapter.segmentation = PostcardSegments(
            observed: observed.map { ObservedCategory(category: $0, includesFirstLoad: $1) })
        return EngineHarness([adapter], records: records)
    }

    func changes(_ harness: inout EngineHarness) -> [String] {
        let found = harness.updates.filter { $0["update"] == "segments.changed" }.map { update in
            let ids = (update["segments"]?.array ?? []).compactMap { $0["id"]?.string }
            return "\(update["category"]?.string ?? "") \(ids.joined(separator: "+"))"
        }
        harness.updates = []
        return found
    }

    func ask(
        _ harness: inout EngineHarness, _ category: String = "towns", force: Bool = false,
        key: String? = nil
    ) -> JSONObject {
        let outcome = harness.perform(
            .segments(vendor: nil, category: category, force: force, key: key))
        guard case .done(let reply) = outcome else { return [:] }
        return reply
    }

    @Test func nobodyIsAskedUnlessSomebodyWantsToKnow() {
        var harness = Self.harness()
        harness.start("[]")
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        harness.answer("event")
        harness.advance(60_000)
        #expect(!harness.sent.contains { $0.purpose == "segments" })
    }

    /// The first answer is told only to those who want it.
    @Test func tellsTheFirstAnswerOnRequest() {
        var harness = Self.harness([("towns", true), ("seas", false)])
        harness.start("[]")
        harness.answer("segments", #"{"towns":["a"],"seas":["b"]}"#)
        #expect(changes(&harness) == ["towns a"])
    }

    @Test func tellsEvenAnEmptyFirstAnswer() {
        var harness = Self.harness([("towns", true)])
        harness.start("[]")
        harness.answer("segments", "{}")
        #expect(changes(&harness) == ["towns "])
    }

    /// Five seconds after the last event that was sent.
    @Test func looksAgainAfterEvents() {
        var harness = Self.harness([("towns", false)])
        harness.start("[]")
        harness.answer("segments", #"{"towns":["a"]}"#)
        for _ in 0..<3 {
            harness.perform(.track(event: "visit", properties: [:], vendors: nil))
            harness.answer("event")
            harness.advance(3000)
        }
        #expect(!harness.open.contains { $0.purpose == "segments" })
        harness.advance(1999)
        #expect(!harness.open.contains { $0.purpose == "segments" })
        harness.advance(1)
        #expect(harness.open.filter { $0.purpose == "segments" }.count == 1)
        harness.answer("segments", #"{"towns":["a","c"]}"#)
        #expect(changes(&harness) == ["towns a+c"])
    }

    @Test func theSameInAnotherOrderIsNoChange() {
        var harness = Self.harness([("towns", false)])
        harness.start("[]")
        harness.answer("segments", #"{"towns":["a","b"]}"#)
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        harness.answer("event")
        harness.advance(5000)
        harness.answer("segments", #"{"towns":["b","a"]}"#)
        #expect(changes(&harness).isEmpty)
    }

    @Test func aChangeWhileClosedIsTold() {
        var harness = Self.harness([("towns", false)])
        harness.start("[]")
        harness.answer("segments", #"{"towns":["a"]}"#)
        var again = Self.harness([("towns", false)], records: harness.records)
        #expect(ask(&again)["segments"]?.array?.count == 1)
        again.start("[]")
        again.answer("segments", #"{"towns":[]}"#)
        #expect(changes(&again) == ["towns "])
    }

    // MARK: The customer

    @Test func joinsTheNamesFirstAndOnce() {
        var harness = Self.harness([("towns", false)])
        harness.perform(.identify(ids: ["registered": "ada"], properties: [:], key: nil))
        harness.start("[]")
        #expect(!harness.sent.contains { $0.purpose == "link_ids" })
        harness.answer("customer")
        #expect(harness.open.map(\.purpose).contains("link_ids"))
        #expect(!harness.open.map(\.purpose).contains("segments"))
        harness.answer("link_ids")
        harness.answer("segments")
        harness.perform(.track(event: "visit", properties: [:], vendors: nil))
        harness.answer("event")
        harness.advance(5000)
        let isAsked = harness.answer("segments")
        #expect(isAsked)
        #expect(harness.sent.filter { $0.purpose == "link_ids" }.count == 1)
    }

    @Test func anAnswerForACustomerBeforeIsDropped() {
        var harness = Self.harness([("towns", true)])
        harness.start("[]")
        let late = harness.open.first { $0.purpose == "segments" }?.id ?? 0
        harness.perform(.anonymize)
        harness.perform(
            .exchanged(
                request: late,
                .response(Response(status: 200, body: Array(#"{"towns":["a"]}"#.utf8)))))
        #expect(changes(&harness).isEmpty)
        harness.advance(5000)
        harness.answer("segments", #"{"towns":["b"]}"#)
        #expect(changes(&harness) == ["towns b"])
    }

    /// What the host believes is put right when the next customer differs.
    @Test func theNextCustomerIsComparedWithWhatTheHostKnows() {
        var harness = Self.harness([("towns", false)])
        harness.start("[]")
        harness.answer("segments", #"{"towns":["a"]}"#)
        harness.perform(.anonymize)
        #expect(ask(&harness)["segments"] == .null)
        harness.answer("segments", #"{"towns":[]}"#)
        #expect(changes(&harness) == ["towns "])
        let key = RecordKey(.document, vendor: "post", key: "segments")
        #expect(harness.records[key]?.header.contains(#""a""#) == false)
    }

    // MARK: Asking

    @Test func answersFromWhatIsFresh() throws {
        var harness = Self.harness()
        harness.start("[]")
        let first = ask(&harness, key: "k")
        #expect(first["segments"] == .null)
        #expect(first["fresh"] == false)
        harness.answer("segments", #"{"towns":["a"]}"#)
        let fetched = try #require(harness.update("segments.fetched"))
        #expect(fetched["key"] == "k")
        #expect(fetched["segments"] == [["id": "a", "segmentation_id": "all"]])
        harness.advance(5000)
        #expect(ask(&harness)["fresh"] == true)
        #expect(ask(&harness, "seas")["segments"] == [])
        harness.advance(1)
        let stale = ask(&harness)
        #expect(stale["fresh"] == false)
        #expect(stale["segments"]?.array?.count == 1)
        #expect(harness.open.filter { $0.purpose == "segments" }.count == 1)
    }

    @Test func forceAsksTheVendorAgain() {
        var harness = Self.harness()
        harness.start("[]")
        _ = ask(&harness)
        harness.answer("segments")
        #expect(ask(&harness, force: true)["fresh"] == false)
        #expect(harness.open.contains { $0.purpose == "segments" })
    }

    @Test func asksTogetherWhatIsAskedTogether() {
        var harness = Self.harness()
        harness.start("[]")
        _ = ask(&harness, key: "one")
        _ = ask(&harness, "seas", key: "two")
        #expect(harness.open.filter { $0.purpose == "segments" }.count == 1)
        harness.answer("segments")
        let keys = harness.updates.filter { $0["update"] == "segments.fetched" }.map { $0["key"] }
        #expect(keys == ["one", "two"])
    }

    @Test func saysWhyThereIsNoAnswer() throws {
        var harness = Self.harness()
        harness.start("[]")
        _ = ask(&harness, key: "k")
        harness.answer("segments", status: 500)
        let failed = try #require(harness.update("segments.failed"))
        #expect(failed["key"] == "k")
        #expect(failed["status"] == 500)
        harness.perform(.offline(true))
        _ = ask(&harness)
        #expect(harness.update("segments.failed")?["reason"] == "offline")
        harness.perform(.offline(false))
        harness.perform(.consent(vendor: nil, purpose: .personalization, .denied))
        _ = ask(&harness)
        #expect(harness.update("segments.failed")?["reason"] == "consent")
        #expect(!harness.open.contains { $0.purpose == "segments" })
    }

    @Test func whatFailedIsTriedAgain() {
        var harness = Self.harness([("towns", true)])
        harness.start("[]")
        harness.answer("segments", status: 500)
        harness.advance(1000)
        let isAsked = harness.answer("segments", #"{"towns":["a"]}"#)
        #expect(isAsked)
        #expect(changes(&harness) == ["towns a"])
    }

    @Test func refusesWhatThereIsNot() {
        var harness = Self.harness()
        guard
            case .refused(let error) = harness.perform(
                .segments(vendor: nil, category: "hills", force: false, key: nil))
        else {
            Issue.record("accepted")
            return
        }
        #expect(error.reason == "unknown_category")
        var without = EngineHarness()
        guard
            case .refused(let other) = without.perform(
                .segments(vendor: "post", category: "towns", force: false, key: nil))
        else {
            Issue.record("accepted")
            return
        }
        #expect(other.reason == "no_segments")
    }
}
