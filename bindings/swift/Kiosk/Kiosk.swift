import Personalize

/// A kiosk: the Swift host of `make demo`.
///
///     kiosk URL STORAGE
///
/// It draws nothing. It does what a kiosk's interface would do with the engine
/// and prints what a passer-by would notice, so that the same job done by the
/// C, the Python and the Swift host can be compared line by line.
struct Kiosk {
    let engine: PersonalizeEngine

    init(url: String, storage: String) throws {
        engine = try PersonalizeEngine(configuration: [
            "version": 1,
            "storage": .string(storage),
            "seed": 20_261_121,
            "vendors": [
                [
                    "id": "shop", "kind": "exponea", "base_url": .string(url),
                    "project_token": "demo-project", "authorization": "Token demo-key",
                ]
            ],
        ])
    }

    func say(_ line: String) { print("swift: \(line)") }

    /// Says what an update means to somebody in front of the kiosk.
    func tell(_ update: Update) {
        let place = update.placement ?? ""
        let campaign = update["campaign"]?["name"]?.string ?? ""
        let reason = update["reason"]?.string ?? ""
        switch update.name {
        case "placement.shown":
            say(
                "\(place) shows \"\(campaign)\" with \(update["actions"]?.array?.count ?? 0) actions"
            )
        case "placement.empty": say("\(place) shows nothing: \(reason)")
        case "placement.failed": say("\(place) could not show \"\(campaign)\": \(reason)")
        case "placement.clicked": say("\(place): \"\(campaign)\" was clicked")
        case "placement.closed": say("\(place): \"\(campaign)\" was closed")
        case "url.open_wanted":
            say("open \(update["url"]?.string ?? "") as \(update["type"]?.string ?? "")")
        default: break
        }
    }

    /// Runs the engine until an update has this name, telling of all on the
    /// way.
    func wait(for name: String, placement: String? = nil) throws {
        while true {
            guard let update = try engine.nextUpdate() else {
                try engine.wait(milliseconds: 20_000)
                continue
            }
            tell(update)
            if update.name == name, placement == nil || update.placement == placement { return }
        }
    }

    /// Opens a placement and waits for what it shows.
    func open(_ name: String) throws -> PlacementHandle {
        let placement = try engine.openPlacement(name)
        try wait(for: "placement.ready", placement: name)
        return placement
    }

    /// Follows the first action of a type that the content offers.
    func follow(_ placement: PlacementHandle, _ type: String) throws {
        let actions = try placement.content()?["actions"]?.array ?? []
        guard let action = actions.first(where: { $0["type"]?.string == type }),
            let url = action["url"]?.string
        else { return }
        try placement.click(url)
        try wait(for: "placement.ready", placement: placement.name)
    }

    private func account() throws -> (accepted: Int64, sent: Int64, pending: Int64, dropped: Int64)
    {
        let vendor = try engine.stats()["vendors"]?.array?.first
        let dropped = vendor?["dropped"]?.object?.members.compactMap(\.value.integer) ?? []
        return (
            vendor?["accepted"]?.integer ?? 0, vendor?["sent"]?.integer ?? 0,
            vendor?["pending"]?.integer ?? 0, dropped.reduce(0, +)
        )
    }

    /// Says what became of all events.
    func stats(_ when: String) throws {
        let account = try account()
        say(
            "\(when): \(account.accepted) accepted = \(account.sent) sent"
                + " + \(account.pending) pending + \(account.dropped) dropped")
    }

    /// Runs the engine until nothing is on its way to the vendor.
    func deliver() throws {
        while try account().pending > 0 { try wait(for: "event.sent") }
    }

    /// Says why a placement shows what it shows.
    func explain(_ placement: String) throws {
        let explanation = try engine.explain(placement: placement)
        say("why \(placement): \(explanation["reason"]?.string ?? "")")
        for candidate in explanation["candidates"]?.array ?? [] {
            let words = ["verdict", "reason"].map { candidate[$0]?.string ?? "" }
            say("  \"\(candidate["name"]?.string ?? "")\" \(words[0]) \(words[1])")
        }
    }
}

@main
struct Main {
    static func main() throws {
        guard CommandLine.arguments.count == 3 else {
            print("usage: kiosk URL STORAGE")
            return
        }
        let (url, storage) = (CommandLine.arguments[1], CommandLine.arguments[2])
        try passBy(url, storage)
        try comeBack(url, storage)
    }

    /// Until the power goes away.
    static func passBy(_ url: String, _ storage: String) throws {
        let kiosk = try Kiosk(url: url, storage: storage)
        kiosk.say("-- a passer-by")
        try kiosk.engine.start()
        let top = try kiosk.open("home_top")
        let detail = try kiosk.open("product_detail")
        let idle = try kiosk.open("kiosk_idle")
        try kiosk.follow(top, "deep_link")

        kiosk.say("-- the passer-by logs in")
        try kiosk.engine.identify(
            ["registered": "ada@example.test"], properties: ["first_name": "Ada"])
        let cart = try kiosk.open("cart_banner")
        try kiosk.follow(cart, "close")
        try kiosk.explain("cart_banner")
        try kiosk.deliver()
        try kiosk.stats("online")

        kiosk.say("-- the network goes away")
        try kiosk.engine.setOffline(true)
        try kiosk.engine.track("item_scanned", properties: ["sku": "4711"])
        let footer = try kiosk.open("settings_footer")
        try kiosk.stats("offline")

        kiosk.say("-- the power goes away and comes back")
        kiosk.engine.close()
        withExtendedLifetime([top, detail, idle, cart, footer]) {}
    }

    /// From when the power comes back.
    static func comeBack(_ url: String, _ storage: String) throws {
        let kiosk = try Kiosk(url: url, storage: storage)
        try kiosk.engine.setOffline(true)
        try kiosk.engine.start()
        let notice = try kiosk.open("checkout_notice")
        try kiosk.stats("after the restart")

        kiosk.say("-- the network comes back")
        try kiosk.engine.setOffline(false)
        try kiosk.deliver()
        try kiosk.stats("at the end")
        kiosk.engine.close()
        withExtendedLifetime(notice) {}
    }
}
