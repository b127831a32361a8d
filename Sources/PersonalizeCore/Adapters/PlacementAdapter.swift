/// An adapter whose vendor has campaigns for placements.
///
/// For an instance without, nothing is fetched or asked, and a placement that
/// names it finds nothing.
public protocol PlacementAdapter: Adapter {
    /// The question for everything the vendor could show; nil when nobody can
    /// be asked and the host brings it.
    func definitionsRequest() -> RequestDraft?
    /// Reads the answer to `definitionsRequest`.
    func readDefinitions(
        _ response: Response, at now: Instant
    ) -> Result<Reading<CampaignRecord>, VendorFailure>

    /// What the answer to `definitionsRequest` holds besides campaigns, when
    /// `readDefinitions` could use it.
    func readBesides(_ response: Response, at now: Instant) -> [Ingested]

    /// The question what this customer may see of these campaigns. `ids` is
    /// never empty.
    func personalizationRequest(ids: [String], identity: Identity) -> RequestDraft
    /// Reads the answer to `personalizationRequest`.
    func readPersonalization(
        _ response: Response, at now: Instant
    ) -> Result<Reading<PersonalizationRecord>, VendorFailure>

    /// The vendor's event for something that happened to a presentation; nil
    /// when the vendor tracks nothing for it.
    func event(for happening: Happening, of presentation: Presentation) -> EventDraft?

    /// Makes a campaign's raw content fit to draw. `makeID` gives a new
    /// unique identifier at each call.
    func prepare(
        _ body: [UInt8]?, of campaign: Campaign, makeID: () -> String
    ) throws(ContentFailure) -> any PreparedContent
}

extension PlacementAdapter {
    /// Nothing.
    public func readBesides(_ response: Response, at now: Instant) -> [Ingested] { [] }
}
