import PersonalizeJSON

/// One vendor's inbox for the present customer.
struct Inbox: Sendable {
    var messages = MessageIndex()
    /// What the next fetch asks with.
    var token: String?
    /// Whether there is a list, even an empty one, be it from before the last
    /// restart.
    var isKnown = false
    /// Why the last fetch failed; nil when it did not.
    var failure: VendorFailure?
    var fetch: Fetch?
    /// Images that could not be had since the last fetch: asking again at each
    /// look would ask for ever.
    var lostImages: Set<String> = []
    /// Messages being looked at whose images are on their way.
    var looks: [Look] = []
    /// Views the host was asked about, by the question's token.
    var views: [Int64: JSONObject] = [:]

    /// A fetch, from the first call that wanted it to the answer for all who
    /// have asked meanwhile.
    struct Fetch: Sendable {
        enum Stage: Sendable {
            /// Until the vendor knows the customer.
            case waiting
            case asking(request: Int64)
            /// The messages are here; their images come first.
            case preloading(Preloading)
        }

        var stage = Stage.waiting
        var waiters: [Waiter] = []
        var tally = Tally()
    }

    enum Waiter: Sendable, Equatable {
        case list(key: String?)
        case message(id: String, key: String?)
    }

    /// What a fetch has brought.
    struct Tally: Sendable, Equatable {
        var added = 0
        var changed = 0
    }

    /// Images are asked for a few at a time, the newest message's first.
    struct Preloading: Sendable {
        static let width = 6
        /// In reverse: the next one is the last.
        var queue: [String]
        var active: Set<String> = []
    }

    struct Look: Sendable {
        var message: String
        var missing: Set<String>
        var isComplete = true
    }
}
