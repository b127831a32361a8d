import PersonalizeJSON

/// One node of a content tree: the root, or something in it.
struct ContentNode: Sendable, Equatable {
    /// At the root the layout, below it the kind of node.
    var layoutType: String
    var subLayoutType = ""
    var properties = JSONObject()
    var customData = JSONObject()
    var children: [ContentNode] = []

    /// The levels a tree may have.
    static let mostLevels = 32
    /// Lets trees through that are too deep, to be told so themselves.
    static let limits = JSONLimits(depth: JSONLimits.deepest)

    /// Strict: one value of the wrong type makes the tree unreadable.
    init(_ fields: JSONFields, level: Int = 1) throws(FieldError) {
        guard level <= Self.mostLevels else {
            throw FieldError(
                path: fields.path, reason: .outOfRange,
                message: "has more than \(Self.mostLevels) levels")
        }
        layoutType = try fields.required("layoutType", as: .string)
        subLayoutType = try fields.optional("subLayoutType", as: .string) ?? ""
        properties = try fields.optional("properties", as: .object) ?? [:]
        customData = try fields.optional("customData", as: .object) ?? [:]
        for child in try fields.fieldsList("children") {
            children.append(try ContentNode(child, level: level + 1))
        }
    }

    /// Every member, whether the payload had it or not.
    var json: JSONObject {
        [
            "layoutType": .string(layoutType), "subLayoutType": .string(subLayoutType),
            "properties": .object(properties), "customData": .object(customData),
            "children": .array(children.map { .object($0.json) }),
        ]
    }

    /// A property that is a text and not empty.
    func text(_ property: String) -> String? {
        guard let text = properties[property]?.string, !text.isEmpty else { return nil }
        return text
    }

    /// The image it shows, if it is one.
    var imageURL: String? { layoutType == "Image" ? text("imageUrl") : nil }
}
