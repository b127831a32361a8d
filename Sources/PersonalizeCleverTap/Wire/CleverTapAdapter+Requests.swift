public import PersonalizeCore
public import PersonalizeJSON

extension CleverTapAdapter {
    /// Nobody is asked when the settings say where to go, or when that was
    /// found out.
    public func handshakeRequest(_ context: BatchContext) -> RequestDraft? {
        let route = configuration.route
        guard !context.usesMainAddress,
            route.address(domain: context.account[Memory.domain]?.string) == nil
        else { return nil }
        let host = route.handshake.isEmpty ? Route.primary : route.handshake
        var draft = RequestDraft(
            method: "GET", url: "https://\(host)/hello?\(query)", headers: headers,
            followsRedirects: false)
        if !route.handshake.isEmpty {
            draft.headers.append(.init("X-CleverTap-Handshake-Domain", route.handshake))
        }
        return draft
    }

    public func batchRequest(_ events: [String], _ context: BatchContext) -> RequestDraft {
        var meta = header(context)
        let overlays = context.overlays
        let matched = overlays.matched.compactMap { Int64($0) }
        if !matched.isEmpty { meta["inapps_eval"] = .array(matched.map(JSONValue.integer)) }
        if !overlays.suppressed.isEmpty {
            meta["inapps_suppressed"] = .array(overlays.suppressed.map(JSONValue.object))
        }
        return post("/a1", meta, events, context)
    }

    public func followUpRequest(_ items: [String], _ context: BatchContext) -> RequestDraft {
        post("/content", header(context), items, context)
    }

    /// Only a development build may change what the dashboard knows.
    public func templatesRequest(
        _ payload: JSONObject, _ context: BatchContext
    ) -> Result<RequestDraft, VendorFailure> {
        guard configuration.allowsSync else {
            return .failure(
                VendorFailure(
                    "sync_not_allowed",
                    "Definitions are not sent unless \"allow_sync\" is true."))
        }
        return .success(
            post(
                "/defineTemplates", header(context), [JSONValue.object(payload).encoded()],
                context))
    }

    /// Who the batch is from, and what the vendor keeps with us.
    private func header(_ context: BatchContext) -> JSONObject {
        var meta: JSONObject = [
            "type": "meta", "g": .string(context.profile), "id": .string(configuration.account),
            "tk": .string(tokenMark),
            "af": .object(applicationFields(location: context.location)),
            "frs": .bool(context.isFirstOfSession), "fl": .bool(context.isFirstOfLaunch),
            "ddnd": true,
            Memory.last: context.memory[Memory.last] ?? 0,
            Memory.first: context.memory[Memory.first] ?? 0,
            "ct_pi": .string(context.identityFields.joined(separator: ",")),
        ]
        if configuration.isDebugged { meta["debug"] = true }
        meta[Memory.reference] = context.session[Memory.reference]
        if let parameters = context.memory[Memory.parameters]?.object, !parameters.isEmpty {
            meta[Memory.parameters] = .object(parameters)
        }
        for cookie in Memory.cookies {
            if let value = context.memory[cookie]?.integer, value > 0 {
                meta[cookie] = .integer(value)
            }
        }
        meta["imp"] = .integer(context.overlays.shownToday)
        meta["tlc"] = .array(
            context.overlays.counters.map {
                [.string($0.campaign), .integer($0.today), .integer($0.lifetime)]
            })
        return meta
    }

    private func post(
        _ path: String, _ meta: JSONObject, _ events: [String], _ context: BatchContext
    ) -> RequestDraft {
        let domain = context.account[Memory.domain]?.string ?? Route.primary
        let address = configuration.route.address(domain: domain) ?? ""
        let parts = [JSONValue.object(meta).encoded()] + Self.sorted(events)
        return RequestDraft(
            method: "POST", url: "\(address)\(path)?\(query)&ts=\(context.now.wall / 1000)",
            headers: headers, body: "[" + parts.joined(separator: ",") + "]",
            bodySecret: Request.BodySecret(
                mark: tokenMark, secret: configuration.tokenReference),
            followsRedirects: false)
    }

    /// By time; within one second changes of the profile come before what may
    /// be judged by it, but after the launch.
    private static func sorted(_ events: [String]) -> [String] {
        struct Ranked {
            var second: Int64
            var rank: Int
            var place: Int
        }
        guard events.count > 1 else { return events }
        let ranked = events.enumerated().map { place, text in
            let event = (try? JSONValue.parse(text))?.object
            let rank =
                event?["evtName"]?.string == EventName.launch
                ? 0 : event?["type"]?.string == "profile" ? 1 : 2
            return Ranked(second: event?["ep"]?.integer ?? 0, rank: rank, place: place)
        }
        // Times go back when a clock does: only neighbours of one second are
        // put in order, everything else stays as it was accepted.
        var result: [Ranked] = []
        var run: [Ranked] = []
        for entry in ranked {
            if let first = run.first, first.second != entry.second || entry.rank == 0 {
                result += run.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
                run = []
            }
            run.append(entry)
        }
        result += run.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }
        return result.map { events[$0.place] }
    }

    private var query: String {
        "os=\(configuration.platform.osName)&t=\(configuration.revision)&z=\(configuration.account)"
    }

    private var headers: [Request.Header] {
        [
            .init("X-CleverTap-Account-Id", configuration.account),
            .init("X-CleverTap-Token", "", secret: configuration.tokenReference),
            .init("Content-Type", "application/json; charset=utf-8"),
        ]
    }

    /// What stands in a body where the token belongs. An account id and a
    /// profile's id, the only things before it, cannot contain it.
    private var tokenMark: String { "***" + configuration.tokenReference }
}
