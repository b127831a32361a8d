import PersonalizeCore
import PersonalizeJSON

/// The vendor's segments of a customer.
struct ExponeaSegmentation: Segmentation {
    static let categories = ["content", "discovery", "merchandising"]

    let adapter: ExponeaAdapter

    var categories: [String] { Self.categories }
    var observed: [ObservedCategory] { adapter.configuration.observedSegments }
    var checkDelay: Int64 { 5000 }
    var lifetime: Int64 { 5000 }

    /// Segments are asked for by the cookie alone, so the vendor has to know
    /// beforehand whose it is. A customer nobody has named has only the cookie.
    func linkRequest(identity: Identity) -> RequestDraft? {
        var ids = identity.ids
        ids[ExponeaAdapter.cookie] = nil
        guard !ids.isEmpty else { return nil }
        let body: JSONValue = ["external_ids": .object(ids)]
        return adapter.request(
            "POST", adapter.configuration.integration.linkIDs(cookie: identity.anonymousID),
            body: body.encoded(), access: .content)
    }

    func linkFailure(_ response: Response) -> VendorFailure? {
        if let failure = Status.failure(response) { return failure }
        do throws(AnswerFault) {
            try Answer.checkSuccess(SegmentReader.parse(response.body))
            return nil
        } catch {
            return error.failure(status: response.status)
        }
    }

    func segmentsRequest(identity: Identity) -> RequestDraft {
        adapter.request(
            "GET", adapter.configuration.integration.segments(cookie: identity.anonymousID),
            access: .content)
    }

    func readSegments(_ response: Response) -> Result<SegmentReading, VendorFailure> {
        if let failure = Status.failure(response) { return .failure(failure) }
        do throws(AnswerFault) {
            return .success(try SegmentReader.read(response.body))
        } catch {
            return .failure(error.failure(status: response.status))
        }
    }
}
