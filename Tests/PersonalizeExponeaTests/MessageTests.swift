import PersonalizeCore
import PersonalizeExponea
import Testing

/// Section 12: the words people search their logs for.
@Suite struct MessageTests {
    static let block = Campaign(id: "b1", name: "Hero", placements: [])

    @Test(arguments: [
        (
            LogEvent.invalidAction(placement: "home", url: "u"),
            [
                LogLine(
                    .error,
                    "InAppCB: Placeholder home has invalid state - action or message is invalid")
            ]
        ),
        (.unknownAction(url: " "), [LogLine(.warning, "InAppCB: Unknown action URL:  ")]),
        (
            .manualAction(placement: "home", url: "u"),
            [LogLine(.verbose, "InAppCB: Manual action u invoked on placeholder home")]
        ),
        (
            .unknownAction(url: "https://h/"),
            [
                LogLine(.error, "[HTML] Action URL https://h/ cannot be found as action"),
                LogLine(.error, "WebActionManager error Invalid action definition"),
            ]
        ),
        (.actionHandled(url: "u"), [LogLine(.verbose, "[HTML] Action u has been handled")]),
        (
            .actionIgnored(url: "about:blank"),
            [LogLine(.verbose, "[HTML] Action about:blank has not been handled, continue")]
        ),
        (
            .actionInvoked(campaign: block, name: "Sale"),
            [LogLine(.verbose, "Invoking InApp Content Block b1 action 'Sale'")]
        ),
        (
            .actionInvoked(campaign: block, name: nil),
            [LogLine(.verbose, "Invoking InApp Content Block b1 action ''")]
        ),
        (
            .scheduleChecked(campaign: block, rejection: nil),
            [LogLine(.verbose, "InAppCB: Block b1 date-filter passed: true")]
        ),
        (
            .scheduleChecked(campaign: block, rejection: Rejection(.schedule, "ended")),
            [
                LogLine(.verbose, "In-app Content Blocks 'Hero' outside of date range."),
                LogLine(.verbose, "InAppCB: Block b1 date-filter passed: false"),
            ]
        ),
        (
            .frequencyChecked(campaign: block, rejection: nil),
            [LogLine(.verbose, "InAppCB: Block b1 frequency-filter passed: true")]
        ),
        (
            .frequencyChecked(
                campaign: block, rejection: Rejection(.frequency, "already_displayed")),
            [
                LogLine(.verbose, "In-app Content Blocks 'Hero' already displayed."),
                LogLine(.verbose, "InAppCB: Block b1 frequency-filter passed: false"),
            ]
        ),
        (
            .frequencyChecked(
                campaign: block,
                rejection: Rejection(.frequency, "already_displayed_this_session")),
            [
                LogLine(.verbose, "In-app Content Blocks 'Hero' already displayed this session."),
                LogLine(.verbose, "InAppCB: Block b1 frequency-filter passed: false"),
            ]
        ),
        (
            .frequencyChecked(
                campaign: block, rejection: Rejection(.frequency, "already_interacted")),
            [
                LogLine(.verbose, "In-app Content Blocks 'Hero' already interacted with."),
                LogLine(.verbose, "InAppCB: Block b1 frequency-filter passed: false"),
            ]
        ),
        (
            .unavailable(campaign: block, status: "filter_not_matched"),
            [
                LogLine(
                    .verbose,
                    "InAppCB: Block b1 filtered out because of status filter_not_matched")
            ]
        ),
        (
            .nothingFound(placement: "home"),
            [LogLine(.info, "InAppCB: No InApp Content Block found for placeholder home")]
        ),
        (
            .controlVariant(campaign: block),
            [LogLine(.info, "InApp Content Block has no content for b1")]
        ),
        (
            .imageFailed(url: "https://h/a.png", message: "404"),
            [LogLine(.warning, "[HTML] Image https://h/a.png cannot be processed: 404")]
        ),
        (
            .fontFailed(url: "https://h/a.woff2", message: "404"),
            [LogLine(.warning, "[HTML] Font https://h/a.woff2 cannot be processed: 404")]
        ),
        (
            .trackingRefused(happening: .shown),
            [
                LogLine(
                    .info,
                    "Event for shown InApp Content Block is not tracked because consent is not given"
                )
            ]
        ),
        (
            .trackingRefused(happening: .clicked(Action(name: nil, url: "u", kind: .browser))),
            [
                LogLine(
                    .info,
                    "Event for clicked InApp Content Block is not tracked because consent is not given"
                )
            ]
        ),
        (
            .trackingRefused(happening: .closed),
            [
                LogLine(
                    .info,
                    "Event for closed InApp Content Block is not tracked because consent is not given"
                )
            ]
        ),
        (
            .trackingRefused(happening: .failed(message: "m")),
            [
                LogLine(
                    .info,
                    "Event for error of InApp Content Block showing is not tracked because consent is not given"
                )
            ]
        ),
        (
            .fetchFailed(what: "definitions", message: "The server answered 500."),
            [
                LogLine(
                    .warning,
                    "InAppCB: InApp Content Block placeholders failed. The server answered 500.")
            ]
        ),
        (
            .fetchFailed(what: "personalization", message: "No."),
            [LogLine(.warning, "InAppCB: InApp Content Block personalization failed. No.")]
        ),
        (
            .identifierIgnored(name: "cookie"),
            [LogLine(.warning, "Changing cookie is not allowed")]
        ),
    ])
    func writesTheVendorsWords(event: LogEvent, lines: [LogLine]) throws {
        #expect(try adapter().messages(for: event) == lines)
    }
}
