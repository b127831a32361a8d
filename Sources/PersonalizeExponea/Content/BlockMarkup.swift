import PersonalizeCore
import PersonalizeJSON
import PersonalizeMarkup

/// A block's HTML, ready but for its images.
struct BlockMarkup: PreparedContent {
    /// Nil for a control variant.
    let markup: Markup?

    var isEmpty: Bool { markup == nil }
    var resources: [String] { markup?.images ?? [] }
    var actions: [Action] { markup?.actions.map(Action.init) ?? [] }

    func rendered(resources: [String: String]) -> JSONObject {
        [
            "type": "html",
            "html": .string(markup?.html(replacing: resources, isOffline: true) ?? ""),
        ]
    }

    func action(matching url: String) -> Action? {
        guard let markup else { return nil }
        return ActionMatch.match(clicked: url, among: markup.actions).map(Action.init)
    }

    func isIncidental(_ url: String) -> Bool { ActionMatch.isBlank(url) }
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
