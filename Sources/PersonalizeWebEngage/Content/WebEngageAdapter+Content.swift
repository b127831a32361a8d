public import PersonalizeCore
public import PersonalizeJSON
import PersonalizeMarkup

extension WebEngageAdapter: ScreenAdapter {
    /// What the body of a campaign's record holds for a variation: the content
    /// as the payload had it.
    public func content(
        of variation: String, in body: [UInt8]?
    ) throws(ContentFailure) -> (any ScreenContent)? {
        guard let body, let contents = try? JSONValue.parse(body, limits: ContentNode.limits),
            let value = contents[variation]
        else { return nil }
        return try Self.content(value, path: "$.content")
    }

    /// Status 200, and a body with readable content.
    public func readContent(_ response: Response) -> Result<any ScreenContent, VendorFailure> {
        guard response.status == 200 else {
            return .failure(Status.failure(response.status))
        }
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONValue.parse(response.body, limits: ContentNode.limits)
        } catch {
            return .failure(VendorFailure("malformed", error.description, status: 200))
        }
        do throws(ContentFailure) {
            return .success(try Self.content(document["content"] ?? .null, path: "$.content"))
        } catch {
            return .failure(VendorFailure(error.reason, error.message, status: 200))
        }
    }

    private static func content(
        _ value: JSONValue, path: String
    ) throws(ContentFailure) -> any ScreenContent {
        do throws(FieldError) {
            return InlineContent(try ContentNode(JSONFields(value, path: path)))
        } catch {
            throw ContentFailure("content_unreadable", "\(error.path): \(error.message)")
        }
    }

    /// The campaign as the vendor's own hosts know it.
    public func data(
        of presentation: Presentation, content: any ScreenContent, isRendered: Bool
    ) -> JSONObject {
        let tree = (content as? InlineContent)?.root.json ?? [:]
        return [
            "campaignId": .string(presentation.campaign.id),
            "targetViewId": .string(presentation.placement),
            "propertyId": .string(presentation.screen?.place ?? ""),
            "variationId": .string(presentation.screen?.variation ?? ""),
            "shouldRender": .bool(isRendered), "content": .object(tree),
        ]
    }

    /// By the bytes alone, so that the page of an error is never an image.
    public func mediaType(of file: [UInt8]) -> String? { MediaType.sniff(file) }
}
