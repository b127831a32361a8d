import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeExponea

@Suite struct InboxTests {
    private func inbox(_ settings: String = "{}") throws -> any InboxAdapter {
        try adapter(settings)
    }

    /// Reads a list of messages, given as the elements of the list.
    private func read(_ elements: String, _ members: String = "") throws -> InboxAnswer {
        try InboxReader.read(Array(#"{"success":true\#(members),"messages":[\#(elements)]}"#.utf8))
    }

    private func content(_ kind: String, _ members: String) throws -> MessageContent {
        let answer = try read(#"{"id":"m","type":"\#(kind)","content":{\#(members)}}"#)
        return try #require(answer.messages.records.first?.content)
    }

    // MARK: Requests

    @Test func theFirstFetchHasNoToken() throws {
        let draft = try inbox().inboxRequest(token: nil, identity: ada).get()
        #expect(draft.method == "POST")
        #expect(draft.url == "https://api.exponea.com/webxp/projects/T-1/appinbox/fetch")
        #expect(
            draft.body
                == #"{"customer_ids":{"cookie":"7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11","#
                + #""registered":"ada@example.test"},"application_id":"default-application"}"#)
        #expect(draft.headers.contains { $0.name == "authorization" && $0.secret != nil })
    }

    @Test func theNextFetchHasIt() throws {
        let draft = try inbox(#"{"application_id":"com.example.kiosk"}"#)
            .inboxRequest(token: "CqIB0042", identity: ada).get()
        #expect(
            draft.body?.hasSuffix(
                #""application_id":"com.example.kiosk","sync_token":"CqIB0042"}"#) == true)
    }

    @Test func markingHasOneIDAndTheMessagesOwnToken() throws {
        let draft = try inbox().markReadRequest(message: "m1", token: "t", identity: ada).get()
        #expect(draft.url == "https://api.exponea.com/webxp/projects/T-1/appinbox/markasread")
        #expect(
            draft.body
                == #"{"customer_ids":{"cookie":"7a1d2c3e-0b8f-4f39-9a6b-2f1f0d2c9e11","#
                + #""registered":"ada@example.test"},"message_ids":["m1"],"sync_token":"t"}"#)
    }

    @Test func withoutACredentialNothingIsAsked() throws {
        let inbox = try inbox(#"{"authorization":null}"#)
        guard case .failure(let failure) = inbox.inboxRequest(token: nil, identity: ada),
            case .failure(let other) = inbox.markReadRequest(
                message: "m", token: "t", identity: ada)
        else {
            Issue.record("a request was made")
            return
        }
        #expect(failure.reason == "authorization_missing")
        #expect(other.reason == "authorization_missing")
        #expect(
            inbox.messages(for: .inbox(.loadFailed(message: failure.message))).map(\.message)
                == ["AppInbox loading failed. Authorization token is missing"])
    }

    // MARK: Answers

    @Test func aPushMessageIsReadWhole() throws {
        let answer = try read(
            #"""
            {"id":"0703","type":"push","is_read":false,"create_time":1767266347.242,
             "expire_time":1798802347.22,"content":{"title":"Your order shipped",
             "message":"Tap","image":"https://cdn.test/p.png","action":"deeplink",
             "url":"shop://orders/42","actions":[
             {"action":"browser","url":"https://shop.test/42","title":"Track"},
             {"action":"app","title":"Open app"},{"action":"self-check"},5],
             "attributes":{"campaign_id":"c-77","action_id":3,"event_type":"campaign",
             "sent_timestamp":1767266340.0,"nothing":null},
             "url_params":{"utm_source":"bloomreach","xnpe_cmp":"cmp-1","other":"x","utm_term":5},
             "has_tracking_consent":true,"consent_category_tracking":"inbox"}}
            """#, #","sync_token":"CqIB0043""#)
        #expect(answer.token == "CqIB0043")
        #expect(answer.messages.diagnostics.isEmpty)
        let message = try #require(answer.messages.records.first)
        #expect(message.received == 1_767_266_347_242)
        #expect(message.expires == 1_798_802_347_220)
        let content = try #require(message.content)
        #expect(content.title == "Your order shipped")
        #expect(content.text == "Tap")
        #expect(content.html == nil)
        #expect(
            content.mainAction
                == MessageAction(title: nil, url: "shop://orders/42", kind: .deepLink))
        #expect(
            content.actions == [
                MessageAction(title: "Track", url: "https://shop.test/42", kind: .browser),
                MessageAction(title: "Open app", url: nil, kind: .app),
                MessageAction(title: nil, url: nil, kind: .none),
            ])
        #expect(
            JSONValue.object(content.attributes).encoded()
                == #"{"campaign_id":"c-77","action_id":3,"sent_timestamp":1767266340.0,"#
                + #""utm_source":"bloomreach","xnpe_cmp":"cmp-1"}"#)
        #expect(content.consentCategory == "inbox")
        #expect(content.allowsTracking)
    }

    @Test func anHTMLMessageHasADocument() throws {
        let content = try content(
            "html",
            #"""
            "title":"Spring","pre_header":"Ten pieces","message":"<p>See</p>",
            "attributes":{"campaign_id":"c-78"},"has_tracking_consent":"false"
            """#)
        #expect(content.text == "Ten pieces")
        #expect(content.html == "<p>See</p>")
        #expect(content.mainAction == nil)
        #expect(!content.allowsTracking)
    }

    @Test func withoutAnActionThereIsNoMainOne() throws {
        #expect(try content("push", #""url":"shop://x""#).mainAction == nil)
    }

    @Test func dataWinsOverAttributesOfAPush() throws {
        let both = #""data":{"a":1},"attributes":{"b":2}"#
        #expect(try content("push", both).attributes.keys == ["a"])
        #expect(try content("html", both).attributes.keys == ["b"])
    }

    @Test func parametersMayBeAList() throws {
        let content = try content(
            "push", #""url_params":[{"utm_source":"a"},5,{"utm_source":"b","utm_medium":"c"}]"#)
        #expect(content.attributes["utm_source"]?.string == "b")
        #expect(content.attributes["utm_medium"]?.string == "c")
        #expect(try self.content("push", #""url_params":"x""#).attributes.isEmpty)
    }

    @Test func aContentThatCannotBeReadCostsOnlyItself() throws {
        let answer = try read(
            #"""
            {"id":"a","type":"push","content":{"title":5}},{"id":"b","type":"push"},
            {"id":"c","type":"push","content":null},{"id":"d","type":"push","content":[]},
            {"id":"e","type":"push","is_read":1,"create_time":"x","content":{"title":"ok"}}
            """#)
        #expect(answer.messages.records.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(
            answer.messages.records.map { $0.content == nil } == [true, true, true, true, false])
        #expect(answer.messages.diagnostics.count == 2)
        #expect(answer.messages.records[4].isRead)
        #expect(answer.messages.records[4].received == nil)
    }

    @Test func whatNobodyCanShowIsLeftOut() throws {
        let answer = try read(
            #"{"id":"a","type":"sms"},{"type":"push"},{"id":"b"},{"id":"","type":"push"}"#
        )
        #expect(answer.messages.records.isEmpty)
        #expect(answer.messages.diagnostics.count == 4)
    }

    @Test func aNullListIsAnEmptyOne() throws {
        let answer = try InboxReader.read(Array(#"{"success":true,"messages":null}"#.utf8))
        #expect(answer.messages.records.isEmpty)
        #expect(answer.token == nil)
    }

    @Test(arguments: [
        (200, #"{"success":false,"error":"no hard id"}"#, "refused"),
        (200, "{}", "malformed"), (200, "{{{", "malformed"), (200, "", "malformed"),
        (401, "", "not_authorized"), (500, "", "server_error"), (302, "", "unexpected_status"),
    ])
    func failures(status: Int, body: String, reason: String) throws {
        guard
            case .failure(let failure) = try inbox().readInbox(
                answer(body, status: status), at: now)
        else {
            Issue.record("it was taken for an answer")
            return
        }
        #expect(failure.reason == reason)
        #expect(try inbox().markReadFailure(answer(body, status: status))?.reason == reason)
    }

    @Test func aTokenThatIsGoneIsTold() throws {
        guard case .tokenGone(let failure) = try inbox().readInbox(answer("", status: 410), at: now)
        else {
            Issue.record("it was not told")
            return
        }
        #expect(failure.reason == "gone")
        #expect(try inbox().markReadFailure(answer(#"{"success":true}"#)) == nil)
    }

    @Test func aPayloadOfTheHostIsRead() throws {
        let payload = Array(#"{"success":true,"messages":[{"id":"a","type":"push"}]}"#.utf8)
        guard case .inbox(let answer) = try inbox().ingest(kind: "inbox", payload: payload, at: now)
        else {
            Issue.record("it was taken for something else")
            return
        }
        #expect(answer.messages.records.map(\.id) == ["a"])
    }

    /// Bytes no server meant: what is read is usable, whatever was left out.
    @Test func readsOrRefuses() throws {
        let inbox = try inbox()
        let document = """
            {"success":true,"sync_token":"t","messages":[{"id":"a","type":"push","is_read":false,
            "create_time":1767266347.242,"expire_time":1e9,"content":{"title":"T","action":"app",
            "actions":[{"action":"browser","url":"x:y","title":"z"}],"attributes":{"a":1},
            "url_params":[{"utm_source":"b"}],"has_tracking_consent":"1"}},
            {"id":"b","type":"html","content":{"message":"<a href='x:y'>z</a>"}}]}
            """
        let replacements = Array(#"{}[]",:0123456789.eE-+\tfnu é"#.utf8)
        var random = RandomSource(seed: 11)
        var accepted = 0
        var dropped = 0
        for _ in 0..<4_000 {
            var bytes = Array(document.utf8)
            for _ in 0...random.below(3) {
                let position = Int(random.below(Int64(bytes.count)))
                bytes[position] = replacements[Int(random.below(Int64(replacements.count)))]
            }
            let response = Response(status: 200, body: bytes)
            guard case .answer(let answer) = inbox.readInbox(response, at: now) else { continue }
            accepted += 1
            dropped += answer.messages.diagnostics.count
            for message in answer.messages.records {
                #expect(!message.id.isEmpty)
                #expect(["push", "html"].contains(message.kind))
            }
        }
        #expect(accepted > 1_000)
        #expect(dropped > 100)
    }

    // MARK: Events

    @Test func openedHasTheMessagesAttributes() throws {
        let content = MessageContent(
            attributes: ["campaign_id": "c-77", "status": "sent", "platform": "ios"],
            consentCategory: "inbox")
        let event = try #require(try inbox().event(for: .opened, of: content))
        #expect(event.type == "campaign")
        #expect(
            JSONValue.object(event.properties).encoded()
                == #"{"status":"opened","action_type":"app inbox","platform":"linux","#
                + #""campaign_id":"c-77","consent_category_tracking":"inbox"}"#)
        #expect(!event.isForced)
    }

    @Test func clickedSaysWhat() throws {
        let action = MessageAction(title: "Track", url: "https://shop.test/42", kind: .browser)
        let content = MessageContent(attributes: ["url": "leaked", "utm_source": "b"])
        let event = try #require(try inbox().event(for: .clicked(action), of: content))
        #expect(
            JSONValue.object(event.properties).encoded()
                == #"{"status":"clicked","action_type":"app inbox","platform":"linux","#
                + #""url":"https://shop.test/42","cta":"Track","utm_source":"b"}"#)
    }

    @Test func clickedHasDefaultsAndForcedLinks() throws {
        let nothing = MessageAction(title: nil, url: nil, kind: .app)
        let event = try #require(try inbox().event(for: .clicked(nothing), of: MessageContent()))
        #expect(event.properties["url"]?.string == "app")
        #expect(event.properties["cta"]?.string == "inbox")
        let forced = MessageAction(
            title: "", url: "https://x.test/?xnpe_force_track=true", kind: .browser)
        let other = try #require(try inbox().event(for: .clicked(forced), of: MessageContent()))
        #expect(other.isForced)
        #expect(other.properties["tracking_forced"]?.bool == true)
        #expect(other.properties["cta"]?.string == "")
    }

    // MARK: Settings and texts

    @Test func theScopeIsProjectAndApplication() throws {
        #expect(try inbox().inboxScope == "T-1/default-application")
        #expect(try inbox(#"{"application_id":"b"}"#).inboxScope == "T-1/b")
    }

    @Test func textsOfTheHostAreChecked() throws {
        let inbox = try inbox(
            #"""
            {"inbox":{"labels":{"exponea.inbox.title":"Post"},"image_inset":0,
             "relative_time":{"language":"cs"}}}
            """#)
        #expect(inbox.inboxStyle.labels["exponea.inbox.title"]?.string == "Post")
        #expect(inbox.inboxStyle.imageInset == 0)
        #expect(inbox.inboxStyle.relativeTime["language"]?.string == "cs")
        #expect(try self.inbox().inboxStyle.imageInset == 56)
        let base = #""project_token":"T","authorization":null"#
        let unknown = try refusal(#"{\#(base),"inbox":{"labels":{"exponea.inbox.titel":"x"}}}"#)
        #expect(unknown.path == #"$.vendors[0].inbox.labels["exponea.inbox.titel"]"#)
        #expect(unknown.hint == #"Did you mean "exponea.inbox.title"?"#)
        #expect(try refusal(#"{\#(base),"inbox":{"image_inset":-1}}"#).reason == "invalid_value")
        #expect(try refusal(#"{\#(base),"inbox":{"label":{}}}"#).reason == "unknown_key")
    }

    @Test func linesAreTheVendorsOwn() throws {
        let inbox = try inbox()
        let lines: [(InboxLogEvent, String)] = [
            (
                .markReadImpossible(message: "m"),
                "Unable to mark message m as read, try to fetch AppInbox"
            ), (.anonymous(message: "m"), "AppInbox message contains empty customerIds"),
            (.notFound(message: "m"), "AppInbox message not found: m"),
            (
                .trackingRefused(.opened),
                "Event for opened AppInbox message is not tracked because consent is not given"
            ),
        ]
        for (event, line) in lines {
            #expect(inbox.messages(for: .inbox(event)).map(\.message) == [line])
        }
    }

    @Test func aDocumentIsMadeSafe() throws {
        let prepared = try inbox().prepare(
            message: "<p onclick='x()'>Hi</p><script>y()</script>"
                + "<a data-link='https://shop.test/spring'>See</a>"
                + "<div data-actiontype='close'>x</div><img src='relative.png'>"
        ) { "id" }
        let html = try #require(prepared.rendered(resources: [:])["html"]?.string)
        #expect(!html.contains("script"))
        #expect(!html.contains("onclick"))
        #expect(prepared.actions.contains { $0.url == "https://shop.test/spring" })
        #expect(prepared.action(matching: "https://shop.test/spring")?.name == "See")
    }
}
