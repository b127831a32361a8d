import PersonalizeCore
import PersonalizeJSON

/// The laws, watched from outside: from what the engine tells, stores and
/// sends, and with nothing of its own arithmetic.
struct Laws {
    private let setting: Setting
    var counts: [String: Int] = [:]
    /// The number of the host's last own event.
    var serial = 0

    // The customer and the consent, as the host's calls make them.
    private var ids = JSONObject()
    private var consents: [String: Consents] = [:]
    /// Own events that were recorded while consent was denied, by vendor.
    private var denied: [String: Set<String>] = [:]

    /// How often each campaign was shown, and how often that was credited.
    private var shows: [String: Int] = [:]
    private var impressions: [String: Int] = [:]
    /// Whom each campaign was shown to, or failed before.
    private var audiences: [String: Set<String>] = [:]
    /// What counts for caps: of this customer, in order.
    private var displays: [Display] = []
    /// The first bytes that were sent for each event.
    private var bodies: [String: String] = [:]
    private var sessions: [String: Int64] = [:]
    /// What carousels have shown.
    private var turns: [Int64: Set<String>] = [:]

    private struct Display {
        var wall: Int64
        var vendor: String
        var surface: CapSurface
    }

    init(_ setting: Setting) {
        self.setting = setting
        for adapter in setting.adapters { consents[adapter.instance] = adapter.policy.consent }
    }

    mutating func count(_ what: String) { counts[what, default: 0] += 1 }

    // MARK: What the host does

    /// The call is about to be made.
    mutating func willPerform(_ command: Command) {
        switch command {
        case .identify(let new, _, _, _):
            let before = ids
            ids.merge(new)
            if ids != before { changeCustomer() }
        case .anonymize:
            ids = [:]
            changeCustomer()
        case .consent(let vendor, let purpose, let consent):
            for name in vendor.map({ [$0] }) ?? consents.keys.sorted() {
                for purpose in purpose.map({ [$0] }) ?? Purpose.allCases {
                    consents[name]?[purpose] = consent
                }
            }
            if consent == .denied { count("denials") }
        case .track(_, let properties, _):
            guard let serial = properties["serial"]?.string else { return }
            for (vendor, consent) in consents where consent.tracking == .denied {
                denied[vendor, default: []].insert(serial)
            }
        default: break
        }
    }

    private mutating func changeCustomer() {
        count("identities")
        displays = []
    }

    // MARK: What the engine tells

    mutating func took(
        _ update: JSONObject, store: [RecordKey: LoadedRecord], at now: Instant
    ) -> String? {
        let vendor = update["vendor"]?.string ?? ""
        switch update["update"]?.string {
        case "placement.shown", "carousel.shown":
            return shown(update, vendor: vendor, store: store, at: now)
        case "placement.failed", "placement.received", "placement.rendered":
            noteAudience(update, vendor: vendor)
        case "placement.clicked": count("clicks")
        case "event.tracked": return tracked(update, vendor: vendor)
        case "event.dropped": count("dropped")
        case "event.sent": count("sent")
        case "session.started": sessions[vendor] = now.wall
        case "session.ended": sessions[vendor] = nil
        case "presentation.presented":
            count("overlays")
            // A function without anything to see is no display.
            guard update["template"] == "poster" else { return nil }
            return displayed(
                .overlay(update["template"]?.string ?? ""), vendor: vendor, at: now)
        default: break
        }
        return nil
    }

    private mutating func noteAudience(_ update: JSONObject, vendor: String) {
        guard let campaign = update["campaign"]?["id"]?.string else { return }
        let customer = update["campaign"]?["customer"]
        let name = customer?["ids"]?.object?.members.first?.value ?? customer?["anonymous_id"]
        audiences["\(vendor)/\(campaign)", default: []].formUnion([
            Self.customer(of: update), name?.string ?? "",
        ])
    }

    private static func customer(of update: JSONObject) -> String {
        let customer = update["campaign"]?["customer"]
        var ids = customer?["ids"]?.object ?? [:]
        ids["cookie"] = customer?["anonymous_id"]
        return Mark.text(of: ids)
    }

