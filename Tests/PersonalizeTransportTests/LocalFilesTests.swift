import Foundation
import PersonalizeCore
import PersonalizeTransport
import Testing

@Suite struct LocalFilesTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("local-files-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func request(_ path: String, maximumBytes: Int = 100) -> Request {
        Request(
            id: 7, vendor: "house", purpose: "definitions", method: "GET", url: "file:" + path,
            maximumBytes: maximumBytes)
    }

    private func answer(_ request: Request, allowed: [String]) -> Exchange? {
        var files = LocalFiles(allowed)
        #expect(files.nextDeadline == nil)
        files.send(request)
        #expect(files.nextDeadline == 0 && files.activeCount == 1)
        let completions = files.process()
        #expect(files.activeCount == 0)
        #expect(completions.map(\.id) == [7])
        return completions.first?.exchange
    }

    private func kind(_ exchange: Exchange?) -> TransportFailure.Kind? {
        if case .failure(let failure) = exchange { failure.kind } else { nil }
    }

    @Test func readsAFileThatIsConfigured() throws {
        try Data("hello".utf8).write(to: folder.appendingPathComponent("a"))
        #expect(
            answer(request(path("a")), allowed: [path("a")])
                == .response(Response(status: 200, body: Array("hello".utf8))))
    }

    @Test func readsNothingElse() throws {
        try Data("hello".utf8).write(to: folder.appendingPathComponent("a"))
        #expect(kind(answer(request(path("a")), allowed: [path("b")])) == .malformed)
        #expect(kind(answer(request(path("./a")), allowed: [path("a")])) == .malformed)
        #expect(kind(answer(request(path("gone")), allowed: [path("gone")])) == .unreachable)
        #expect(kind(answer(request(folder.path), allowed: [folder.path])) == .unreachable)
        #expect(kind(answer(request("/dev/zero"), allowed: ["/dev/zero"])) == .unreachable)
    }

    @Test func aPipeIsNotWaitedFor() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(kind(answer(request(path("pipe")), allowed: [path("pipe")])) == .unreachable)
    }

    @Test func sizesAreBounded() throws {
        try Data(repeating: 65, count: 101).write(to: folder.appendingPathComponent("a"))
        #expect(kind(answer(request(path("a")), allowed: [path("a")])) == .tooLarge)
        let exact = answer(request(path("a"), maximumBytes: 101), allowed: [path("a")])
        #expect(kind(exact) == nil)
    }

    @Test func aRequestCanBeTakenBack() {
        var files = LocalFiles(["x"])
        files.send(request("x"))
        let first = files.cancel(7)
        let second = files.cancel(7)
        let rest = files.process()
        #expect(first && !second)
        #expect(rest.isEmpty)
    }

    @Test func onlyFilesAreMeant() {
        #expect(LocalFiles.isMeant(by: request("/a")))
        let web = Request(
            id: 1, vendor: "v", purpose: "p", method: "GET", url: "https://file:/")
        #expect(!LocalFiles.isMeant(by: web))
    }
}
