import PersonalizeCore
import PersonalizeJSON

/// The templates of the tests' vendor. An action is `{"do": word}`, with `to`,
/// `with` and `say` as far as it has them.
extension PostcardAdapter: OverlayAdapter {
    var reservedTemplates: [String] { ["post_reserved"] }

    var systemFunctions: [TemplateDefinition] {
        [
            TemplateDefinition(
                "post_open", kind: .function, isVisual: false,
                arguments: [TemplateArgument("url", .string, defaultValue: "")])
        ]
    }

    func readAction(_ value: JSONValue) -> TemplateAction? { Self.action(value) }

    static func action(_ value: JSONValue) -> TemplateAction? {
        guard let object = value.object, let word = object["do"]?.string else { return nil }
        return TemplateAction(
            TemplateAction.Kind(rawValue: word) ?? .unknown, word: word,
            url: object["to"]?.string ?? "", keyValues: object["say"]?.object ?? [:],
            template: object["name"]?.string ?? "", values: object["with"]?.object ?? [:],
            payload: object)
    }

    func overlay(for action: TemplateAction, of parent: Overlay) -> Overlay {
        Overlay(
            campaign: parent.campaign, delivery: parent.delivery, template: action.template,
            values: action.values, isAction: true)
    }

    func effect(of function: String, values: TemplateValues) -> SystemEffect? {
        values.string("url").flatMap { $0.isEmpty ? nil : .openURL($0) }
    }

    func event(for happening: OverlayHappening, of overlay: Overlay) -> EventDraft? {
        switch happening {
        case .presented: EventDraft(type: "overlay_presented", properties: overlay.properties)
        case .clicked(let argument, _):
            EventDraft(type: "overlay_clicked", properties: ["argument": .string(argument)])
        case .dismissed: nil
        }
    }

    func templatesPayload(_ definitions: [TemplateDefinition]) -> JSONObject {
        TemplatePayload(
            .init(type: "kind", arguments: "blanks", defaultValue: "text", order: "number")
        ).definitions(definitions)
    }
}
