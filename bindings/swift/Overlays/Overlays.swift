import Foundation
import Personalize

/// A kiosk with content that takes the whole screen: the Swift host of
/// `make demo` for templates and functions.
///
///     overlays URL STORAGE
///
/// It draws nothing. It says what a passer-by would see and do, so that the same
/// job done by the C, the Python and the Swift host can be compared line by line.
struct Kiosk {
    let engine: PersonalizeEngine
    let presenters: Presenters

    init(url: String, storage: String) throws {
        engine = try PersonalizeEngine(configuration: [
            "version": 1,
            "storage": .string(storage),
            "seed": 20_261_121,
            "vendors": [
                [
                    "id": "shop", "kind": "clevertap", "base_url": .string(url),
                    "account_id": "demo-account", "token": "demo-token", "flush_delay_ms": 0,
                ]
            ],
        ])
        presenters = Presenters(engine)
        presenters.register(PromoCard(), for: "Promo card")
        presenters.register(OpenSettings(), for: "Open settings")
    }

    /// Says what this kiosk can present.
    func define() throws {
        var promotion = TemplateBuilder(.template)
        try promotion.setName("Promo card")
        promotion.setPresenter()
        try promotion.add("title", .string, value: "Hello")
        try promotion.add(
            "style", map: ["color": "#ffffff", "border": ["color": "#000000"]])
        try promotion.add("picture", .file)
        try promotion.add("onAccept", .action)
        try promotion.add("onClose", .action)
        var settings = TemplateBuilder(.function, isVisual: false)
        try settings.setName("Open settings")
        settings.setPresenter()
        try settings.add("section", .string, value: "general")
        let registration = try engine.defineTemplates([promotion.build(), settings.build()])
        for name in registration.defined { say("defined \"\(name)\"") }
    }

    /// Runs the engine until an update has this name; presenters do their part
    /// on the way.
    @discardableResult
    func wait(for name: String) throws -> Update {
        while true {
            guard let update = try engine.nextUpdate() else {
                try engine.wait(milliseconds: 20_000)
                continue
            }
            if update.name == "presentation.wanted" {
                let words = ["kind", "template", "campaign_id"].map { update[$0]?.string ?? "" }
                say("\(words[0]) \"\(words[1])\" of campaign \(words[2])")
            }
            presenters.receive(update)
            if update.name == "overlay.dropped" {
                let template = update["template"]?.string ?? ""
                say("dropped \"\(template)\": \(update["reason"]?.string ?? "")")
            }
            if update.name == name { return update }
        }
    }

    /// Does what the customer does in front of the promotion.
    func look() throws {
        try wait(for: "presentation.presented")
        guard let card = presenters.active.first else { return }

        say("-- the customer accepts")
        try card.triggerAction("onAccept")
        try wait(for: "presentation.wanted")

        say("-- the customer has seen enough")
        try card.triggerAction("onClose")
        let update = try wait(for: "presentation.dismissed")
        say("\"\(update["template"]?.string ?? "")\" is gone")
    }

    /// Runs the engine until nothing is on its way to the vendor.
    func deliver() throws {
        while true {
            let account = try engine.stats()["vendors"]?.array?.first
            guard account?["pending"]?.integer ?? 0 > 0 else {
                let counts = ["accepted", "sent"].map { account?[$0]?.integer ?? 0 }
                return say("\(counts[0]) accepted = \(counts[1]) sent")
            }
            try wait(for: "event.sent")
        }
    }
}

/// The promotion.
final class PromoCard: ClosingPresenter {
    func onPresent(context: PresentationContext) throws {
        say("  title: \(context.string("title") ?? "")")
        say("  style: \(text(context.map("style") ?? [:]))")
        let picture = try Data(contentsOf: URL(fileURLWithPath: context.file("picture") ?? ""))
        let isPNG = picture.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        say("  picture: \(isPNG ? "PNG" : "no PNG") of \(picture.count) bytes")
        try context.presented()
    }

    func onClose(context: PresentationContext) {
        say("close \"\(context.template)\"")
        _ = try? context.dismissed()
    }

    /// JSON with sorted keys, as the other hosts print it.
    private func text(_ object: JSONObject) -> String {
        let members = object.members.sorted { $0.key < $1.key }
        return "{"
            + members.map { member in
                let value = member.value.object.map(text) ?? "\"\(member.value.string ?? "")\""
                return "\"\(member.key)\": \(value)"
            }.joined(separator: ", ") + "}"
    }
}

/// What the promotion's button does.
final class OpenSettings: Presenter {
    func onPresent(context: PresentationContext) throws {
        say("  section: \(context.string("section") ?? "")")
        try context.presented()
        try context.dismissed()
    }
}

func say(_ line: String) { print("swift: \(line)") }

@main
struct Main {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: overlays URL STORAGE")
            return
        }
        let kiosk = try Kiosk(url: CommandLine.arguments[1], storage: CommandLine.arguments[2])
        say("-- what this kiosk can present")
        try kiosk.define()
        try kiosk.engine.start()
        try kiosk.wait(for: "event.sent")

        say("-- a customer looks at a product")
        try kiosk.engine.track("Product Viewed", properties: ["sku": "4711"])
        try kiosk.look()

        say("-- what the vendor was told")
        try kiosk.deliver()
        kiosk.engine.close()
    }
}
