/// What a placement that shows its campaigns in turn has besides.
struct Carousel: Sendable {
    /// The campaigns that take turns, in order, each once.
    var campaigns: [String] = []
    /// Which of them is on show; -1 for none.
    var index = -1
    /// The campaign whose turn has come, while its content is brought about.
    var wanted: String?
    /// Whether turning goes backwards.
    var isBackward = false
    /// The customer's epoch the campaigns were chosen in.
    var epoch: Int64 = 0
    /// Campaigns whose display was tracked since the last load: once each.
    var tracked: Set<String> = []
    /// The request for a campaign that had expired when its turn came.
    var renewal: Int64?
    /// The campaign that request was about: not asked about again in its turn.
    var renewed: String?
    /// Whether the host has yet to hear that campaigns were taken out.
    var owesChange = false
    var timer = CarouselTimer()

    var current: String? { campaigns.indices.contains(index) ? campaigns[index] : nil }

    /// A load stops the timer and forgets what it had counted.
    mutating func beginLoad() {
        wanted = nil
        renewal = nil
        renewed = nil
        owesChange = false
        tracked = []
        timer.stop()
        timer.resume([.host, .click], at: 0)
    }

    /// Takes over what a load has found.
    mutating func begin(_ campaigns: [String], epoch: Int64) {
        self.campaigns = campaigns
        self.epoch = epoch
        index = -1
        isBackward = false
        wanted = campaigns.first
    }

    /// The campaign so many places on, round the end; nil when there is no
    /// other to turn to.
    func neighbour(of campaign: String?, isBackward: Bool) -> String? {
        guard let campaign, let position = campaigns.firstIndex(of: campaign) else {
            return campaigns.first
        }
        guard campaigns.count > 1 else { return nil }
        let count = campaigns.count
        return campaigns[(position + (isBackward ? count - 1 : 1)) % count]
    }

    /// Takes a campaign out before its turn came. Whoever stands behind it
    /// takes its turn.
    mutating func drop(_ campaign: String) {
        guard let position = campaigns.firstIndex(of: campaign) else { return }
        campaigns.remove(at: position)
        owesChange = true
        if position < index { index -= 1 } else if position == index { index = -1 }
        guard wanted == campaign else { return }
        guard !campaigns.isEmpty else {
            wanted = nil
            return
        }
        let count = campaigns.count
        let heir = campaigns[(position + (isBackward ? count - 1 : 0)) % count]
        wanted = heir == current ? nil : heir
    }

    /// Takes out what the customer is done with; the one before it follows.
    mutating func remove(_ campaign: String) {
        guard let position = campaigns.firstIndex(of: campaign) else { return }
        let isCurrent = position == index
        drop(campaign)
        guard isCurrent else { return }
        isBackward = false
        wanted = campaigns.isEmpty ? nil : campaigns[max(position - 1, 0)]
    }
}
