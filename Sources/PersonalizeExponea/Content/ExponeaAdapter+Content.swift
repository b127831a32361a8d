public import PersonalizeCore
import PersonalizeMarkup

extension ExponeaAdapter {
    /// What the vendor's own callback and `error` event say.
    private static let failureMessage = "Invalid HTML or empty"

    /// Empty content is a control variant, which is shown as nothing. Content
    /// with an image nobody can fetch is as invalid as one that cannot be
    /// cleaned. No close button is added: the vendor does so only in its
    /// in-app messages.
    public func prepare(
        _ body: [UInt8]?, of campaign: Campaign, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent {
        guard let body, !body.isEmpty else { return MarkupContent(markup: nil) }
        let markup = try Self.clean(String(decoding: body, as: UTF8.self), makeID: makeID)
        guard !markup.isEmpty else { return MarkupContent(markup: nil) }
        guard markup.unloadableImages.isEmpty else {
            throw ContentFailure("unloadable_image", Self.failureMessage)
        }
        return MarkupContent(markup: markup)
    }

    /// A message that lacks an image is still a message; it has nothing that
    /// could be closed either, but its close buttons stay where they are.
    public func prepare(
        message html: String, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent {
        let markup = try Self.clean(html, makeID: makeID)
        return MarkupContent(markup: markup.isEmpty ? nil : markup)
    }

    private static func clean(
        _ html: String, makeID: () -> String
    ) throws(ContentFailure) -> Markup {
        do throws(MarkupError) {
            return try Markup.clean(
                html, closeURLPrefix: "https://exponea.com/close_action_", closeID: makeID())
        } catch {
            throw ContentFailure(error.reason.rawValue, failureMessage)
        }
    }

    /// By the bytes alone, so that the page of an error is never taken for an
    /// image, nor a GIF for a PNG.
    public func mediaType(of file: [UInt8]) -> String? { MediaType.sniff(file) }
}
