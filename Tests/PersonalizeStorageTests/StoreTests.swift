import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// What is put comes back, from the same store and from the next one.
@Suite struct StoreTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func recordsComeBackAfterReopening() throws {
        let store = try directory.open()
        try store.commit([
            put(event(1)), .put(campaign(1), header: "{\"a\":1}", body: nil),
            .put(campaign(2), header: "", body: []),
        ])
        store.close()

        let reopened = try directory.open()
        #expect(reopened.incidents.isEmpty)
        #expect(
            try reopened.headers() == [
                StoredHeader(campaign(1), "{\"a\":1}"), StoredHeader(campaign(2), ""),
                StoredHeader(event(1), "{\"key\":\"event-1\"}"),
            ])
        let stored = try reopened.body(event(1))
        #expect(stored?.header == "{\"key\":\"event-1\"}")
        #expect(stored?.body == content(event(1)))
    }

    @Test(arguments: [":memory:", "state.db"])
    func noBodyAndAnEmptyBodyDiffer(name: String) throws {
        let path = name == ":memory:" ? name : directory[name]
        let store = try Store.open(path: path, durability: .process)
        try store.commit([
            .put(campaign(1), header: "{}", body: nil), .put(campaign(2), header: "{}", body: []),
        ])
        let without = try #require(try store.body(campaign(1)))
        #expect(without.body == nil)
        let empty = try #require(try store.body(campaign(2)))
        #expect(empty.body == [])
        #expect(try store.body(campaign(3)) == nil)
    }

    @Test func puttingAgainReplacesHeaderAndBody() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([.put(event(1), header: "1", body: [1])])
        try store.commit([.put(event(1), header: "2", body: [2, 2])])
        #expect(try store.body(event(1))?.body == [2, 2])
        try store.commit([.put(event(1), header: "3", body: nil)])
        let last = try #require(try store.body(event(1)))
        #expect(last.header == "3")
        #expect(last.body == nil)
        #expect(try store.headers().count == 1)
    }

    @Test func puttingAHeaderLeavesTheBody() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([
            .put(event(1), header: "1", body: [9]), .putHeader(event(1), header: "2"),
            .putHeader(event(2), header: "nobody"),
        ])
        #expect(try store.headers() == [StoredHeader(event(1), "2")])
        #expect(try store.body(event(1))?.body == [9])
    }

    @Test func removingTakesTheBodyToo() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([put(event(1)), put(event(2)), put(campaign(1))])
        try store.commit([.remove(event(1)), .remove(event(7))])
        #expect(try store.headers().map(\.key) == [campaign(1), event(2)])
        // The freed id is used again, and nothing of the old body shows.
        try store.commit([.remove(campaign(1)), .put(event(3), header: "", body: nil)])
        let third = try #require(try store.body(event(3)))
        #expect(third.body == nil)
        #expect(try store.database?.connection.integer("SELECT count(*) FROM body") == 1)
    }

    @Test func removingAllTakesOneVendorOrTheSpace() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        let other = RecordKey(.campaign, vendor: "other", key: "campaign-1")
        let changes = [put(campaign(1)), put(campaign(2)), put(other), put(event(1))]
        try store.commit(changes)
        try store.commit([.removeAll(.campaign, vendor: "shop")])
        #expect(try store.headers().map(\.key) == [other, event(1)])
        try store.commit(changes + [.removeAll(.campaign, vendor: nil)])
        #expect(try store.headers().map(\.key) == [event(1)])
        #expect(try store.database?.connection.integer("SELECT count(*) FROM body") == 1)
    }

    @Test func changesOfOneCommitApplyInOrder() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([
            put(event(1)), .removeAll(.event, vendor: nil), put(event(2)), .remove(event(2)),
            put(event(3)),
        ])
        #expect(try store.headers().map(\.key) == [event(3)])
    }

    @Test func headersAreOrderedBySpaceVendorAndKey() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        let expected = Space.allCases.flatMap { space in
            ["", "A", "a", "\u{e9}"].flatMap { vendor in
                ["", "B", "b", "b\u{0}", "bb", "\u{ff}", "\u{1F600}"].map { key in
                    RecordKey(space, vendor: vendor, key: key)
                }
            }
        }
        var generator = SeededGenerator(state: 1)
        try store.commit(expected.shuffled(using: &generator).map { put($0) })
        #expect(try store.headers().map(\.key) == expected)
    }

    @Test(arguments: [
        "\u{0}", "a\u{0}b", "\u{0}\u{0}", "\u{FFFD}", "\u{10FFFF}", "'; DROP TABLE body",
    ])
    func anyTextComesBackAsItWas(text: String) throws {
        let store = try directory.open()
        let key = RecordKey(.document, vendor: text, key: text + "k")
        try store.commit([.put(key, header: text, body: Array(text.utf8))])
        #expect(try store.headers() == [StoredHeader(key, text)])
        let stored = try #require(try store.body(key))
        #expect(Array(stored.header.utf8) == Array(text.utf8))
        #expect(stored.body == Array(text.utf8))
        try store.commit([.remove(key)])
        #expect(try store.headers().isEmpty)
    }

    @Test func keysDifferingOnlyInNormalisationAreTwo() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([
            .put(RecordKey(.document, vendor: "", key: "\u{e9}"), header: "1", body: nil),
            .put(RecordKey(.document, vendor: "", key: "e\u{301}"), header: "2", body: nil),
        ])
        #expect(try store.headers().map(\.header) == ["2", "1"])
    }

    @Test func aLargeBodyComesBack() throws {
        let store = try directory.open()
        let key = RecordKey(.resource, vendor: "shop", key: "picture")
        try store.commit([put(key, bodySize: 3_000_001)])
        store.close()
        #expect(try directory.open().body(key)?.body == content(key, size: 3_000_001))
    }

    @Test func aClosedStoreRefuses() throws {
        let store = try directory.open()
        store.close()
        store.close()
        #expect(throws: PersonalizeError.self) { try store.headers() }
        #expect(throws: PersonalizeError.self) { try store.startAfresh() }
        do {
            try store.commit([])
            Issue.record("a closed store accepted a commit")
        } catch {
            #expect(error.code == .state)
            #expect(error.reason == "storage_closed")
        }
    }

    @Test func closingLeavesOneFileAndTheLock() throws {
        let store = try directory.open()
        try store.commit((0..<100).map { put(event($0)) })
        #expect(directory.names == ["state.db", "state.db-wal", "state.db.lock"])
        store.close()
        #expect(directory.names == ["state.db", "state.db.lock"])
    }

    @Test func aStoreThatIsLetGoIsClosed() throws {
        do {
            let store = try directory.open()
            try store.commit([put(event(1))])
        }
        #expect(try directory.open().headers().count == 1)
    }

    @Test func theDurableModeFlushesEachCommit() throws {
        let normal = try directory.open("a.db")
        let durable = try directory.open("b.db", durability: .power)
        #expect(try normal.database?.connection.integer("PRAGMA synchronous") == 1)
        #expect(try durable.database?.connection.integer("PRAGMA synchronous") == 2)
    }

    @Test func aTooLargeRecordIsRefusedAndLeavesTheRest() throws {
        let store = try Store.open(path: ":memory:", durability: .process)
        try store.commit([put(event(1))])
        do {
            let body = [UInt8](repeating: 1, count: (128 << 20) + 1)
            try store.commit([put(event(2)), .put(event(3), header: "", body: body)])
            Issue.record("a record of more than 128 MiB was accepted")
        } catch {
            #expect(error.code == .limit)
            #expect(error.reason == "record_too_large")
        }
        #expect(try store.headers().map(\.key) == [event(1)])
    }
}
