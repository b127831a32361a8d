import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// Vendor spec, 13: category to list of `{id, segmentation_id}`.
@Suite struct SegmentReaderTests {
    func read(_ body: String, status: Int = 200) throws -> Result<SegmentReading, VendorFailure> {
        try #require(try adapter().segmentation).readSegments(answer(body, status: status))
    }

    @Test func readsCategories() throws {
        let reading = try read(
            """
            {"discovery":[{"id":"a","segmentation_id":"s"},{"id":"b","segmentation_id":"s"}],
             "content":[],"merchandising":null,"unheard_of":[1]}
            """
        ).get()
        #expect(
            reading.segments == [
                "discovery": [
                    Segment(id: "a", segmentation: "s"), Segment(id: "b", segmentation: "s"),
                ]
            ])
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func leavesOutWhatCannotBeRead() throws {
        let reading = try read(
            """
            {"discovery":[{"id":"a"},7,{"id":"b","segmentation_id":"s"}],"content":{"id":"c"}}
            """
        ).get()
        #expect(reading.segments == ["discovery": [Segment(id: "b", segmentation: "s")]])
        #expect(
            reading.diagnostics.map(\.path) == [
                "$.content", "$.discovery[0].segmentation_id", "$.discovery[1]",
            ])
    }

    @Test(arguments: [
        ("[]", 200, "malformed"), ("{{{", 200, "malformed"), ("", 200, "malformed"),
        (#"{"success":false,"errors":["no"]}"#, 200, "refused"), ("{}", 401, "not_authorized"),
        ("{}", 500, "server_error"),
    ])
    func refusesOtherAnswers(body: String, status: Int, reason: String) throws {
        guard case .failure(let failure) = try read(body, status: status) else {
            Issue.record("read")
            return
        }
        #expect(failure.reason == reason)
        #expect(failure.status == status)
    }

    @Test(arguments: [
        (#"{"success":true}"#, 200, nil as String?), (#"{"success":false}"#, 200, "refused"),
        ("{}", 200, "malformed"), ("no", 200, "malformed"), ("{}", 404, "not_found"),
    ])
    func readsTheAnswerToALink(body: String, status: Int, reason: String?) throws {
        let segmentation = try #require(try adapter().segmentation)
        #expect(segmentation.linkFailure(answer(body, status: status))?.reason == reason)
    }

    /// The categories that are observed, as words or objects.
    @Test func observesWhatIsConfigured() throws {
        let segmentation = try #require(
            try adapter(
                #"{"segments": ["content", {"category": "discovery", "include_first_load": true}]}"#
            ).segmentation)
        #expect(
            segmentation.observed == [
                ObservedCategory(category: "content", includesFirstLoad: false),
                ObservedCategory(category: "discovery", includesFirstLoad: true),
            ])
        #expect(segmentation.categories == ["content", "discovery", "merchandising"])
        #expect(segmentation.checkDelay == 5000)
        #expect(segmentation.lifetime == 5000)
    }
}
