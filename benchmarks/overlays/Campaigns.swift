import PersonalizeCleverTap
import PersonalizeCore
import PersonalizeJSON

/// An engine with so many in-apps of which ten wait for one event, each with a
/// condition and two limits.
struct Subject {
    static let event = "Added To Cart"
    static let triggered = 10

    private var engine: Engine
    private var now = Instant(wall: 1_790_000_000_000, monotonic: 0)
    /// How many in-apps the last event set off.
    private(set) var chosen = 0

    init(campaigns: Int) throws {
        let adapter = try CleverTapFactory().make(
            instance: "ct",
            settings: [
                "account_id": "BENCHMARK", "token": "token",
                "base_url": "https://ct.example.test",
            ], device: Device(), path: "$"
        ).adapter
        engine = Engine(
            configuration: EngineConfiguration(maximumEvents: 10_000_000), adapters: [adapter],
            seed: 1)
        perform(.restore([]))
        perform(
            .templates(
                vendor: nil, .define([TemplateDefinition("Promo card", kind: .template)])))
        perform(.start)
        let body = JSONValue.object(["inapp_notifs_cs": .array(Self.list(campaigns))])
        perform(.ingest(vendor: "ct", kind: "overlays", payload: Array(body.encoded().utf8)))
    }

    private static func list(_ count: Int) -> [JSONValue] {
        let step = max(count / triggered, 1)
        return (0..<count).map { index in
            let event = index % step == 0 ? Self.event : "Other \(index)"
            return [
                "type": "custom-code", "templateName": "Promo card",
                "ti": .integer(1_790_000_000 + Int64(index)),
                "priority": .integer(Int64(index % 7)),
                "whenTriggers": [
                    [
                        "eventName": .string(event),
                        "eventProperties": [
                            ["propertyName": "price", "operator": 0, "propertyValue": 100]
                        ],
                    ]
                ],
                "frequencyLimits": [["type": "days", "limit": 100, "frequency": 7]],
                "occurrenceLimits": [["type": "onEvery", "limit": 1]],
            ]
        }
    }

    @discardableResult
    private mutating func perform(_ command: Command) -> [Effect] {
        now.monotonic += 1
        now.wall += 1
        return engine.handle(command, at: now)
    }

    /// An event that in-apps wait for, or one that none does.
    mutating func track(_ isAwaited: Bool) {
        let effects = perform(
            .track(
                event: isAwaited ? Self.event : "Nobody Waits",
                properties: ["price": 250, "name": "Lamp"], vendors: nil))
        chosen = effects.count { effect in
            if case .load = effect { true } else { false }
        }
    }
}
