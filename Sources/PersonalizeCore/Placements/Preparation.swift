/// The content of one campaign on its way to being shown: read from storage,
/// cleaned, its files collected, and confirmed by the host.
///
/// Every kind of placement brings its content about in this way; they differ
/// in what they do with it once it is `ready`.
struct Preparation: Sendable {
    let presentation: Presentation
    /// The customer's epoch it was begun in.
    let epoch: Int64
    var stage: Stage

    var campaign: String { presentation.campaign.id }

    enum Stage: Sendable {
        /// For the content from storage.
        case reading(token: Int64)
        /// For files from storage.
        case collecting(token: Int64, Content)
        /// For files from the network.
        case downloading(Content)
        /// For the host's word.
        case confirming(token: Int64, Content)
        case ready(Content)

        var word: String {
            switch self {
            case .reading: "reading_content"
            case .collecting, .downloading: "fetching_resources"
            case .confirming: "asking_host"
            case .ready: "ready"
            }
        }
    }

    struct Content: Sendable {
        var prepared: any PreparedContent
        /// Data URIs by URL.
        var resources: [String: String] = [:]
        /// URLs still missing.
        var missing: [String] = []

        func resource(_ url: String) -> ContentResource? {
            prepared.resources.first { $0.url == url }
        }

        /// Whether a file of the media type is what is wanted under the URL.
        func accepts(_ type: String, for url: String) -> Bool {
            resource(url)?.kind.includes(type) ?? true
        }
    }

    /// The content once nothing is missing any more.
    var content: Content? {
        if case .ready(let content) = stage { content } else { nil }
    }
}
