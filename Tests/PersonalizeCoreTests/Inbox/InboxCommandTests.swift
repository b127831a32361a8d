import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct InboxCommandTests {
    static let commands: [InboxCommand] = [
        .fetch(key: nil), .fetch(key: "k"),
        .list(InboxQuery(offset: 3, limit: 7, hasContent: true)), .message(id: "a", key: "k"),
        .markRead(id: "a", isOptimistic: true, key: nil), .opened(id: "a", ignoresConsent: true),
        .clicked(
            id: "a", MessageAction(title: "t", url: nil, kind: .browser), ignoresConsent: false),
        .itemClick(id: "a", key: nil), .actionClick(id: "a", url: "u", key: "k"),
        .view(InboxViewSpecification(.button, labels: ["a": "b"])),
        .view(
            InboxViewSpecification(
                .list(InboxQuery(), hasImages: true, fetches: true),
                relativeTime: ["language": "cs"])),
        .view(InboxViewSpecification(.detail(message: "m"))), .viewAnswer(token: 9),
    ]

    @Test(arguments: commands)
    func journalsReadBackWhatTheyWrote(command: InboxCommand) {
        let whole = Command.inbox(vendor: "post", command)
        #expect(Command(json: whole.json) == whole)
    }

    @Test(arguments: [
        #"{}"#, #"{"call":"list"}"#, #"{"call":"opened","id":"a"}"#, #"{"call":"mark_read"}"#,
        #"{"call":"view","specification":{"view":"x"}}"#, #"{"call":"other","id":"a"}"#,
        #"{"call":"clicked","id":"a","action":{"type":"x"},"ignores_consent":true}"#,
    ])
    func otherObjectsAreNoCommands(text: String) throws {
        let command = try JSONValue.parse(text)
        #expect(Command(json: ["name": "inbox", "command": command]) == nil)
    }

    @Test func aVendorWithoutInboxSaysSo() {
        var harness = EngineHarness([])
        harness.perform(.start)
        guard case .refused(let error) = harness.inbox(.fetch(key: nil)) else {
            Issue.record("it was accepted")
            return
        }
        #expect(error.reason == "no_inbox")
        guard case .refused(let other) = harness.perform(.inbox(vendor: "x", .fetch(key: nil)))
        else { return }
        #expect(other.reason == "unknown_vendor")
    }
}
