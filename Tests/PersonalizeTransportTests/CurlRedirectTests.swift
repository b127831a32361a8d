import Foundation
import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeTransport

@Suite struct CurlRedirectTests {
    private let secrets = Secrets(["key": "s3cret"])
    private let headers = [
        Request.Header("Authorization", "Basic ", secret: "key"),
        Request.Header("X-Key", "", secret: "key"),
        Request.Header("Cookie", "a=b"),
        Request.Header("X-Plain", "kept"),
        Request.Header("Content-Type", "text/plain"),
    ]

    private func redirected(
        _ status: Int, to target: String, method: String = "POST"
    ) throws -> Exchange? {
        let client = try Client()
        let query = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        client.send(
            try HTTPServer.plain().url("/redirect-to?status=\(status)&url=\(query)"),
            method: method, headers: headers, body: method == "GET" ? nil : "content",
            secrets: secrets)
        return client.finish().first?.exchange
    }

    @Test func followsAsManyAsAreAllowed() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/redirect?left=5"))
        #expect(client.finish().first?.exchange.status == 200)
        client.send(try HTTPServer.plain().url("/redirect?left=6"))
        #expect(client.finish().first?.exchange.failure?.kind == .tooManyRedirects)
        let none = try Client { $0.maximumRedirects = 0 }
        none.send(try HTTPServer.plain().url("/redirect?left=1"))
        #expect(none.finish().first?.exchange.failure?.kind == .tooManyRedirects)
    }

    @Test func secretsStayWithTheirServer() throws {
        let other = try HTTPServer()
        let seen = try #require(try redirected(307, to: other.url("/echo"))?.json?["headers"])
        #expect(seen["authorization"] == nil)
        #expect(seen["x-key"] == nil)
        #expect(seen["cookie"] == nil)
        #expect(seen["x-plain"] == "kept")
    }

    @Test func secretsFollowWithinTheirServer() throws {
        let seen = try #require(try redirected(307, to: "/echo")?.json?["headers"])
        #expect(seen["authorization"] == "Basic s3cret")
        #expect(seen["x-key"] == "s3cret")
    }

    @Test func anotherNameOfTheHostIsAnotherServer() throws {
        let port = try HTTPServer.plain().port
        let seen = try #require(
            try redirected(307, to: "http://localhost:\(port)/echo")?.json?["headers"])
        #expect(seen["x-key"] == nil)
    }

    @Test(arguments: [307, 308])
    func keepsTheBody(status: Int) throws {
        let seen = try #require(try redirected(status, to: "/echo")?.json)
        #expect(seen["method"] == "POST")
        #expect(seen["body"] == "content")
        #expect(seen["headers"]?["content-type"] == "text/plain")
    }

    @Test(arguments: [301, 302, 303])
    func turnsAPostIntoAGet(status: Int) throws {
        let seen = try #require(try redirected(status, to: "/echo")?.json)
        #expect(seen["method"] == "GET")
        #expect(seen["body"] == "")
        #expect(seen["headers"]?["content-type"] == nil)
    }

    @Test func leavesOtherMethodsAlone() throws {
        #expect(try redirected(302, to: "/echo", method: "PUT")?.json?["method"] == "PUT")
        #expect(try redirected(303, to: "/echo", method: "PUT")?.json?["method"] == "GET")
        #expect(try redirected(303, to: "/status?code=200", method: "HEAD")?.status == 200)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:1/x"])
    func goesNowhereButHTTP(target: String) throws {
        #expect(try redirected(302, to: target, method: "GET")?.failure?.kind == .malformed)
    }

    @Test func credentialsInATargetAreRefused() throws {
        let port = try HTTPServer.plain().port
        let target = "http://user:word@127.0.0.1:\(port)/echo"
        #expect(try redirected(302, to: target)?.failure?.kind == .malformed)
    }

    @Test func redirectWithoutTargetIsAnAnswer() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/status?code=302"))
        #expect(client.finish().first?.exchange.status == 302)
    }

    @Test func httpsIsNotLeftForHTTP() throws {
        let request = try OutgoingRequest(
            Request(id: 1, vendor: "", purpose: "", method: "GET", url: "https://shop.test/a"),
            secrets: Secrets())
        #expect(throws: TransportFailure.self) {
            _ = try Redirect.following(request, status: 302, to: "http://shop.test/a")
        }
        let upgraded = try Redirect.following(request, status: 302, to: "https://cdn.test/a")
        #expect(upgraded.url == "https://cdn.test/a")
    }
}
