import PersonalizeCore

extension ExponeaAdapter {
    /// The lines of the vendor's SDKs about the inbox.
    func inboxMessages(for event: InboxLogEvent) -> [LogLine] {
        switch event {
        case .loadFailed(let message):
            [LogLine(.warning, "AppInbox loading failed. \(message)")]
        case .markReadImpossible(let id):
            [LogLine(.error, "Unable to mark message \(id) as read, try to fetch AppInbox")]
        case .markReadFailed(let id, let reason):
            [LogLine(.warning, "AppInbox message \(id) was not marked as read. \(reason)")]
        case .notFound(let id):
            [LogLine(.error, "AppInbox message not found: \(id)")]
        case .anonymous:
            [LogLine(.error, "AppInbox message contains empty customerIds")]
        case .trackingRefused(let happening):
            [
                LogLine(
                    .info,
                    "Event for \(Self.subject(happening)) is not tracked because consent is not"
                        + " given")
            ]
        case .actionInvoked(let action):
            [
                LogLine(
                    .verbose,
                    action.isDrawn
                        ? "Invoking AppInbox action '\(action.title ?? "")'"
                        : "AppInbox action '\(action.title ?? "")' leads nowhere and is only"
                            + " tracked")
            ]
        }
    }

    private static func subject(_ happening: MessageHappening) -> String {
        switch happening {
        case .opened: "opened AppInbox message"
        case .clicked: "clicked AppInbox message"
        }
    }
}