    private mutating func shown(
        _ update: JSONObject, vendor: String, store: [RecordKey: LoadedRecord], at now: Instant
    ) -> String? {
        count("shows")
        if update["contest"] != nil { count("contests") }
        guard let campaign = update["campaign"]?["id"]?.string else {
            return "something without a name is shown"
        }
        shows["\(vendor)/\(campaign)", default: 0] += 1
        noteAudience(update, vendor: vendor)
        let whom = update["campaign"]?["customer"]?["ids"]?.object ?? [:]
        guard Mark.text(of: whom) == Mark.text(of: ids) else {
            return "\(vendor)/\(campaign) is shown to another customer: "
                + JSONValue.object(whom).encoded()
        }
        guard update["has_content"]?.bool == true, update["replayed"] == nil,
            isFirst(update, campaign)
        else { return nil }
        return displayed(
            .placement(update["placement"]?.string ?? ""), vendor: vendor, at: now)
    }

    /// Whether a display counts: in a carousel only the first time round does.
    private mutating func isFirst(_ update: JSONObject, _ campaign: String) -> Bool {
        guard update["update"] == "carousel.shown", let id = update["placement_id"]?.integer
        else { return true }
        return turns[id, default: []].insert(campaign).inserted
    }

    private mutating func tracked(_ update: JSONObject, vendor: String) -> String? {
        guard consents[vendor]?.tracking != .denied else {
            return "an event of \(vendor) is taken although consent is denied"
        }
        guard let campaign = impression(of: update, vendor: vendor) else { return nil }
        credit(campaign, vendor: vendor)
        return nil
    }

    private mutating func credit(_ campaign: String, vendor: String) {
        count("impressions")
        impressions["\(vendor)/\(campaign)", default: 0] += 1
    }

    /// The campaign that an event credits with a display; nil for another event.
    private func impression(of update: JSONObject, vendor: String) -> String? {
        let properties = update["properties"]
        switch (setting.kinds[vendor], update["event"]?.string) {
        case ("exponea"?, "banner"?):
            guard properties?["action"] == "show" else { return nil }
            return properties?["banner_id"]?.string
        case ("house"?, "shown"?): return properties?["campaign"]?.string
        default: return nil
        }
    }

    // MARK: Caps

    private mutating func displayed(
        _ surface: CapSurface, vendor: String, at now: Instant
    ) -> String? {
        displays.append(Display(wall: now.wall, vendor: vendor, surface: surface))
        for cap in setting.configuration.caps where covers(cap, surface, vendor) {
            let counted = displays.filter {
                covers(cap, $0.surface, $0.vendor) && isWithin(cap, $0.wall, now)
            }.count
            guard counted <= cap.limit else {
                return "\(cap.name) allows \(cap.limit) displays, and this is number \(counted)"
            }
            if counted == Int(cap.limit) { count("capped") }
        }
        return nil
    }

    private func covers(_ cap: Cap, _ surface: CapSurface, _ vendor: String) -> Bool {
        guard cap.vendors?.contains(vendor) ?? true else { return false }
        let (scope, name) =
            switch surface {
            case .placement(let name): (cap.placements, name)
            case .overlay(let name): (cap.overlays, name)
            }
        return switch scope {
        case .all: true
        case .none: false
        case .some(let names): names.contains(name)
        }
    }

    private func isWithin(_ cap: Cap, _ wall: Int64, _ now: Instant) -> Bool {
        let day: Int64 = 86_400_000
        let (then, today) = ((wall + now.offset * 1000) / day, (now.wall + now.offset * 1000) / day)
        switch cap.period {
        case .ever: return true
        case .window(let length): return now.wall - wall < length
        case .day: return then == today
        case .week: return (then + 3) / 7 == (today + 3) / 7
        case .session:
            let first = cap.vendors?.first ?? setting.adapters.first?.instance ?? ""
            return wall >= sessions[first] ?? now.wall
        }
    }

