import PersonalizeCore
import PersonalizeJSON

/// The letters of the tests' vendor: `{"next": token, "letters": [{id, kind,
/// read, at, until, says}]}` with `says` as `MessageContent` has it, null when
/// it cannot be read.
extension PostcardAdapter: InboxAdapter {
    func inboxRequest(
        token: String?, identity: Identity
    ) -> Result<RequestDraft, VendorFailure> {
        guard mayAsk else { return .failure(VendorFailure("no_key", "There is no key.")) }
        var body: JSONObject = ["who": .object(identity.ids)]
        body["since"] = token.map(JSONValue.string)
        return .success(
            RequestDraft(
                method: "POST", url: "https://post.test/letters",
                body: JSONValue.object(body).encoded()))
    }

    func readInbox(_ response: Response, at now: Instant) -> InboxReading {
        if response.status == 410 {
            return .tokenGone(VendorFailure("gone", "too old", status: 410))
        }
        guard response.status == 200, let object = (try? JSONValue.parse(response.body))?.object
        else { return .failure(VendorFailure("status", "no letters", status: response.status)) }
        return .answer(
            InboxAnswer(
                messages: Reading(records: (object["letters"]?.array ?? []).compactMap(letter)),
                token: object["next"]?.string))
    }

    private func letter(_ value: JSONValue) -> MessageRecord? {
        guard let id = value["id"]?.string else { return nil }
        let says = value["says"]?.object
        return MessageRecord(
            id: id, kind: value["kind"]?.string ?? "plain", isRead: value["read"]?.bool ?? false,
            received: value["at"]?.integer, expires: value["until"]?.integer,
            content: says.map { says in
                MessageContent(
                    title: says["title"]?.string, text: says["text"]?.string,
                    image: says["image"]?.string, html: says["html"]?.string,
                    mainAction: says["main"].flatMap(action),
                    actions: (says["actions"]?.array ?? []).compactMap(action),
                    attributes: says["back"]?.object ?? [:],
                    allowsTracking: says["track"]?.bool ?? true)
            })
    }

    private func action(_ value: JSONValue) -> MessageAction? {
        guard let object = value.object else { return nil }
        return MessageAction(
            title: object["title"]?.string, url: object["url"]?.string,
            kind: object["type"]?.string.flatMap(MessageAction.Kind.init(rawValue:)) ?? .none)
    }

    func markReadRequest(
        message id: String, token: String, identity: Identity
    ) -> Result<RequestDraft, VendorFailure> {
        guard mayAsk else { return .failure(VendorFailure("no_key", "There is no key.")) }
        return .success(
            RequestDraft(
                method: "POST", url: "https://post.test/read",
                body: JSONValue.object([
                    "who": .object(identity.ids), "id": .string(id), "token": .string(token),
                ]).encoded()))
    }

    func markReadFailure(_ response: Response) -> VendorFailure? {
        response.status == 200
            ? nil : VendorFailure("status", "not noted", status: response.status)
    }

    func event(for happening: MessageHappening, of content: MessageContent) -> EventDraft? {
        switch happening {
        case .opened: EventDraft(type: "letter_opened", properties: content.attributes)
        case .clicked(let action):
            EventDraft(
                type: "letter_followed", properties: ["url": .string(action.url ?? "")],
                isForced: action.url?.hasSuffix("!") ?? false)
        }
    }

    /// The same words as a card.
    func prepare(
        message html: String, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent {
        if html.contains("bad") { throw ContentFailure("bad_letter", "The letter is torn.") }
        return Letter(card: Card(words: html.split(separator: " ").map(String.init)))
    }

    struct Letter: PreparedContent {
        let card: Card

        var isEmpty: Bool { card.isEmpty }
        var resources: [ContentResource] { card.resources }
        var actions: [Action] { card.actions }
        func action(matching url: String) -> Action? { card.action(matching: url) }
        func isIncidental(_ url: String) -> Bool { card.isIncidental(url) }

        func rendered(resources: [String: String]) -> JSONObject {
            let words = card.words.map { word in
                word.hasPrefix("img:") ? resources[String(word.dropFirst(4))] ?? word : word
            }
            return ["html": .string(words.joined(separator: " "))]
        }
    }
}

extension EngineHarness {
    /// A started engine whose customer is known to the vendor.
    static func identified(
        _ adapters: [PostcardAdapter] = [PostcardAdapter()]
    ) -> EngineHarness {
        var harness = EngineHarness(adapters)
        harness.start("[]")
        harness.become("ada")
        harness.updates = []
        return harness
    }

    /// Makes the customer somebody, and has the vendor told.
    mutating func become(_ name: String) {
        perform(.identify(ids: ["registered": .string(name)], properties: [:], key: nil))
        answer("customer")
        answer("definitions", "[]")
    }

    @discardableResult
    mutating func inbox(_ command: InboxCommand) -> Outcome {
        perform(.inbox(vendor: nil, command))
    }

    /// Fetches these letters, given as the elements of the list.
    mutating func receive(_ letters: String, next: String = "t1") {
        inbox(.fetch(key: nil))
        answer("inbox", #"{"next":"\#(next)","letters":[\#(letters)]}"#)
    }

    mutating func list(_ query: InboxQuery = InboxQuery()) -> JSONObject {
        guard case .done(let reply) = inbox(.list(query)) else { return [:] }
        return reply
    }

    /// The ids of the list, newest first.
    mutating func listed() -> [String] {
        (list()["messages"]?.array ?? []).compactMap { $0["id"]?.string }
    }

    mutating func view(_ view: InboxViewSpecification.View) -> JSONObject {
        guard case .done(let reply) = inbox(.view(InboxViewSpecification(view))) else { return [:] }
        return reply["view"]?.object ?? [:]
    }

    /// The names of the events accepted since the updates were last taken.
    var letterEvents: [String] {
        updates.filter { $0["update"]?.string == "event.tracked" }
            .compactMap { $0["event"]?.string }
    }

    func updates(named name: String) -> [JSONObject] {
        updates.filter { $0["update"]?.string == name }
    }
}
