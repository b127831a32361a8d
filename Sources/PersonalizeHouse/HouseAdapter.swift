public import PersonalizeCore

/// Campaigns of the host's own, from a document that it writes itself
/// (docs/house.md). Made by `HouseFactory`.
///
/// There is no vendor behind it: nobody is asked what a customer may see, and
/// what happens is accounted for here and told to nobody.
public struct HouseAdapter: PlacementAdapter, LocalDeliveryAdapter {
    static let kind = "house"

    public let instance: String
    let configuration: HouseConfiguration

    public var kind: String { Self.kind }
    public var policy: VendorPolicy { configuration.policy }

    /// The document, where the configuration says where it is.
    public func definitionsRequest() -> RequestDraft? {
        configuration.source.map { RequestDraft(method: "GET", url: $0) }
    }

    public func readDefinitions(
        _ response: Response, at now: Instant
    ) -> Result<Reading<CampaignRecord>, VendorFailure> {
        document(response).map(\.campaigns)
    }

    public func readBesides(_ response: Response, at now: Instant) -> [Ingested] {
        guard case .success(let document) = document(response) else { return [] }
        return document.besides
    }

    private func document(_ response: Response) -> Result<HouseDocument, VendorFailure> {
        guard (200..<300).contains(response.status) else {
            return .failure(
                VendorFailure(
                    "status", "The server answered \(response.status).", status: response.status))
        }
        do throws(DocumentFault) {
            return .success(try HouseDocument.read(response.body))
        } catch {
            return .failure(
                VendorFailure(error.reason, error.description, status: response.status))
        }
    }

    /// Never asked: no campaign of the house is decided per customer.
    public func personalizationRequest(ids: [String], identity: Identity) -> RequestDraft {
        RequestDraft(method: "GET", url: configuration.source ?? "")
    }

    /// Never asked.
    public func readPersonalization(
        _ response: Response, at now: Instant
    ) -> Result<Reading<PersonalizationRecord>, VendorFailure> {
        .success(Reading())
    }

    /// Takes a whole document, which replaces the one before.
    public func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested {
        guard kind == "definitions" else {
            throw PersonalizeError(
                .argument, "unknown_kind", "The house has no payload of that kind.",
                hint: "Kinds: definitions.", vendor: instance)
        }
        do throws(DocumentFault) {
            let document = try HouseDocument.read(payload)
            return .several([.definitions(document.campaigns)] + document.besides)
        } catch {
            throw error.error(vendor: instance)
        }
    }
}
