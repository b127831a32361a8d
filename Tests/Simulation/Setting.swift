import PersonalizeCleverTap
import PersonalizeCore
import PersonalizeExponea
import PersonalizeHouse
import PersonalizeJSON
import PersonalizeWebEngage

/// What a session takes place in: which vendors, caps and bindings.
struct Setting {
    let adapters: [any Adapter]
    let kinds: [String: String]
    let configuration: EngineConfiguration

    static let placements = ["home", "detail", "cart"]
    static let templates = [
        TemplateDefinition(
            "poster", kind: .template,
            arguments: [
                TemplateArgument("title", .string, defaultValue: "none"),
                TemplateArgument("go", .action),
            ]),
        TemplateDefinition("chime", kind: .function, isVisual: false, arguments: []),
    ]

    private static let vendors: [(id: String, factory: any AdapterFactory, settings: JSONObject)] =
        [
            (
                "shop", ExponeaFactory(),
                [
                    "base_url": "https://shop.test", "project_token": "p1",
                    "authorization": "Token a",
                ]
            ),
            (
                "outlet", ExponeaFactory(),
                [
                    "base_url": "https://outlet.test", "project_token": "p2",
                    "authorization": "Token b", "automatic_session_tracking": false,
                ]
            ),
            ("club", CleverTapFactory(), ["account_id": "TEST-ABC", "token": "abc-d12"]),
            (
                "inline", WebEngageFactory(),
                [
                    "base_url": "https://inline.test", "license_code": "l", "api_key": "k",
                    "campaigns_url": "https://inline.test/plan.json",
                ]
            ),
            ("house", HouseFactory(), ["url": "https://house.test/house.json"]),
        ]

    init(_ chance: inout RandomSource) {
        var adapters: [any Adapter] = []
        var kinds: [String: String] = [:]
        for vendor in Self.vendors {
            guard
                let made = try? vendor.factory.make(
                    instance: vendor.id, settings: vendor.settings, device: Device(), path: "$")
            else { continue }
            adapters.append(made.adapter)
            kinds[vendor.id] = made.adapter.kind
        }
        self.adapters = adapters
        self.kinds = kinds
        let filling = ["shop", "outlet", "inline", "house"]
        var configuration = EngineConfiguration(backOffCeiling: 30_000, maximumEvents: 40)
        for name in Self.placements.dropLast() {
            configuration.placements[name] = PlacementBinding(
                vendors: chance.shuffled(filling),
                policy: chance.element(PlacementBinding.Policy.allCases) ?? .order,
                timeout: chance.below(4_000))
        }
        let periods: [Cap.Period] = [.ever, .day, .session, .window(20_000), .week]
        for number in 0..<chance.below(4) {
            configuration.caps.append(
                Cap(
                    name: "cap\(number)", limit: 1 + chance.below(6),
                    period: chance.element(periods) ?? .ever,
                    vendors: chance.below(2) == 0 ? nil : ["shop", "house", "club"],
                    placements: chance.below(3) == 0 ? .some(["home"]) : .all,
                    overlays: chance.below(3) == 0 ? .none : .all))
        }
        self.configuration = configuration
    }
}

extension RandomSource {
    mutating func element<Element>(_ elements: [Element]) -> Element? {
        guard !elements.isEmpty else { return nil }
        return elements[Int(below(Int64(elements.count)))]
    }

    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        elements.shuffled(using: &self)
    }
}
