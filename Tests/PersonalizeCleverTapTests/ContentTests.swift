import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeCleverTap

@Suite struct ContentTests {
    @Test(arguments: [
        ("Notification Viewed", "1790000001_20261001", "1790000001"),
        ("Notification Clicked", "a_b_20261001", "a_b"), ("Notification Viewed", "7", nil),
        ("Added To Cart", "7_20261001", nil),
    ])
    func theSubjectOfAnEvent(_ event: String, _ delivery: String, _ campaign: String?) throws {
        let occurrence = TriggerOccurrence(event, properties: ["wzrk_id": .string(delivery)])
        #expect(try adapter().subject(of: occurrence) == campaign)
    }

    @Test func aSuppressionIsDated() throws {
        #expect(
            try adapter().suppression(of: "7", details: ["wzrk_pivot": "b"], on: "20261121")
                == ["wzrk_id": "7_20261121", "wzrk_pivot": "b"])
    }

    @Test func aNewEndIsInWhatEventsCarry() throws {
        let overlay = Overlay(
            campaign: "7", template: "Card", properties: ["wzrk_id": "7_x", "wzrk_ttl": 5])
        #expect(
            try adapter().renewed(overlay, expires: 1_790_000_000_999).properties
                == ["wzrk_id": "7_x", "wzrk_ttl": 1_790_000_000])
        #expect(try adapter().renewed(overlay, expires: nil).properties == ["wzrk_id": "7_x"])
    }

    @Test func anAnswerCanBeHandedIn() throws {
        let body = Array("{\"imc\": 3, \"content_fetch\": [{}]}".utf8)
        guard
            case .overlays(let answer) = try adapter().ingest(
                kind: "overlays", payload: body, at: now)
        else {
            Issue.record("no overlays")
            return
        }
        #expect(answer.sessionCap == 3)
        // Nobody fetches what it announces, so nothing has to wait for it.
        #expect(!answer.awaitsFollowUp)
    }

    @Test func whatIsNoAnswerIsRefused() throws {
        #expect(throws: PersonalizeError.self) {
            try adapter().ingest(kind: "overlays", payload: Array("{".utf8), at: now)
        }
        #expect(throws: PersonalizeError.self) {
            try adapter().ingest(kind: "definitions", payload: Array("{}".utf8), at: now)
        }
    }
}
