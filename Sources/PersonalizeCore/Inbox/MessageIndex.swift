/// All messages of one inbox, newest first.
///
/// Kept in order by insertion, so that taking in a few new messages costs what
/// those cost, however many there are already; and what counting needs lies in
/// one compact array, so that a page of many messages is counted in a glance.
struct MessageIndex: Sendable {
    private struct Place: Sendable {
        var received: Int64
        var expires: Int64
        var isRead: Bool
        var id: String

        init(_ message: Message) {
            received = message.received
            expires = message.expires ?? .max
            isRead = message.isRead
            id = message.id
        }

        /// The id decides between messages of one moment: an order that does
        /// not depend on when which of them came, and that a restart keeps.
        static func precedes(_ left: Place, _ right: Place) -> Bool {
            left.received != right.received
                ? left.received < right.received : left.id > right.id
        }
    }

    /// One page, and how many there are.
    struct Page: Sendable, Equatable {
        var ids: [String] = []
        /// Messages that are not expired.
        var total = 0
        var unread = 0
    }

    private var messages: [String: Message] = [:]
    /// Oldest first: what is new is appended.
    private var places: [Place] = []

    var isEmpty: Bool { messages.isEmpty }
    /// Expired messages included.
    var count: Int { messages.count }
    /// The oldest first, in an order of our own.
    var ids: [String] { places.map(\.id) }

    subscript(id: String) -> Message? { messages[id] }

    /// Adds a message or replaces the one with its id.
    mutating func put(_ message: Message) {
        let place = Place(message)
        if let before = messages.updateValue(message, forKey: message.id) {
            let position = self.position(of: Place(before))
            guard position < places.count else { return }
            if before.received == message.received {
                places[position] = place
                return
            }
            places.remove(at: position)
        }
        if let last = places.last, !Place.precedes(last, place) {
            places.insert(place, at: position(of: place))
        } else {
            places.append(place)
        }
    }

    /// Takes a message out; nothing when there is none with the id.
    mutating func remove(_ id: String) {
        guard let message = messages.removeValue(forKey: id) else { return }
        let position = self.position(of: Place(message))
        if position < places.count, places[position].id == id { places.remove(at: position) }
    }

    /// Takes over a whole set, as it is restored.
    mutating func replace(_ all: [Message]) {
        messages = [:]
        messages.reserveCapacity(all.count)
        for message in all { messages[message.id] = message }
        places = messages.values.map(Place.init).sorted(by: Place.precedes)
    }

    /// Messages from `offset` on, newest first, without the expired.
    func page(offset: Int, limit: Int, at moment: Int64) -> Page {
        var page = Page()
        for place in places.reversed() where moment < place.expires {
            if page.total >= offset, page.ids.count < limit { page.ids.append(place.id) }
            page.total &+= 1
            if !place.isRead { page.unread &+= 1 }
        }
        return page
    }

    /// How many are not expired, and how many of those are unread.
    func counts(at moment: Int64) -> Page { page(offset: .max, limit: 0, at: moment) }

    /// Where a message stands among those that are not expired, newest first.
    func rank(of id: String, at moment: Int64) -> Int? {
        var rank = 0
        for place in places.reversed() where moment < place.expires {
            if place.id == id { return rank }
            rank &+= 1
        }
        return nil
    }

    /// The first position whose place does not precede this one.
    private func position(of place: Place) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = low &+ (high &- low) / 2
            if Place.precedes(places[middle], place) { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}
