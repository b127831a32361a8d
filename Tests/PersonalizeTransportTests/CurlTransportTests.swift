import Foundation
import Glibc
import PersonalizeCore
import PersonalizeJSON
import Testing

@testable import PersonalizeTransport

@Suite struct CurlTransportTests {
    /// The end of one request to the shared server.
    private func get(
        _ path: String, timeout: Int64 = 20_000, maximumBytes: Int = 1 << 20
    ) throws -> Exchange? {
        let client = try Client()
        let url = try HTTPServer.plain().url(path)
        client.send(url, timeout: timeout, maximumBytes: maximumBytes)
        return client.finish().first?.exchange
    }

    @Test func sendsWhatTheRequestSays() throws {
        let client = try Client()
        let id = client.send(
            try HTTPServer.plain().url("/echo"), method: "POST",
            headers: [
                Request.Header("Authorization", "Token ", secret: "key"),
                Request.Header("Content-Type", "application/json"),
                Request.Header("X-Empty", ""),
            ],
            body: #"{"a": "é"}"#, secrets: Secrets(["key": "s3cret"]))
        let completions = client.finish()
        #expect(completions.map(\.id) == [id])
        let seen = try #require(completions.first?.exchange.json)
        #expect(seen["method"] == "POST")
        #expect(seen["body"] == #"{"a": "é"}"#)
        let headers = try #require(seen["headers"])
        #expect(headers["authorization"] == "Token s3cret")
        #expect(headers["content-type"] == "application/json")
        #expect(headers["x-empty"] == "")
        #expect(headers["user-agent"] == "libpersonalize/test")
        #expect(headers["accept-encoding"] == "gzip, deflate")
        #expect(headers["expect"] == nil)
    }

    @Test func addsNoContentTypeOfItsOwn() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/echo"), method: "POST", body: "text")
        let seen = try #require(client.finish().first?.exchange.json)
        #expect(seen["headers"]?["content-type"] == nil)
        #expect(seen["body"] == "text")
    }

