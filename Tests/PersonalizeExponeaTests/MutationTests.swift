import PersonalizeCore
import PersonalizeExponea
import PersonalizeJSON
import Testing

/// Answers with bytes that no server meant: what is read has to be usable,
/// whatever was left out.
@Suite struct MutationTests {
    static let documents = [
        """
        {"success":true,"in_app_content_blocks":[{"id":"b1","name":"Hero","date_filter":
        {"enabled":true,"from_date":1767225600,"to_date":1769904000.5},"frequency":"only_once",
        "load_priority":20,"content_type":"html","content":{"html":"<p>x</p>"},
        "placeholders":["home"]},{"id":"b2","name":"B","placeholders":[]}]}
        """,
        """
        {"success":true,"data":[{"id":"b1","status":"OK","ttl_seconds":300,
        "has_tracking_consent":"1","variant_id":1.5,"variant_name":"B","content_type":"html",
        "content":{"html":"<a href='x:y'>z</a>"}},{"id":"b2","status":"does_not_exist"}]}
        """,
    ]
    static let replacements = Array(#"{}[]",:0123456789.eE-+\tfnu é"#.utf8)

    @Test(arguments: documents) func readsOrRefuses(document: String) throws {
        let adapter = try adapter()
        var random = RandomSource(seed: 11)
        var accepted = 0
        var dropped = 0
        for _ in 0..<4_000 {
            var bytes = Array(document.utf8)
            for _ in 0...random.below(3) {
                let position = Int(random.below(Int64(bytes.count)))
                let replacement = Int(random.below(Int64(Self.replacements.count)))
                bytes[position] = Self.replacements[replacement]
            }
            let response = Response(status: 200, body: bytes)
            if case .success(let reading) = adapter.readDefinitions(response, at: now) {
                accepted += 1
                dropped += reading.diagnostics.count
                #expect(reading.records.allSatisfy { !$0.campaign.id.isEmpty })
            }
            if case .success(let reading) = adapter.readPersonalization(response, at: now) {
                accepted += 1
                dropped += reading.diagnostics.count
                #expect(reading.records.allSatisfy { $0.personalization.lifetime >= 0 })
                #expect(
                    reading.records.allSatisfy { $0.body == nil || $0.personalization.hasContent })
            }
        }
        #expect(accepted > 1_000)
        #expect(dropped > 100)
    }
}
