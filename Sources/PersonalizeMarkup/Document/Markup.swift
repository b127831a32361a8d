/// A vendor's HTML made safe to show, with the links and images it contains.
///
/// The text is written by an allow-list, so that what is not known to be
/// harmless is not there: a web view with scripts enabled may show it.
/// Reading the text back gives the same document, so cleaning it again
/// changes nothing as long as the close ids are the same.
public struct Markup: Sendable, Equatable {
    /// The links in document order; the first of several with one URL counts.
    public let actions: [MarkupAction]
    /// The distinct `http` and `https` URLs of images, in document order.
    public let images: [String]
    /// The distinct image URLs that nobody can fetch, such as relative ones.
    ///
    /// With a vendor that wants all its images, a document with any of them
    /// is as invalid as one whose download failed.
    public let unloadableImages: [String]
    /// The distinct files that `url()` in style sheets and `style` attributes
    /// names, in document order; of two kinds for one URL the first counts.
    /// They are not in `images`, unless an image has the same URL.
    public let styleResources: [StyleResource]
    /// Whether the source was empty or white space, as a control group's is.
    public let isEmpty: Bool
    /// What was taken out: at most 64 distinct things, repeats counted.
    public let removed: [RemovedItem]
    /// How many removals did not fit into `removed`.
    public let removedOverflow: Int

    private let written: WrittenDocument

    /// Cleans a document or a fragment of one.
    ///
    /// Pure: no clock, no network, no randomness but the ids of `options`.
    /// Throws when the text is larger than 1 MiB, has more than 512 open
    /// elements, or is built to exhaust the parser.
    public static func clean(
        _ html: String, options: MarkupOptions
    ) throws(MarkupError) -> Markup {
        try Cleaning(options: options).clean(html)
    }

    init(
        written: WrittenDocument, actions: [MarkupAction], isEmpty: Bool, log: RemovalLog
    ) {
        self.written = written
        self.actions = actions
        self.isEmpty = isEmpty
        removed = log.items
        removedOverflow = log.overflow

        var loadable = DistinctTexts()
        var unloadable = DistinctTexts()
        var styles = DistinctTexts()
        var styleResources: [StyleResource] = []
        for reference in written.references {
            guard reference.place == .image else {
                if styles.add(reference.url) {
                    styleResources.append(
                        StyleResource(
                            url: reference.url, kind: reference.isFont ? .font : .image))
                }
                continue
            }
            switch ImageSource.kind(of: reference.url) {
            case .remote: loadable.add(reference.url)
            case .inline: break
            case .unloadable: unloadable.add(reference.url)
            }
        }
        images = loadable.texts
        unloadableImages = unloadable.texts
        self.styleResources = styleResources
    }

    /// The whole document, with the URLs of files replaced by what is given.
    ///
    /// Replacement is by position, so that a URL which is part of another one
    /// or of the text is never confused with it. A replacement is escaped for
    /// where it is put. In CSS the fragment of the URL stays behind it.
    ///
    /// With `isOffline` every file that nothing is given for becomes an empty
    /// data URI: such a document loads nothing, wherever it is shown.
    public func html(
        replacing resources: [String: String] = [:], isOffline: Bool = false
    ) -> String {
        written.text(replacing: resources, isOffline: isOffline)
    }
}

/// Texts without repeats, in the order of their first appearance.
struct DistinctTexts {
    private(set) var texts: [String] = []
    private var seen: Set<String> = []

    /// Whether the text is new.
    @discardableResult
    mutating func add(_ text: String) -> Bool {
        guard seen.insert(text).inserted else { return false }
        texts.append(text)
        return true
    }
}
