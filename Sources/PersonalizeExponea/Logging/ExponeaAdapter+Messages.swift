public import PersonalizeCore

extension ExponeaAdapter {
    /// The lines of the vendor's troubleshooting guide and SDKs, word for word
    /// where there is one: people search their logs for them.
    public func messages(for event: LogEvent) -> [LogLine] {
        switch event {
        case .scheduleChecked(let campaign, let rejection):
            filtered(
                campaign, by: "date-filter",
                complaint: rejection.map { _ in "outside of date range." })
        case .frequencyChecked(let campaign, let rejection):
            filtered(
                campaign, by: "frequency-filter", complaint: rejection.map(Self.frequencyText))
        case .unavailable(let campaign, let status):
            [
                LogLine(
                    .verbose,
                    "InAppCB: Block \(campaign.id) filtered out because of status \(status)")
            ]
        case .nothingFound(let placement):
            [
                LogLine(
                    .info,
                    "InAppCB: No InApp Content Block found for placeholder \(placement)")
            ]
        case .nothingFoundForSlot(_, let slot):
            [
                LogLine(
                    .verbose, "No more In-app Content Block messages for indexPath \(slot)")
            ]
        case .controlVariant(let campaign):
            [LogLine(.info, "InApp Content Block has no content for \(campaign.id)")]
        case .imageFailed(let url, let message):
            [LogLine(.warning, "[HTML] Image \(url) cannot be processed: \(message)")]
        case .fontFailed(let url, let message):
            [LogLine(.warning, "[HTML] Font \(url) cannot be processed: \(message)")]
        case .trackingRefused(let happening):
            [
                LogLine(
                    .info,
                    "Event for \(Self.subject(happening)) is not tracked because consent is not"
                        + " given")
            ]
        case .fetchFailed("segments", let message):
            [LogLine(.warning, "Segments: Fetching segments failed. \(message)")]
        case .fetchFailed(let what, let message):
            [
                LogLine(
                    .warning, "InAppCB: InApp Content Block \(Self.noun(what)) failed. \(message)")
            ]
        case .identifierIgnored:
            [LogLine(.warning, "Changing cookie is not allowed")]
        case .inbox(let event): inboxMessages(for: event)
        case .tokenUnreadable:
            [LogLine(.warning, "The expiration of the JWT cannot be read")]
        case .loadRefused(let kind):
            [
                LogLine(
                    .warning,
                    kind == .carousel
                        ? "In-app reload failed: SDK is stopping"
                        : "In-app content blocks UI is unavailable, SDK is stopping")
            ]
        case .manualAction, .invalidAction, .unknownAction, .actionHandled, .actionIgnored,
            .actionInvoked:
            actionMessages(for: event)
        }
    }

    private func actionMessages(for event: LogEvent) -> [LogLine] {
        switch event {
        case .manualAction(let placement, let url):
            [
                LogLine(
                    .verbose, "InAppCB: Manual action \(url) invoked on placeholder \(placement)")
            ]
        case .invalidAction(let placement, _):
            [
                LogLine(
                    .error,
                    "InAppCB: Placeholder \(placement) has invalid state - action or message is"
                        + " invalid")
            ]
        case .unknownAction(let url) where url.utf8.allSatisfy({ $0 <= 0x20 }):
            [LogLine(.warning, "InAppCB: Unknown action URL: \(url)")]
        case .unknownAction(let url):
            [
                LogLine(.error, "[HTML] Action URL \(url) cannot be found as action"),
                LogLine(.error, "WebActionManager error Invalid action definition"),
            ]
        case .actionHandled(let url):
            [LogLine(.verbose, "[HTML] Action \(url) has been handled")]
        case .actionIgnored(let url):
            [LogLine(.verbose, "[HTML] Action \(url) has not been handled, continue")]
        case .actionInvoked(let campaign, let name):
            [
                LogLine(
                    .verbose,
                    "Invoking InApp Content Block \(campaign.id) action '\(name ?? "")'")
            ]
        default: []
        }
    }

    private func filtered(
        _ campaign: Campaign, by filter: String, complaint: String?
    ) -> [LogLine] {
        let verdict = LogLine(
            .verbose, "InAppCB: Block \(campaign.id) \(filter) passed: \(complaint == nil)")
        guard let complaint else { return [verdict] }
        return [
            LogLine(.verbose, "In-app Content Blocks '\(campaign.name)' \(complaint)"), verdict,
        ]
    }

    private static func frequencyText(_ rejection: Rejection) -> String {
        switch rejection.reason {
        case "already_displayed_this_session": "already displayed this session."
        case "already_interacted": "already interacted with."
        default: "already displayed."
        }
    }

    private static func subject(_ happening: Happening) -> String {
        switch happening {
        case .shown: "shown InApp Content Block"
        case .clicked: "clicked InApp Content Block"
        case .closed: "closed InApp Content Block"
        case .failed: "error of InApp Content Block showing"
        }
    }

    private static func noun(_ what: String) -> String {
        what == "definitions" ? "placeholders" : what
    }
}