    // MARK: What is stored, sent and drawn

    /// Whoever an event is about, it names the customer it happened to.
    mutating func took(_ change: StoreChange, at now: Instant) -> String? {
        guard case .put(let key, _, let body?) = change, key.space == .event,
            let event = (try? JSONValue.parse(body))?.object,
            let (campaign, whom) = subject(of: event, vendor: key.vendor)
        else { return nil }
        let name = "\(key.vendor)/\(campaign)"
        guard audiences[name]?.contains(whom) == true else {
            return "an event about \(name) names somebody it was not shown to"
        }
        return nil
    }

    /// The campaign that a stored event is about and whom it names; nil for an
    /// event about no content that was on show.
    private mutating func subject(
        of event: JSONObject, vendor: String
    ) -> (campaign: String, whom: String)? {
        if event["event_type"] == "banner", let id = event["properties"]?["banner_id"]?.string {
            return (id, Mark.text(of: event["customer_ids"]?.object ?? [:]))
        }
        guard let name = event["eventName"]?.string,
            ["app_personalization_view", "app_personalization_click"].contains(name),
            let id = event["eventData"]?["experiment_id"]?.string
        else { return nil }
        if name == "app_personalization_view" { credit(id, vendor: vendor) }
        return (id, (event["userId"] ?? event["anonymousId"])?.string ?? "")
    }

    mutating func took(_ request: Request) -> String? {
        let isReport = ["event", "customer"].contains(request.purpose)
        if isReport, consents[request.vendor]?.tracking == .denied {
            return "\(request.vendor) is told something although consent is denied"
        }
        guard let body = request.body else { return nil }
        let bytes = Array(body.utf8)
        for serial in denied[request.vendor] ?? []
        where Mark.position(of: "\"\(serial)\"", in: bytes) != nil {
            return "\(request.vendor) is told of \(serial), recorded under denied consent"
        }
        if isReport, let id = request.headers.first(where: { $0.name == "x-event-id" })?.value {
            guard bodies[id, default: body] == body else {
                return "the event \(id) is repeated in other bytes"
            }
            bodies[id] = body
        }
        return nil
    }

    /// What was decided for one customer is drawn for that one.
    mutating func took(
        content text: String?, of placement: Int64, store: [RecordKey: LoadedRecord]
    ) -> String? {
        guard let text, let mark = Mark.find(in: text),
            let vendor = (try? JSONValue.parse(text))?["vendor"]?.string
        else { return nil }
        count("personal")
        let identity = store[RecordKey(.document, vendor: vendor, key: "identity")]
        let header = identity.flatMap { try? JSONValue.parse($0.header) }
        var whom = ids
        whom["cookie"] = header?["anonymous_id"]
        return mark == Mark.text(of: whom)
            ? nil : "placement \(placement) shows what was decided for another customer"
    }

    /// No display is credited that was none; and accepted = sent + pending +
    /// dropped, for each vendor.
    func check(_ stats: JSONObject, store: [RecordKey: LoadedRecord]) -> String? {
        for key in impressions.keys.sorted()
        where impressions[key, default: 0] > shows[key, default: 0] {
            return "\(key) is credited more often than it was shown"
        }
        for account in stats["vendors"]?.array ?? [] {
            let dropped = (account["dropped"]?.object ?? [:]).members.reduce(Int64(0)) {
                $0 + ($1.value.integer ?? 0)
            }
            let sum =
                (account["sent"]?.integer ?? 0) + (account["pending"]?.integer ?? 0) + dropped
            let vendor = account["vendor"]?.string ?? ""
            guard account["accepted"]?.integer == sum else {
                return "the account of \(vendor) does not add up: \(account.encoded())"
            }
            let stored = store.keys.filter { $0.space == .event && $0.vendor == vendor }.count
            guard account["pending"]?.integer == Int64(stored) else {
                return "\(vendor) has \(stored) events stored: \(account.encoded())"
            }
        }
        return nil
    }
}
