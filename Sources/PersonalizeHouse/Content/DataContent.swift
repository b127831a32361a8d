import PersonalizeCore
import PersonalizeJSON

/// Values from which the host draws by itself.
struct DataContent: PreparedContent {
    let values: JSONObject
    /// The URLs of the images it is shown with, each once.
    let images: [String]
    let actions: [Action]

    init(values: JSONObject, images: [String], actions: [Action]) {
        self.values = values
        var seen: Set<String> = []
        self.images = images.filter { seen.insert($0).inserted }
        self.actions = actions
    }

    static func action(_ object: JSONObject) -> Action? {
        guard let url = object["url"]?.string,
            let kind = object["type"]?.string.flatMap(Action.Kind.init(rawValue:))
        else { return nil }
        return Action(name: object["name"]?.string, url: url, kind: kind)
    }

    var isEmpty: Bool { false }
    var resources: [ContentResource] { images.map { ContentResource(url: $0) } }

    func rendered(resources: [String: String]) -> JSONObject {
        [
            "type": "data", "values": .object(values),
            "resources": .object(
                JSONObject(images.map { ($0, .string(resources[$0] ?? $0)) })),
        ]
    }

    func action(matching url: String) -> Action? { actions.first { $0.url == url } }

    func isIncidental(_ url: String) -> Bool { false }
}
