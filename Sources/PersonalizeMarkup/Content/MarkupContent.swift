public import PersonalizeCore
public import PersonalizeJSON

/// A campaign's HTML, ready but for its files.
public struct MarkupContent: PreparedContent {
    /// A style sheet that names more files than this is shown without the
    /// others; no sensible one comes near it.
    public static let styleResourceLimit = 128

    /// Nil for a control variant.
    public let markup: Markup?
    /// Images the block is nothing without, then what its CSS wants.
    public let resources: [ContentResource]
    public let notes: [ContentNote]

    public init(markup: Markup?) {
        self.markup = markup
        var resources = (markup?.images ?? []).map { ContentResource(url: $0) }
        let required = Set(markup?.images ?? [])
        let optional = (markup?.styleResources ?? []).filter { !required.contains($0.url) }
        for resource in optional.prefix(Self.styleResourceLimit) {
            resources.append(
                ContentResource(
                    url: resource.url, kind: resource.kind == .font ? .font : .image,
                    isRequired: false))
        }
        self.resources = resources
        notes =
            (markup?.removed ?? []).compactMap(ContentNote.init)
            + optional.dropFirst(Self.styleResourceLimit).prefix(1).map { _ in
                ContentNote(
                    reason: "too_many_files",
                    line: LogLine(
                        .warning,
                        "[HTML] Only \(Self.styleResourceLimit) files of the CSS are fetched"))
            }
    }

    public var isEmpty: Bool { markup == nil }
    public var actions: [Action] { markup?.actions.map(Action.init) ?? [] }

    public func rendered(resources: [String: String]) -> JSONObject {
        [
            "type": "html",
            "html": .string(markup?.html(replacing: resources, isOffline: true) ?? ""),
        ]
    }

    public func action(matching url: String) -> Action? {
        guard let markup else { return nil }
        return ActionMatch.match(clicked: url, among: markup.actions).map(Action.init)
    }

    public func isIncidental(_ url: String) -> Bool { ActionMatch.isBlank(url) }
}

extension ContentNote {
    /// What a marketer would miss; what is only unsafe is not told.
    fileprivate init?(_ item: RemovedItem) {
        switch (item.kind, item.reason) {
        case (.style, "relative_url"), (.style, "unlisted_property"), (.style, "bad_url"),
            (.style, "unsafe_url"):
            self.init(
                reason: item.reason,
                line: LogLine(
                    .warning, "[HTML] The URL \(item.name) in CSS is not loaded: \(item.reason)"))
        case (.action, "empty_action"):
            self.init(
                reason: item.reason,
                line: LogLine(.warning, "[HTML] Action button found but with empty action"))
        case (.action, "duplicate_url"), (.action, "shadowed"), (.action, "nothing_to_click"):
            self.init(
                reason: item.reason,
                line: LogLine(
                    .verbose, "[HTML] Action \(item.name) is left out: \(item.reason)"))
        default:
            return nil
        }
    }
}

extension Action {
    fileprivate init(_ action: MarkupAction) {
        let kind: Kind =
            switch action.kind {
            case .browser: .browser
            case .deepLink: .deepLink
            case .close: .close
            }
        self.init(name: action.name, url: action.url, kind: kind)
    }
}
