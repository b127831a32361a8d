import PersonalizeCore
import PersonalizeJSON

/// A content tree as the engine uses it: the images it is drawn with, and what
/// its parts lead to. Everything else in it is the host's.
struct InlineContent: ScreenContent {
    let root: ContentNode
    let resources: [ContentResource]
    let actions: [Action]
    /// The nodes in the order of the document, each with what it leads to.
    private let parts: [Part]

    private struct Part: Sendable {
        var kind: ContentPart.Kind?
        var node: ContentNode
        var action: Action
    }

    init(_ root: ContentNode) {
        self.root = root
        var parts: [Part] = []
        Self.collect(root, under: nil, into: &parts)
        self.parts = parts
        var urls: Set<String> = []
        resources = parts.compactMap(\.node.imageURL)
            .filter { !$0.hasPrefix("data:") && urls.insert($0).inserted }
            .map { ContentResource(url: $0) }
        var actions: [Action] = []
        for part in parts where part.node.leadsSomewhere && !actions.contains(part.action) {
            actions.append(part.action)
        }
        self.actions = actions
    }

    var isEmpty: Bool { false }
    var isData: Bool { root.layoutType == "custom" }
    var lacksImage: Bool {
        root.layoutType == "banner" && !parts.contains { $0.node.imageURL != nil }
    }

    /// `above` is the nearest node over it that leads somewhere.
    private static func collect(
        _ node: ContentNode, under above: ContentNode?, into parts: inout [Part]
    ) {
        let source = node.leadsSomewhere ? node : above
        parts.append(
            Part(kind: ContentPart.Kind(of: node), node: node, action: node.action(of: source)))
        for child in node.children { collect(child, under: source, into: &parts) }
    }

    private func parts(_ kind: ContentPart.Kind) -> [Part] { parts.filter { $0.kind == kind } }

    func action(of part: ContentPart) -> Action? {
        let all = parts(part.kind)
        return all.indices.contains(part.index) ? all[part.index].action : nil
    }

    func action(matching url: String) -> Action? {
        guard !url.isEmpty else { return nil }
        return actions.first { $0.url.utf8.elementsEqual(url.utf8) }
    }

    func isIncidental(_ url: String) -> Bool { url == "about:blank" }

    func replacing(content: JSONValue?, values: JSONValue?) -> (any ScreenContent)? {
        var root = root
        if let content {
            guard let other = try? ContentNode(JSONFields(content)) else { return nil }
            root = other
        }
        if let values {
            guard let object = values.object else { return nil }
            root.customData = object
        }
        return InlineContent(root)
    }

    // MARK: What the host draws

    /// The parts a host needs by themselves, and the whole tree.
    func rendered(resources: [String: String]) -> JSONObject {
        var object: JSONObject = [
            "type": .string(type), "layout": .string(root.layoutType),
            "values": .object(root.customData),
        ]
        if let image = parts(.image).first(where: { $0.node.imageURL != nil }) {
            let url = image.node.imageURL ?? ""
            object["image"] = .string(url)
            object["image_data"] = .string(resources[url] ?? url)
            object["link"] = .string(image.action.url)
            object["action_id"] = .string(image.action.id ?? "")
        }
        object["title"] = text(.title)
        object["description"] = text(.description)
        object["buttons"] = .array(
            parts(.button).map { button in
                [
                    "text": .string(button.node.text("text") ?? ""),
                    "link": .string(button.action.url),
                    "action_id": .string(button.action.id ?? ""),
                ]
            })
        object["tree"] = .object(root.json)
        object["resources"] = .object(
            JSONObject(
                self.resources.compactMap { resource in
                    resources[resource.url].map { (resource.url, .string($0)) }
                }))
        return object
    }

    private var type: String {
        switch root.layoutType {
        case "banner": "banner"
        case "text": "text"
        case "custom": "data"
        default: "layout"
        }
    }

    private func text(_ kind: ContentPart.Kind) -> JSONValue? {
        (parts(kind).first?.node.text("text")).map(JSONValue.string)
    }
}

extension ContentPart.Kind {
    /// Nil for a node that nobody can use.
    fileprivate init?(of node: ContentNode) {
        switch (node.layoutType, node.subLayoutType) {
        case ("View", _): self = .container
        case ("Image", _): self = .image
        case ("Text", "description"): self = .description
        case ("Text", ""), ("Text", "title"): self = .title
        case ("Button", _): self = .button
        default: return nil
        }
    }
}

extension ContentNode {
    /// Whether it has a link or an action of its own.
    fileprivate var leadsSomewhere: Bool { text("deepLink") != nil || text("actionId") != nil }

    /// What using it does; both are those of one node.
    fileprivate func action(of source: ContentNode?) -> Action {
        let url = source?.text("deepLink") ?? ""
        let scheme = url.prefix { $0 != ":" }.lowercased()
        return Action(
            name: text("text"), url: url,
            kind: scheme == "http" || scheme == "https" ? .browser : .deepLink,
            id: source?.text("actionId"))
    }
}
