extension Placement {
    /// One attempt to find something to show.
    struct Load: Sendable {
        var key: String?
        /// Asks the vendor even for what is fresh.
        var isForced: Bool
        var stage: Stage = .waiting
        /// Campaigns whose answer came in this load: fresh for this load,
        /// however short their lifetime.
        var answered: Set<String> = []
        /// Campaigns whose answer had grown too old when this load began.
        var expired: [String] = []
        /// Whether the host was told already that there is nothing for now.
        var isReported = false
    }

    enum Stage: Sendable, Equatable {
        /// For the start, the vendor's definitions, the upload of the customer
        /// or the host's attention; looked at after each command.
        case waiting
        /// For the vendor's decisions.
        case asking(request: Int64)
        /// For the host's choice among campaigns, with what it chooses from.
        case filtering(token: Int64, [String])
        /// For the host's order of campaigns, with what it orders.
        case sorting(token: Int64, [String])
        /// For the content of what was chosen.
        case preparing
    }

    /// What the load waits for, in a word; nil when nothing is being loaded.
    var progress: String? {
        guard let load else { return nil }
        switch load.stage {
        case .waiting: return "waiting"
        case .asking: return "asking_vendor"
        case .filtering, .sorting: return "asking_host"
        case .preparing: return preparations.first?.stage.word ?? "reading_content"
        }
    }
}
