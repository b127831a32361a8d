import Foundation
import PersonalizeCore
import Testing

@testable import PersonalizeTransport

@Suite struct CurlTLSTests {
    /// A server whose certificate nobody has signed but itself.
    private struct Secured {
        let server: HTTPServer
        let certificate: String

        init(name: String) throws {
            let directory = FileManager.default.temporaryDirectory
                .appendingPathComponent("transport-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            certificate = directory.appendingPathComponent("certificate.pem").path
            let key = directory.appendingPathComponent("key.pem").path
            let openssl = Process()
            openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            openssl.arguments = [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=\(name)",
                "-keyout", key, "-out", certificate,
            ]
            openssl.standardError = FileHandle.nullDevice
            try openssl.run()
            openssl.waitUntilExit()
            server = try HTTPServer(arguments: [certificate, key])
        }

        func url(_ path: String) -> String { "https://127.0.0.1:\(server.port)\(path)" }
    }

    @Test func unknownCertificateIsRefused() throws {
        let secured = try Secured(name: "IP:127.0.0.1")
        let client = try Client()
        client.send(secured.url("/echo"))
        #expect(client.finish().first?.exchange.failure?.kind == .tls)
    }

    @Test func trustedCertificateIsAccepted() throws {
        let secured = try Secured(name: "IP:127.0.0.1")
        let client = try Client { $0.caFile = secured.certificate }
        client.send(secured.url("/echo"))
        #expect(client.finish().first?.exchange.status == 200)
        client.send(secured.url("/gzip"))
        #expect(client.finish().first?.exchange.status == 200)
        client.send(secured.url("/cut"))
        #expect(client.finish().first?.exchange.failure?.kind == .malformed)
    }

    @Test func certificateOfAnotherHostIsRefused() throws {
        let secured = try Secured(name: "DNS:other.test")
        let client = try Client { $0.caFile = secured.certificate }
        client.send(secured.url("/echo"))
        #expect(client.finish().first?.exchange.failure?.kind == .tls)
    }

    @Test func redirectFromHTTPSToHTTPIsRefused() throws {
        let secured = try Secured(name: "IP:127.0.0.1")
        let client = try Client { $0.caFile = secured.certificate }
        client.send(secured.url("/redirect-to?status=302&url=http://127.0.0.1:1/"))
        #expect(client.finish().first?.exchange.failure?.kind == .malformed)
    }

    @Test func plainServerBehindHTTPSIsRefused() throws {
        let client = try Client()
        client.send("https://127.0.0.1:\(try HTTPServer.plain().port)/echo")
        #expect(client.finish().first?.exchange.failure?.kind == .tls)
    }
}
