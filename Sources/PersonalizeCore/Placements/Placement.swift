import PersonalizeJSON

/// A named place in the host's interface and what it shows.
struct Placement: Sendable {
    let specification: PlacementSpecification
    /// Where its vendor stands in the engine.
    let vendor: Int
    var options: PlacementOptions
    var isAttached: Bool
    /// What the host shows now.
    var shown: Shown?
    /// What was on show last, for what the host tracks by itself afterwards.
    var latest: Presentation?
    /// The load under way or waiting, if any.
    var load: Load?
    /// Content on its way to being shown, at most one for each campaign.
    var preparations: [Preparation] = []
    /// Campaigns that the present load, or the last one, left out.
    var excluded: [String: Rejection] = [:]
    /// Campaigns the vendor was asked about in the present load, or the last
    /// one: not again.
    var asked: Set<String> = []
    /// How large the host drew the content.
    var size: Size?
    /// What went wrong last.
    var problem: Problem?
    /// Nil for every other kind.
    var carousel: Carousel?
    /// Between the vendors that may fill it; nil when it draws from one.
    var contest: Contest?
    /// The placement it is a member of; nil for one of the host's.
    var group: Int64?

    init(_ specification: PlacementSpecification, vendor: Int) {
        self.specification = specification
        self.vendor = vendor
        options = specification.options
        isAttached = specification.isAttached
        carousel = specification.kind == .carousel ? Carousel() : nil
    }

    var name: String { specification.placement }
    var kind: PlacementSpecification.Kind { specification.kind }
    /// The vendor in whose name an update speaks; nil when several had their
    /// part in it.
    var teller: Int? { contest == nil ? vendor : nil }

    /// What is on show.
    struct Shown: Sendable {
        let presentation: Presentation
        /// Nil for a control variant.
        let content: (any PreparedContent)?
        /// The images it was shown with, by URL.
        let images: [String]
        /// The customer's epoch it was shown in.
        let epoch: Int64
    }

    /// In the host's own units.
    struct Size: Sendable, Equatable {
        var width: Double?
        var height: Double?
    }

    /// A failure, kept for those who ask why nothing is shown.
    struct Problem: Sendable, Equatable {
        var reason: String
        var message: String
        var campaign: String?
        /// Wall milliseconds.
        var time: Int64
    }
}
