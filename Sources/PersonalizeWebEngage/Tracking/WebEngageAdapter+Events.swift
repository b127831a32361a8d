public import PersonalizeCore
public import PersonalizeJSON

extension WebEngageAdapter {
    /// The vendor's event with its system attributes. What the host has given
    /// stands apart, so that nothing of one call leaks into another.
    public func event(
        for happening: ScreenHappening, of presentation: Presentation, attributes: JSONObject
    ) -> EventDraft? {
        let screen = presentation.screen
        var system: JSONObject = ["experiment_id": .string(presentation.campaign.id)]
        if happening != .heldOut { system["id"] = .string(screen?.variation ?? "") }
        system["p_id"] = .string(screen?.place ?? "")
        var data = attributes
        let name: String
        switch happening {
        case .received: name = "received"
        case .viewed: name = "view"
        case .clicked(let action):
            name = "click"
            system["call_to_action"] = action.flatMap { $0.isEmpty ? nil : .string($0) }
        case .failed(let failure):
            name = "failed"
            data = ["reason": .string(word(for: failure))]
        case .heldOut: name = "control_group"
        }
        system["journey_id"] = presentation.campaign.screen?.group.map(JSONValue.string)
        return EventDraft(
            type: "app_personalization_\(name)", properties: data, system: system)
    }

    public func word(for failure: ScreenFailure) -> String {
        switch failure {
        case .timeout: "timeout"
        case .noTarget: "missingTargetView"
        case .fetch: "campaignFetchingFailed"
        case .resource: "resourceFetchingFailed"
        }
    }
}
