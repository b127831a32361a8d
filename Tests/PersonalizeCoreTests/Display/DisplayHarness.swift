import PersonalizeCore
import PersonalizeJSON

/// An engine with a few templates and overlays that wait in its storage.
struct DisplayHarness {
    var engine: EngineHarness

    static let definitions = [
        TemplateDefinition(
            "poster", kind: .template,
            arguments: [
                TemplateArgument("title", .string, defaultValue: "none"),
                TemplateArgument("image", .file), TemplateArgument("go", .action),
                TemplateArgument("other", .action),
            ]),
        TemplateDefinition(
            "curtain", kind: .function, arguments: [TemplateArgument("image", .file)]),
        TemplateDefinition(
            "bell", kind: .function, isVisual: false,
            arguments: [
                TemplateArgument("times", .number, defaultValue: 1),
                TemplateArgument("sound", .file),
            ]),
    ]

    /// - Parameters:
    ///   - overlays: what waits from before, in the order of their turns.
    ///   - records: what else is stored.
    init(
        _ overlays: [Overlay] = [], records: [RecordKey: LoadedRecord] = [:],
        adapters: [PostcardAdapter] = [PostcardAdapter()], vendor: String = "post",
        configuration: EngineConfiguration = EngineConfiguration(), isStarted: Bool = true
    ) {
        var records = records
        for (index, overlay) in overlays.enumerated() {
            records[Self.key(Int64(index + 1), vendor: vendor)] = Self.record(
                overlay, order: Int64(index + 1))
        }
        engine = EngineHarness(adapters, configuration: configuration, records: records)
        engine.perform(.templates(vendor: nil, .define(Self.definitions)))
        if isStarted { start() }
    }

    mutating func start() {
        engine.updates = []
        engine.start("[]")
        engine.updates.removeAll { $0["update"] == "content.refreshed" }
    }

    static func key(_ number: Int64, vendor: String = "post") -> RecordKey {
        let digits = String(number)
        return RecordKey(
            .overlay, vendor: vendor,
            key: String(repeating: "0", count: 19 - digits.count) + digits)
    }

    static func record(_ overlay: Overlay, order: Int64, profile: String = "") -> LoadedRecord {
        let object: JSONObject = [
            "order": .integer(order), "profile": .string(profile),
            "overlay": .object(overlay.json),
        ]
        return LoadedRecord(header: JSONValue.object(object).encoded(), body: nil)
    }

    // MARK: - What the host does

    @discardableResult
    mutating func perform(_ command: DisplayCommand) -> JSONObject {
        guard case .done(let reply) = engine.perform(.display(command)) else { return [:] }
        return reply
    }

    /// Whether the call took effect; nil when it was refused.
    @discardableResult
    mutating func perform(_ command: PresentationCommand, _ id: Int64) -> Bool? {
        guard case .done(let reply) = engine.perform(.presentation(id: id, command)) else {
            return nil
        }
        return reply["done"]?.bool
    }

    /// Ends the process and begins another with what is stored.
    mutating func restart(isStarted: Bool = true) {
        let disk = engine.disk
        engine = EngineHarness(records: engine.records, at: engine.now)
        engine.disk = disk
        engine.perform(.templates(vendor: nil, .define(Self.definitions)))
        if isStarted { start() }
    }

    // MARK: - What the host sees

    /// The presentation asked for last.
    var wanted: Int64 { engine.update("presentation.wanted")?["presentation_id"]?.integer ?? 0 }

    /// The campaigns whose presentation was asked for, in order.
    var presented: [String] {
        engine.updates.compactMap {
            $0["update"] == "presentation.wanted" ? $0["campaign_id"]?.string : nil
        }
    }

    /// The reasons for which overlays were dropped, by campaign.
    var dropped: [String] {
        engine.updates.compactMap { update in
            guard update["update"] == "overlay.dropped" else { return nil }
            return "\(update["campaign_id"]?.string ?? "") \(update["reason"]?.string ?? "")"
        }
    }

    /// The events told to the vendor, with what they say.
    var events: [String] {
        engine.updates.compactMap {
            $0["update"] == "event.tracked" ? $0["event"]?.string : nil
        }
    }

    /// The campaigns that are stored as waiting, in the order of their turns.
    var stored: [String] {
        engine.records.filter { $0.key.space == .overlay }
            .compactMap { try? JSONValue.parse($0.value.header) }
            .sorted { ($0["order"]?.integer ?? 0) < ($1["order"]?.integer ?? 0) }
            .compactMap { $0["overlay"]?["campaign"]?.string }
    }

    mutating func state() -> JSONObject { perform(.state) }
}

extension Overlay {
    /// One that needs nothing.
    static func poster(
        _ campaign: String, template: String = "poster", values: JSONObject = [:],
        expires: Int64? = nil, isAction: Bool = false
    ) -> Overlay {
        Overlay(
            campaign: campaign, delivery: "\(campaign)-d", template: template, values: values,
            properties: ["card": .string(campaign)], extras: ["colour": "red"], expires: expires,
            isAction: isAction)
    }
}
