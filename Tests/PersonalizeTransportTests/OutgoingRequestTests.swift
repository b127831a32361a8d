import PersonalizeCore
import Testing

@testable import PersonalizeTransport

@Suite struct OutgoingRequestTests {
    private func failure(
        method: String = "GET", url: String = "https://shop.test/", _ headers: [Request.Header],
        secrets: Secrets = Secrets()
    ) -> TransportFailure? {
        let request = Request(
            id: 1, vendor: "shop", purpose: "event", method: method, url: url, headers: headers)
        do throws(TransportFailure) {
            _ = try OutgoingRequest(request, secrets: secrets)
            return nil
        } catch { return error }
    }

    @Test func secretStandsBehindTheValue() throws {
        let request = Request(
            id: 1, vendor: "shop", purpose: "event", method: "GET", url: "https://shop.test/",
            headers: [Request.Header("Authorization", "Token ", secret: "key")])
        let outgoing = try OutgoingRequest(request, secrets: Secrets(["key": "abc"]))
        #expect(outgoing.headers.map(\.value) == ["Token abc"])
        #expect(outgoing.headers.map(\.isPrivate) == [true])
    }

    private func sent(_ body: String, mark: String) -> String? {
        let request = Request(
            id: 1, vendor: "shop", purpose: "batch", method: "POST", url: "https://shop.test/",
            body: body, bodySecret: Request.BodySecret(mark: mark, secret: "key"))
        return (try? OutgoingRequest(request, secrets: Secrets(["key": "abc"])))?.body
    }

    @Test func aSecretOfTheBodyTakesTheFirstMarksPlace() {
        let body = sent(#"{"tk":"***key","x":"***key"}"#, mark: "***key")
        #expect(body == #"{"tk":"abc","x":"***key"}"#)
    }

    @Test(arguments: ["", "absent", "longer than the whole of the body is"])
    func withoutAPlaceForItsSecretNothingIsSent(mark: String) {
        #expect(sent("a ***key b", mark: mark) == nil)
    }

    @Test func missingSecretIsNamed() throws {
        let failure = try #require(
            self.failure([Request.Header("A", "Token ", secret: "shop.key")]))
        #expect(failure.kind == .malformed)
        #expect(failure.message.contains("shop.key"))
    }

    @Test(arguments: ["a\r\nX-More: b", "a\nb", "a\0b", "a\u{7F}"])
    func valueCannotEndItsLine(value: String) {
        #expect(failure([Request.Header("X-A", value)])?.kind == .malformed)
        let secrets = Secrets(["key": value])
        let failure = self.failure([Request.Header("X-A", "", secret: "key")], secrets: secrets)
        #expect(failure?.kind == .malformed)
        #expect(failure?.message.contains("More") == false)
    }

    @Test(arguments: ["", "a b", "a:", "a\r\n", "ü"])
    func namesAndMethodsAreTokens(name: String) {
        #expect(failure([Request.Header(name, "v")]) != nil)
        #expect(failure(method: name, []) != nil)
    }

    @Test(arguments: [
        "", "https://", "ftp://shop.test/", "file:///etc/passwd", "shop.test", "https//shop.test",
        "https://shop.test/a b", "https://shop.test/\r\nX: y", "https://shop.test/\0",
    ])
    func urlIsHTTP(url: String) {
        #expect(failure(url: url, []) != nil)
    }

    @Test(arguments: ["https://shop.test/é?a=b", "HTTP://shop.test"])
    func urlsThatAreFine(url: String) {
        #expect(failure(url: url, []) == nil)
    }

    @Test func secretsArePrintedByNumberOnly() {
        let secrets = Secrets(["key": "hidden-value"])
        var dumped = ""
        dump(secrets, to: &dumped)
        for text in ["\(secrets)", String(reflecting: secrets), dumped] {
            #expect(!text.contains("hidden-value"))
            #expect(text.contains("1"))
        }
    }
}
