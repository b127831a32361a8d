import Foundation
import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// A file that cannot be used is set aside and never stops the store.
@Suite struct DamagedFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [
        (Array("hello, this is a list of things to buy\n".utf8), "storage_foreign"),
        ([0x42], "storage_foreign"),
        ([UInt8](repeating: 0, count: 8_192), "storage_corrupt"),
        ([UInt8](repeating: 0xff, count: 70_000), "storage_foreign"),
        (Array("SQLite format 3\u{0}".utf8), "storage_foreign"),
    ])
    func otherContentIsSetAside(content: [UInt8], reason: String) throws {
        try directory.write(content, to: "state.db")
        let store = try directory.open()
        let suffix = reason == "storage_foreign" ? "foreign-1" : "corrupt-1"
        let incident = try #require(store.incidents.first)
        #expect(store.incidents.count == 1)
        #expect(incident.reason == reason)
        #expect(incident.setAside?.hasSuffix("/state.db.\(suffix)") == true)
        #expect(try directory.read("state.db.\(suffix)") == content)
        try expectUsable(store)
    }

    @Test func anotherProgramsDatabaseIsSetAsideUntouched() throws {
        let other = try Connection.open(.file(directory["state.db"]))
        try other.execute("CREATE TABLE record(a); INSERT INTO record VALUES('theirs')")
        other.close()
        let before = try directory.read("state.db")
        let store = try directory.open()
        #expect(store.incidents.map(\.reason) == ["storage_foreign"])
        #expect(try directory.read("state.db.foreign-1") == before)
        try expectUsable(store)
    }

    @Test func aLogOfAnotherProgramGoesWithItsFile() throws {
        let path = directory["state.db"]
        let other = try Connection.open(.file(path))
        try other.execute("CREATE TABLE theirs(a)")
        try other.execute("PRAGMA journal_mode=WAL; INSERT INTO theirs VALUES(1)")
        let log = try directory.read("state.db-wal")
        #expect(!log.isEmpty)
        let store = try directory.open()
        #expect(store.incidents.map(\.reason) == ["storage_foreign"])
        #expect(try directory.read("state.db.foreign-1-wal") == log)
        try expectUsable(store)
        other.close()
    }

    @Test func aFileWithOtherTablesIsSetAside() throws {
        let path = directory["state.db"]
        let other = try Connection.open(.file(path))
        try other.execute(
            """
            PRAGMA application_id=\(Schema.applicationIdentifier); PRAGMA user_version=1;
            CREATE TABLE record(id INTEGER PRIMARY KEY, name TEXT)
            """)
        other.close()
        let store = try directory.open()
        #expect(store.incidents.map(\.reason) == ["storage_corrupt"])
        try expectUsable(store)
    }

    @Test func anIndexThatLostARecordIsNoticedWhenOpening() throws {
        let store = try directory.open()
        try store.commit((0..<200).map { put(event($0)) })
        let connection = try #require(store.database?.connection)
        let root = try #require(
            try connection.integer("SELECT rootpage FROM sqlite_schema WHERE type='index'"))
        store.close()
        // The index's leaves are where its root's children point to; an index
        // whose root claims one entry fewer disagrees with its table.
        var bytes = try directory.read("state.db")
        let page = (Int(root) - 1) * 4_096
        bytes[page + 4] -= 1
        try directory.write(bytes, to: "state.db")
        let reopened = try directory.open()
        #expect(reopened.incidents.map(\.reason) == ["storage_corrupt"])
        try expectUsable(reopened)
    }

    @Test func damageFoundLaterIsReportedAndCanBeLeftBehind() throws {
        let store = try directory.open()
        try store.commit((0..<50).map { put(campaign($0), bodySize: 9_000) })
        let connection = try #require(store.database?.connection)
        let root = try #require(
            try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name='body'"))
        store.close()
        var bytes = try directory.read("state.db")
        for offset in 0..<4_096 { bytes[(Int(root) - 1) * 4_096 + offset] = 0xEE }
        try directory.write(bytes, to: "state.db")

        let reopened = try directory.open()
        #expect(reopened.incidents.isEmpty)
        #expect(try reopened.headers().count == 50)
        do {
            _ = try reopened.body(campaign(1))
            Issue.record("a damaged body was read")
        } catch {
            #expect(error.code == .storage)
            #expect(error.reason == "storage_corrupt")
        }
        try reopened.startAfresh()
        #expect(reopened.incidents.map(\.reason) == ["storage_corrupt"])
        #expect(reopened.incidents.first?.setAside == directory["state.db.corrupt-1"])
        #expect(try reopened.headers().isEmpty)
        // Still the owner.
        #expect(throws: PersonalizeError.self) { try directory.open() }
        try expectUsable(reopened)
        reopened.close()
        #expect(try directory.open().headers().count == 1)
    }

    @Test func startingAfreshInMemoryForgets() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([put(event(1))])
        try store.startAfresh()
        #expect(try store.headers().isEmpty)
        try expectUsable(store)
    }

    @Test func onlySomeDamagedFilesAreKept() throws {
        for round in 1...11 {
            try directory.write([UInt8](repeating: 0, count: 100 + round), to: "state.db")
            try directory.open().close()
        }
        let kept = directory.names.filter { $0.contains("corrupt") }
        #expect(kept == (1...9).map { "state.db.corrupt-\($0)" })
        #expect(try directory.read("state.db.corrupt-1").count == 101)
        #expect(try directory.read("state.db.corrupt-9").count == 111)
    }

    @Test func textThatIsNotUnicodeIsLeftOutAndReported() throws {
        let store = try directory.open()
        try store.commit([put(event(1)), put(event(2)), put(event(3))])
        let connection = try #require(store.database?.connection)
        try connection.execute(
            "UPDATE record SET header=CAST(x'7BFF7D' AS TEXT) WHERE key='event-1'")
        try connection.execute(
            "UPDATE record SET key=CAST(x'C328' AS TEXT) WHERE key='event-2'")
        #expect(try store.headers().map(\.key) == [event(3)])
        #expect(store.incidents.map(\.reason) == ["record_unreadable"])
        #expect(try store.body(event(1)) == nil)
        try store.commit([put(event(1)), .removeAll(.event, vendor: "shop")])
        #expect(try connection.integer("SELECT count(*) FROM record") == 0)
    }

    private func expectUsable(_ store: Store) throws {
        try store.commit([.removeAll(.event, vendor: nil), put(event(1))])
        #expect(try store.headers().map(\.key) == [event(1)])
        #expect(try store.body(event(1))?.body == content(event(1)))
    }
}
