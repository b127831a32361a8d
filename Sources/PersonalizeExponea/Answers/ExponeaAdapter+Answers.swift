public import PersonalizeCore
import PersonalizeJSON

extension ExponeaAdapter {
    /// What `ingest` takes.
    private enum Payload: String, CaseIterable {
        case definitions
        case personalization
        case inbox
    }

    public func readDefinitions(
        _ response: Response, at now: Instant
    ) -> Result<Reading<CampaignRecord>, VendorFailure> {
        if let failure = Status.failure(response) { return .failure(failure) }
        do throws(AnswerFault) {
            return .success(try DefinitionReader.read(response.body))
        } catch {
            return .failure(error.failure(status: response.status))
        }
    }

    public func readPersonalization(
        _ response: Response, at now: Instant
    ) -> Result<Reading<PersonalizationRecord>, VendorFailure> {
        if let failure = Status.failure(response) { return .failure(failure) }
        do throws(AnswerFault) {
            return .success(try PersonalizationReader(received: now.wall).read(response.body))
        } catch {
            return .failure(error.failure(status: response.status))
        }
    }

    public func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested {
        do throws(AnswerFault) {
            switch Payload(rawValue: kind) {
            case .definitions: return .definitions(try DefinitionReader.read(payload))
            case .personalization:
                return .personalization(
                    try PersonalizationReader(received: now.wall).read(payload))
            case .inbox: return .inbox(try InboxReader.read(payload))
            case nil: break
            }
        } catch {
            throw error.error(vendor: instance)
        }
        let known = Payload.allCases.map(\.rawValue).joined(separator: ", ")
        throw PersonalizeError(
            .argument, "unknown_kind", "This vendor has no payload of that kind.",
            hint: "Kinds: \(known).", vendor: instance)
    }
}
