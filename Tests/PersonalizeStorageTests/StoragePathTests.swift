import Foundation
import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// Any path that the system accepts works, and others fail with a reason.
@Suite struct StoragePathTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        "with space.db", "what?mode=memory.db", "file:x.db", "h\u{e9}llo-\u{1F600}.db",
        "a%20b#c.db",
        ":memory:.db", "quote'\"$(x).db", "line\nbreak.db",
    ])
    func anyNameIsAFile(name: String) throws {
        let store = try directory.open(name)
        try store.commit([put(event(1))])
        store.close()
        #expect(directory.names == [name, name + ".lock"])
        #expect(try directory.open(name).headers().count == 1)
    }

    @Test func aMissingDirectoryIsNamed() throws {
        let path = directory["none/state.db"]
        let error = try #require(failure(path))
        #expect(error.code == .storage)
        #expect(error.reason == "storage_directory_missing")
        #expect(error.message.contains(path))
        #expect(error.hint != nil)
        #expect(directory.names.isEmpty)
    }

    @Test func whatIsNotAFileIsRefused() throws {
        #expect(failure(directory.path)?.reason == "storage_not_a_file")
        mkfifo(directory["pipe"], 0o600)
        #expect(failure(directory["pipe"])?.reason == "storage_not_a_file")
        #expect(failure("/dev/null")?.reason == "storage_not_a_file")
        try directory.write([], to: "file")
        #expect(failure(directory["file/state.db"])?.reason == "storage_directory_missing")
    }

    @Test(arguments: ["", "a\u{0}b"])
    func aPathThatIsNoneIsAnArgumentError(path: String) {
        #expect(failure(path)?.code == .argument)
        #expect(failure(path)?.reason == "storage_path")
    }

    @Test func aPathThatIsTooLongFails() {
        let long = directory[String(repeating: "x", count: 300)]
        #expect(failure(long)?.code == .storage)
        let deep = directory[String(repeating: "x/", count: 3_000)]
        #expect(failure(deep)?.code == .storage)
    }

    /// SQLite takes at most 512 bytes, which the system would exceed.
    @Test func aPathThatSQLiteCannotTakeFailsAndIsLeftAlone() throws {
        let part = String(repeating: "d", count: 200)
        let parent = directory.path + "/\(part)/\(part)/\(part)"
        try FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true)
        let error = try #require(failure(parent + "/state.db"))
        #expect(error.code == .storage)
        #expect(error.reason == "storage_path_long")
    }

    @Test func memoryLeavesNoFile() throws {
        let first = try Store.open(path: ":memory:", durability: .power)
        let second = try Store.open(path: ":memory:", durability: .power)
        try first.commit([put(event(1))])
        #expect(try first.headers().count == 1)
        #expect(try second.headers().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: ":memory:"))
        #expect(!FileManager.default.fileExists(atPath: ":memory:.lock"))
    }

    private func failure(_ path: String) -> PersonalizeError? {
        do {
            _ = try Store.open(path: path, durability: .process)
            return nil
        } catch {
            return error
        }
    }
}
