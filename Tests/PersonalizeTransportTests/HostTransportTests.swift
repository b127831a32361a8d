import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeTransport

@Suite struct HostTransportTests {
    private let transport = HostTransport()

    private func send(
        _ id: Int64, at monotonic: Int64 = 0, timeout: Int64 = 1000, maximumBytes: Int = 100,
        headers: [Request.Header] = [], secrets: Secrets = Secrets()
    ) {
        let request = Request(
            id: id, vendor: "shop", purpose: "event", method: "POST", url: "https://shop.test/",
            headers: headers, body: "{}", timeout: timeout, maximumBytes: maximumBytes)
        transport.send(request, secrets: secrets, at: time(monotonic))
    }

    private func time(_ monotonic: Int64) -> Instant { Instant(wall: 0, monotonic: monotonic) }

    private func error(_ id: Int64, _ answer: JSONValue) -> PersonalizeError? {
        do throws(PersonalizeError) {
            _ = try transport.finish(id, answer)
            return nil
        } catch { return error }
    }

    @Test func handsOutEachRequestOnceWithItsSecrets() {
        send(
            1, headers: [Request.Header("Authorization", "Token ", secret: "key")],
            secrets: Secrets(["key": "abc"]))
        send(2)
        #expect(transport.hasRequest)
        let first: JSONObject = [
            "id": 1, "vendor": "shop", "purpose": "event", "method": "POST",
            "url": "https://shop.test/",
            "headers": [["name": "Authorization", "value": "Token abc"]],
            "body": "{}", "timeout_ms": 1000, "maximum_bytes": 100,
        ]
        #expect(transport.next() == first)
        #expect(transport.next()?["id"] == 2)
        #expect(!transport.hasRequest)
        #expect(transport.next() == nil)
    }

    @Test func takesAnAnswerOnce() throws {
        send(1)
        _ = transport.next()
        let exchange = try transport.finish(
            1, ["status": 201, "headers": ["A": "b", "C": ["d", "e"]], "body": "text"])
        let headers = [("A", "b"), ("C", "d"), ("C", "e")].map(Response.Header.init)
        #expect(
            exchange
                == .response(Response(status: 201, headers: headers, body: Array("text".utf8))))
        #expect(error(1, ["status": 200])?.reason == "request_unknown")
        #expect(transport.activeCount == 0)
    }

    @Test func takesBytesAndListsOfHeaders() throws {
        send(1)
        _ = transport.next()
        let exchange = try transport.finish(
            1,
            ["status": 200, "headers": [["name": "A", "value": "b"]], "body_base64": "AP8="])
        #expect(exchange.response?.body == [0, 255])
        #expect(exchange.response?.header("a") == "b")
    }

    @Test func takesFailures() throws {
        send(1)
        _ = transport.next()
        let exchange = try transport.finish(1, ["failure": "unreachable", "message": "no net"])
        #expect(exchange == .failure(TransportFailure(.unreachable, "no net")))
    }

    @Test func requestNotHandedOutIsUnknown() {
        send(1)
        #expect(error(1, ["status": 200])?.code == .notFound)
        #expect(transport.next()?["id"] == 1)
    }

    @Test(
        arguments: [
            ([], "$"), ([:], "$.status"), (["status": 99], "$.status"),
            (["status": "200"], "$.status"),
            (["status": 200, "headers": 5], "$.headers"),
            (["status": 200, "headers": ["A": 5]], "$.headers.A"),
            (["status": 200, "headers": [["name": "A"]]], "$.headers[0].value"),
            (["status": 200, "body": [:]], "$.body"),
            (["status": 200, "body_base64": "?"], "$.body_base64"),
            (["status": 200, "body": "a", "body_base64": "AA=="], "$.body_base64"),
            (["failure": "lazy"], "$.failure"), (["status": 200, "boddy": ""], "$.boddy"),
        ] as [(JSONValue, String)])
    func answerOfAnotherShapeLeavesTheRequestOpen(answer: JSONValue, path: String) throws {
        send(1)
        _ = transport.next()
        let error = try #require(self.error(1, answer))
        #expect(error.code == .argument)
        #expect(error.path == path)
        #expect(try transport.finish(1, ["status": 200]).status == 200)
    }

    @Test func answerMayNotExceedTheLimit() throws {
        send(1, maximumBytes: 3)
        send(2, maximumBytes: 3)
        _ = transport.next()
        _ = transport.next()
        #expect(try transport.finish(1, ["status": 200, "body": "abc"]).status == 200)
        let kind = try transport.finish(2, ["status": 200, "body": "abcd"]).failure?.kind
        #expect(kind == .tooLarge)
    }

    @Test func silentHostTimesOut() {
        send(1, at: 100, timeout: 500)
        send(2, at: 100, timeout: 300)
        _ = transport.next()
        #expect(transport.nextDeadline == 400)
        #expect(transport.process([], at: time(399)).isEmpty)
        let completions = transport.process([], at: time(700))
        #expect(completions.map(\.id) == [2, 1])
        #expect(completions.allSatisfy { $0.exchange.failure?.kind == .timedOut })
        #expect(error(1, ["status": 200])?.reason == "request_unknown")
        #expect(transport.nextDeadline == nil)
        #expect(!transport.hasRequest)
    }

    @Test func requestWithoutItsSecretFailsAndIsNotHandedOut() {
        send(1, at: 50, headers: [Request.Header("A", "", secret: "none")])
        #expect(!transport.hasRequest)
        #expect(transport.nextDeadline == 50)
        let completions = transport.process([], at: time(50))
        #expect(completions.first?.exchange.failure?.message.contains("none") == true)
        #expect(transport.process([], at: time(50)).isEmpty)
    }

    @Test func cancelledRequestIsForgotten() {
        send(1)
        send(2)
        transport.cancel(1)
        #expect(transport.next()?["id"] == 2)
        transport.cancel(2)
        #expect(error(2, ["status": 200])?.code == .notFound)
        #expect(transport.activeCount == 0)
    }
}
