public import PersonalizeCore
import PersonalizeJSON
import PersonalizeMarkup

extension HouseAdapter {
    private static let closeURLPrefix = "house:close_"

    /// HTML is made safe like anybody else's; values go to the host as they
    /// are.
    public func prepare(
        _ body: [UInt8]?, of campaign: Campaign, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent {
        guard let body else { return MarkupContent(markup: nil) }
        guard let content = (try? JSONValue.parse(body))?.object else {
            throw ContentFailure("malformed", "The stored content cannot be read.")
        }
        if let data = content["data"]?.object {
            return DataContent(
                values: data, images: (content["images"]?.array ?? []).compactMap(\.string),
                actions: (content["actions"]?.array ?? []).compactMap {
                    $0.object.flatMap(DataContent.action)
                })
        }
        let markup = try Self.clean(content["html"]?.string ?? "", makeID: makeID)
        guard markup.unloadableImages.isEmpty else {
            throw ContentFailure(
                "unloadable_image",
                "An image has no http or https URL: \(markup.unloadableImages[0])")
        }
        return MarkupContent(markup: markup.isEmpty ? nil : markup)
    }

    static func clean(_ html: String, makeID: () -> String) throws(ContentFailure) -> Markup {
        do throws(MarkupError) {
            return try Markup.clean(html, closeURLPrefix: closeURLPrefix, closeID: makeID())
        } catch {
            throw ContentFailure(error.reason.rawValue, error.message)
        }
    }

    /// By the bytes alone.
    public func mediaType(of file: [UInt8]) -> String? { MediaType.sniff(file) }
}
