public import PersonalizeCore
public import PersonalizeJSON

// What the vendor's dashboard is told of the host's templates and functions.
extension CleverTapAdapter {
    /// The second element of the body that `defineTemplates` takes; the first is
    /// the header of every batch. Whether a function is visual is not told.
    public func templatesPayload(_ definitions: [TemplateDefinition]) -> JSONObject {
        let payload = TemplatePayload(
            .init(type: "type", arguments: "vars", defaultValue: "defaultValue", order: "order"))
        return [
            "type": "templatePayload", "definitions": .object(payload.definitions(definitions)),
        ]
    }
}
