import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct MessageIndexTests {
    private func message(
        _ id: String, _ received: Int64, isRead: Bool = false, expires: Int64? = nil
    ) -> Message {
        Message(
            id: id, kind: "plain", isRead: isRead, readHere: nil, received: received,
            expires: expires, title: nil, text: nil, image: nil, hasContent: true,
            identity: Identity(anonymousID: "x"), token: nil, digest: 0)
    }

    /// Against the plain way of doing it, with repeated ids, times that move,
    /// ties and expiry.
    @Test func agreesWithSorting() {
        var random = RandomSource(seed: 7)
        var index = MessageIndex()
        var plain: [String: Message] = [:]
        for _ in 0..<4000 {
            let id = "m\(random.below(300))"
            let message = message(
                id, random.below(50), isRead: random.below(2) == 0,
                expires: random.below(3) == 0 ? random.below(100) : nil)
            index.put(message)
            plain[id] = message
        }
        let shown = plain.values.filter { !$0.isExpired(at: 40) }
            .sorted { ($1.received, $0.id) < ($0.received, $1.id) }
        let page = index.page(offset: 5, limit: 20, at: 40)
        #expect(page.ids == shown.dropFirst(5).prefix(20).map(\.id))
        #expect(page.total == shown.count)
        #expect(page.unread == shown.filter { !$0.isRead }.count)
        #expect(index.count == plain.count)
        #expect(index.rank(of: shown[9].id, at: 40) == 9)
        var restored = MessageIndex()
        restored.replace(Array(plain.values))
        #expect(restored.ids == index.ids)
    }

    @Test func anUnknownIDHasNoRank() {
        var index = MessageIndex()
        index.put(message("a", 1, expires: 5))
        #expect(index.rank(of: "z", at: 0) == nil)
        #expect(index.rank(of: "a", at: 5) == nil)
        #expect(index.rank(of: "a", at: 4) == 0)
    }
}

@Suite struct ResourceIndexTests {
    private func entry(_ url: String, _ bytes: Int, isOfMessage: Bool = false)
        -> ResourceIndex.Entry
    {
        .init(vendor: "v", url: url, bytes: bytes, isOfMessage: isOfMessage)
    }

    @Test func theOldestGoFirst() {
        var index = ResourceIndex()
        for url in ["a", "b", "c"] { index.insert(entry(url, 10)) }
        index.insert(entry("a", 10))
        #expect(index.bytes == 30)
        #expect(index.evict(to: 10).map(\.url) == ["b", "c"])
        #expect(index.contains(vendor: "v", url: "a"))
        #expect(index.count == 1)
        #expect(index.evict(to: 0).map(\.url) == ["a"])
        #expect(index.evict(to: -1).isEmpty)
    }

    @Test func imagesOfMessagesGoAlone() {
        var index = ResourceIndex()
        index.insert(entry("a", 1, isOfMessage: true))
        index.insert(entry("b", 2))
        index.insert(entry("c", 4, isOfMessage: true))
        #expect(index.removeMessageImages(vendor: "w").isEmpty)
        #expect(index.removeMessageImages(vendor: "v") == ["a", "c"])
        #expect(index.bytes == 2)
        index.removeAll(vendor: "v")
        #expect(index.count == 0)
        #expect(index.bytes == 0)
    }

    @Test func staysSmallOverManyReplacements() {
        var index = ResourceIndex()
        for number in 0..<5000 {
            index.insert(entry("u\(number)", 1))
            #expect(index.evict(to: 10).count <= 1)
        }
        #expect(index.count == 10)
    }
}