    @Test(arguments: ["PUT", "DELETE", "POST", "GET"])
    func sendsAnyMethodWithABody(method: String) throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/echo"), method: method, body: "content")
        let seen = try #require(client.finish().first?.exchange.json)
        #expect(seen["method"]?.string == method)
        #expect(seen["body"] == "content")
    }

    @Test func headHasNoBody() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/sized?bytes=500"), method: "HEAD")
        let response = try #require(client.finish().first?.exchange.response)
        #expect(response.status == 200)
        #expect(response.body.isEmpty)
        #expect(response.header("content-length") == "500")
    }

    @Test func postWithoutBodyIsEmpty() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/echo"), method: "POST")
        let seen = try #require(client.finish().first?.exchange.json)
        #expect(seen["method"] == "POST")
        #expect(seen["headers"]?["content-length"] == "0")
    }

    @Test func headersAreThoseOfTheFinalAnswer() throws {
        let interim = try #require(try get("/interim")?.response)
        #expect(interim.header("x-final") == "yes")
        #expect(interim.header("x-interim") == nil)
        let chunked = try #require(try get("/chunked")?.response)
        #expect(String(decoding: chunked.body, as: UTF8.self) == "one two three")
        #expect(chunked.header("x-trailer") == nil)
        let twice = try #require(try get("/echo")?.response)
        #expect(
            twice.headers.filter { $0.name.lowercased() == "x-twice" }.map(\.value) == ["a", "b"])
    }

    @Test(arguments: [401, 403, 404, 429, 500, 503])
    func everyStatusIsAnAnswer(status: Int) throws {
        let response = try #require(try get("/status?code=\(status)&retry=1")?.response)
        #expect(response.status == status)
        #expect(response.header("retry-after") == "7")
    }

    @Test(arguments: ["/gzip", "/deflate"])
    func decodesContent(path: String) throws {
        #expect(try get(path)?.text == String(repeating: "plain ", count: 1000))
    }

    @Test func limitCountsDecodedBytes() throws {
        #expect(try get("/gzip", maximumBytes: 6000)?.status == 200)
        #expect(try get("/gzip", maximumBytes: 5999)?.failure?.kind == .tooLarge)
        #expect(try get("/bomb")?.failure?.kind == .tooLarge)
        #expect(try get("/endless")?.failure?.kind == .tooLarge)
        #expect(try get("/sized?bytes=10", maximumBytes: 0)?.failure?.kind == .tooLarge)
        #expect(try get("/sized?bytes=0", maximumBytes: -1)?.status == 200)
        #expect(try get("/sized?bytes=900000")?.response?.body.count == 900_000)
    }

    @Test func longHeadersAreRefused() throws {
        #expect(try get("/long-headers")?.failure?.kind == .tooLarge)
    }

    @Test(arguments: ["/cut", "/cut-chunked", "/bad-gzip", "/nothing", "/garbage"])
    func brokenAnswerIsMalformed(path: String) throws {
        let failure = try #require(try get(path)?.failure)
        #expect(failure.kind == .malformed)
        #expect(!failure.message.isEmpty)
    }

    @Test func brokenConnectionIsUnreachable() throws {
        #expect(try get("/reset")?.failure?.kind == .unreachable)
    }

    @Test func closedPortIsUnreachable() throws {
        let client = try Client()
        client.send("http://127.0.0.1:1/")
        client.send("http://name.invalid/")
        let kinds = client.finish().map(\.exchange.failure?.kind)
        #expect(kinds == [.unreachable, .unreachable])
    }

    @Test(arguments: ["/hang", "/slow"])
    func requestEndsAtItsTime(path: String) throws {
        let start = MonotonicClock.now
        #expect(try get(path, timeout: 200)?.failure?.kind == .timedOut)
        let took = MonotonicClock.now - start
        #expect(took >= 200 && took < 3000)
    }

    @Test func requestsThatQueueTimeOutToo() throws {
        let client = try Client { $0.maximumConnectionsPerHost = 1 }
        let hang = try HTTPServer.plain().url("/hang?seconds=3")
        client.send(hang, timeout: 5000)
        let queued = client.send(hang, timeout: 150)
        var completions: [Completion] = []
        let end = MonotonicClock.now + 2000
        while completions.isEmpty, MonotonicClock.now < end { completions = client.step(500) }
        #expect(completions.map(\.id) == [queued])
        #expect(completions.first?.exchange.failure?.kind == .timedOut)
    }

    @Test func connectionIsUsedAgain() throws {
        let client = try Client()
        var served: [Int64] = []
        for _ in 0..<3 {
            client.send(try HTTPServer.plain().url("/echo"))
            served.append(client.finish().first?.exchange.json?["served"]?.integer ?? -1)
        }
        #expect(served == [1, 2, 3])
    }

    @Test func manyRequestsAtOnceAllEnd() throws {
        let client = try Client()
        let url = try HTTPServer.plain().url("/echo")
        let sent = (0..<50).map { client.send(url, method: "POST", body: "body \($0)") }
        let completions = client.finish()
        #expect(completions.map(\.id).sorted() == sent)
        for completion in completions {
            #expect(completion.exchange.json?["body"]?.string == "body \(completion.id - 1)")
        }
        let peers = Set(completions.compactMap { $0.exchange.json?["peer"]?.integer })
        #expect(peers.count <= 6)
    }

    @Test func cancelledRequestGivesNothing() throws {
        let client = try Client()
        let cancelled = client.send(try HTTPServer.plain().url("/pause"))
        _ = client.step(20)
        client.transport.cancel(cancelled)
        let kept = client.send(try HTTPServer.plain().url("/echo"))
        #expect(client.finish().map(\.id) == [kept])
        #expect(client.transport.activeCount == 0)
    }

    @Test func nothingHappensWithoutRequests() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/echo"))
        #expect(client.finish().first?.exchange.status == 200)
        #expect(client.transport.nextDeadline == nil)
        #expect(client.loop.timeout(at: 0) == nil)
        #expect(client.loop.poll(200) == .timedOut)
    }

    @Test func serverThatClosesAnIdleConnectionWakesNobody() throws {
        let client = try Client()
        var server: HTTPServer? = try HTTPServer()
        let url = try #require(server?.url("/echo"))
        client.send(url)
        #expect(client.finish().first?.exchange.status == 200)
        server?.stop()
        server = nil
        #expect(client.loop.poll(100) == .timedOut)
        client.send(url)
        #expect(client.finish().first?.exchange.failure?.kind == .unreachable)
    }

    @Test func descriptorsAreGivenBack() throws {
        let client = try Client()
        for path in ["/echo", "/cut", "/reset", "/hang"] {
            client.send(try HTTPServer.plain().url(path), timeout: 100)
        }
        _ = client.finish()
        let sockets = client.transport.sockets
        #expect(!sockets.isEmpty)
        #expect(sockets.allSatisfy { fcntl($0, F_GETFD) == FD_CLOEXEC })
        client.transport.close()
        #expect(client.transport.sockets.isEmpty)
    }

    @Test func closingGivesUpWhatIsOpen() throws {
        let client = try Client()
        client.send(try HTTPServer.plain().url("/hang"))
        _ = client.step(50)
        client.transport.close()
        #expect(client.transport.activeCount == 0)
        client.send(try HTTPServer.plain().url("/echo"))
        #expect(client.finish().first?.exchange.failure?.kind == .unreachable)
    }

    @Test func environmentHasNoPartInProxies() throws {
        setenv("http_proxy", "http://127.0.0.1:1", 1)
        setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
        defer {
            unsetenv("http_proxy")
            unsetenv("ALL_PROXY")
        }
        #expect(try get("/echo")?.status == 200)
    }

    @Test func configuredProxyIsUsed() throws {
        let server = try HTTPServer.plain()
        setenv("no_proxy", "*", 1)
        defer { unsetenv("no_proxy") }
        let client = try Client { $0.proxy = server.url("") }
        client.send("http://shop.example.test/path")
        #expect(client.finish().first?.exchange.text == "proxied http://shop.example.test/path")
        let direct = try Client {
            $0.proxy = "http://127.0.0.1:1"
            $0.noProxy = "127.0.0.1"
        }
        direct.send(server.url("/echo"))
        #expect(direct.finish().first?.exchange.status == 200)
    }

    @Test func unreadableCertificatesAreAnErrorOfTheConfiguration() throws {
        let loop = try EventLoop()
        var options = CurlOptions()
        options.caFile = "/nonexistent/ca.pem"
        let error = #expect(throws: PersonalizeError.self) {
            _ = try CurlTransport(loop: loop, options: options)
        }
        #expect(error?.code == .configuration)
        #expect(error?.reason == "ca_unreadable")
    }
}
