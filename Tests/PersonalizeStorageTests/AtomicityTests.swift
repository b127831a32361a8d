import CSQLite
import Glibc
import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// A commit that fails leaves nothing of itself, and the store works on.
@Suite struct AtomicityTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [":memory:", "state.db"])
    func aFullStorageTakesNothingOfACommit(name: String) throws {
        let path = name == ":memory:" ? name : directory[name]
        let store = try Store.open(path: path, durability: .process)
        try store.commit([put(event(1)), put(campaign(1), bodySize: 5_000)])
        let connection = try #require(store.database?.connection)
        let pages = try #require(try connection.integer("PRAGMA page_count"))
        try connection.execute("PRAGMA max_page_count=\(pages + 10)")
        let changes =
            [.remove(event(1)), .putHeader(campaign(1), header: "changed")]
            + (0..<500).map { put(event($0 + 10), bodySize: 1_000) }
        let error = try #require(failure(store, changes))
        #expect(error.code == .storage)
        #expect(error.reason == "storage_full")
        #expect(try store.headers().map(\.key) == [campaign(1), event(1)])
        #expect(try store.body(campaign(1))?.header == "{\"key\":\"campaign-1\"}")
        #expect(try store.body(event(1))?.body == content(event(1)))

        try connection.execute("PRAGMA max_page_count=1000000")
        try store.commit(changes)
        #expect(try store.headers().count == 501)
    }

    @Test func anyChangeMayBeTheOneThatFails() throws {
        let store = try directory.open()
        try store.commit((0..<10).map { put(event($0)) })
        let before = try store.headers()
        let bad = StoreChange.put(
            event(99), header: "", body: [UInt8](repeating: 0, count: (128 << 20) + 1))
        let good: [StoreChange] = [
            .removeAll(.event, vendor: nil), put(campaign(1)), .putHeader(event(1), header: ""),
            .remove(event(2)), put(event(50)),
        ]
        for position in 0...good.count {
            var changes = good
            changes.insert(bad, at: position)
            #expect(failure(store, changes)?.reason == "record_too_large")
            #expect(try store.headers() == before)
        }
        try store.commit(good)
        #expect(try store.headers().map(\.key) == [campaign(1), event(50)])
    }

    @Test func aFailureAtTheVeryEndLeavesNothing() throws {
        let store = try directory.open()
        try store.commit([put(event(1))])
        let connection = try #require(store.database?.connection)
        try connection.execute("PRAGMA query_only=ON")
        let error = try #require(failure(store, [put(event(2))]))
        #expect(error.reason == "storage_read_only")
        try connection.execute("PRAGMA query_only=OFF")
        #expect(try store.headers().map(\.key) == [event(1)])
        try store.commit([put(event(2))])
        #expect(try store.headers().count == 2)
    }

    @Test func failuresHaveStableReasons() {
        func reason(_ code: Int32, system: Int32 = 0) -> String {
            DatabaseFailure(code: code, systemError: system, message: "m").error.reason
        }
        #expect(reason(SQLITE_CORRUPT) == "storage_corrupt")
        #expect(reason(SQLITE_CORRUPT | (3 << 8)) == "storage_corrupt")
        #expect(reason(SQLITE_NOTADB) == "storage_corrupt")
        #expect(reason(SQLITE_IOERR | (33 << 8)) == "storage_corrupt")
        #expect(reason(SQLITE_FULL) == "storage_full")
        #expect(reason(SQLITE_IOERR | (3 << 8), system: ENOSPC) == "storage_full")
        #expect(reason(SQLITE_IOERR | (3 << 8), system: EIO) == "storage_io")
        #expect(reason(SQLITE_IOERR) == "storage_io")
        #expect(reason(SQLITE_READONLY | (4 << 8)) == "storage_read_only")
        #expect(reason(SQLITE_CANTOPEN, system: EROFS) == "storage_read_only")
        #expect(reason(SQLITE_BUSY) == "storage_in_use")
        #expect(reason(SQLITE_TOOBIG) == "record_too_large")
        #expect(reason(SQLITE_NOMEM) == "storage_memory")
        #expect(reason(SQLITE_MISUSE) == "storage_misuse")
        #expect(reason(SQLITE_ERROR) == "storage_failed")
    }

    private func failure(_ store: Store, _ changes: [StoreChange]) -> PersonalizeError? {
        do {
            try store.commit(changes)
            return nil
        } catch {
            return error
        }
    }
}
