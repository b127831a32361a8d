public import PersonalizeCore
import PersonalizeJSON

extension WebEngageAdapter {
    /// What `ingest` takes.
    private enum Payload: String, CaseIterable {
        case definitions
        case segments
    }

    public func definitionsRequest() -> RequestDraft? {
        configuration.campaignsURL.map { get($0) }
    }

    public func readScreens(_ response: Response) -> Result<ScreenReading, VendorFailure> {
        guard (200...299).contains(response.status) else {
            return .failure(Status.failure(response.status))
        }
        do throws(PlanFault) { return .success(try PlanReader.read(response.body)) } catch {
            return .failure(error.failure)
        }
    }

    public func ingest(
        kind: String, payload: [UInt8], at now: Instant
    ) throws(PersonalizeError) -> Ingested {
        do throws(PlanFault) {
            switch Payload(rawValue: kind) {
            case .definitions: return .screens(try PlanReader.read(payload))
            case .segments: return .audience(try Self.segments(payload))
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

    /// `{"segments": ["vip"]}`: those the current customer is in. The vendor
    /// publishes no way to ask for them, so the host tells.
    private static func segments(_ payload: [UInt8]) throws(PlanFault) -> [String] {
        let document: JSONValue
        do throws(JSONError) { document = try JSONValue.parse(payload) } catch {
            throw .json(error)
        }
        do throws(FieldError) {
            return try JSONFields(document).required("segments", as: .array(of: .string))
        } catch {
            throw .form(error)
        }
    }

    /// The template with the values in it, percent-encoded; those that are not
    /// known are empty.
    public func contentRequest(
        for presentation: Presentation, deviceID: String, template: String
    ) -> RequestDraft? {
        let template = configuration.contentURL ?? template
        guard !template.isEmpty else { return nil }
        let values: [(name: String, value: String)] = [
            ("campaignId", presentation.campaign.id),
            ("variationId", presentation.screen?.variation ?? ""),
            ("propertyId", presentation.screen?.place ?? ""),
            ("targetViewId", presentation.placement), ("deviceId", deviceID),
            ("customerId", customer(presentation.identity) ?? ""),
        ]
        return get(URLTemplate.fill(template, values))
    }

    private func get(_ url: String) -> RequestDraft {
        RequestDraft(
            method: "GET", url: url, headers: [Request.Header("accept", "application/json")])
    }

    /// Who the customer is to the vendor; nil when the host has not named them.
    func customer(_ identity: Identity) -> String? {
        if let id = identity.ids[configuration.customerID]?.string { return id }
        return identity.ids.members.first?.value.string
    }

    public func user(_ identity: Identity, deviceID: String) -> String {
        customer(identity) ?? deviceID
    }
}
