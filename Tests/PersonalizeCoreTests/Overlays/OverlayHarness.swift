import PersonalizeJSON

@testable import PersonalizeCore

/// An engine with overlays to choose from and one template to present them.
struct OverlayHarness {
    var engine: EngineHarness

    static let policy = OverlayPolicy(sessionCap: 100, dayCap: 100, launchEvent: "launch")

    init(
        _ answer: JSONValue? = nil, adapter: PostcardAdapter? = nil,
        records: [RecordKey: LoadedRecord] = [:], at now: Instant? = nil
    ) {
        var postcard = PostcardAdapter()
        postcard.overlayPolicy = Self.policy
        engine = EngineHarness([adapter ?? postcard], records: records, at: now)
        begin()
        if let answer { take(answer) }
        engine.updates = []
    }

    private mutating func begin() {
        engine.perform(
            .templates(
                vendor: nil, .define([TemplateDefinition("poster", kind: .template)])))
        engine.start("[]")
        engine.updates = []
    }

    mutating func take(_ answer: JSONValue) {
        engine.perform(
            .ingest(vendor: "post", kind: "posters", payload: Array(answer.encoded().utf8)))
    }

    mutating func track(_ event: String, _ properties: JSONObject = [:]) {
        engine.perform(.track(event: event, properties: properties, vendors: nil))
    }

    /// Ends the process and begins another with what is stored.
    mutating func restart() {
        var postcard = PostcardAdapter()
        postcard.overlayPolicy = Self.policy
        engine = EngineHarness([postcard], records: engine.records, at: engine.now)
        begin()
    }

    /// The host shows what was asked for last, and takes it away.
    mutating func show() {
        let id = engine.update("presentation.wanted")?["presentation_id"]?.integer ?? 0
        engine.perform(.presentation(id: id, .presented))
        engine.perform(.presentation(id: id, .dismissed))
    }

    /// The campaigns that were queued since the last call.
    mutating func queued() -> [String] { take("overlay.queued") { _ in "" } }

    /// What was set off since the last call, with what came of it.
    mutating func matched() -> [String] {
        take("overlay.matched") { " " + ($0["outcome"]?.string ?? "") }
    }

    /// What was dropped since the last call, with the reason.
    mutating func dropped() -> [String] {
        take("overlay.dropped") { " " + ($0["reason"]?.string ?? "") }
    }

    private mutating func take(_ name: String, _ more: (JSONObject) -> String) -> [String] {
        let found = engine.updates.filter { $0["update"]?.string == name }
        engine.updates.removeAll { $0["update"]?.string == name }
        return found.map { ($0["campaign_id"]?.string ?? "") + more($0) }
    }

    /// What the state says of the vendor's overlays.
    var state: JSONObject {
        var copy = engine
        guard case .done(let reply) = copy.perform(.state) else { return [:] }
        return reply["vendors"]?.array?.first?["overlays"]?.object ?? [:]
    }

    /// The verdicts by campaign: `eligible`, or the rule and the reason.
    func explain(_ question: OverlayQuestion) -> [String: String] {
        var copy = engine
        guard case .done(let reply) = copy.perform(.explainOverlays(question)) else { return [:] }
        var verdicts: [String: String] = [:]
        for value in reply["overlays"]?.array ?? [] {
            verdicts[value["campaign"]?.string ?? ""] =
                value["rule"]?.string.map { $0 + " " + (value["reason"]?.string ?? "") }
                ?? value["verdict"]?.string
        }
        return verdicts
    }
}
