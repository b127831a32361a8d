import PersonalizeJSON

extension Engine {
    /// A campaign as the host sees it: how it is defined, what the vendor
    /// decided for the customer, and whom it was loaded for.
    func describe(_ presentation: Presentation) -> JSONObject {
        let campaign = presentation.campaign
        let personalization = presentation.personalization
        let format = personalization?.format ?? campaign.format
        var attributes = campaign.attributes
        if let own = personalization?.attributes { attributes.merge(own) }
        var object: JSONObject = [
            "id": .string(campaign.id), "name": .string(campaign.name),
            "priority": .integer(campaign.priority),
            "frequency": .string(campaign.frequency.rawValue),
            "from_ms": campaign.schedule?.from.map(JSONValue.integer) ?? .null,
            "to_ms": campaign.schedule?.to.map(JSONValue.integer) ?? .null,
            "format": format.map { .string($0.word) } ?? .null,
            "placements": .array(campaign.placements.map(JSONValue.string)),
            "allows_tracking": .bool(presentation.allowsTracking),
            "attributes": .object(attributes),
            "personalization": personalization.map { .object(describe($0)) } ?? .null,
            "customer": [
                "ids": .object(presentation.identity.ids),
                "anonymous_id": .string(presentation.identity.anonymousID),
            ],
        ]
        if let screen = presentation.screen {
            object["variation"] = .string(screen.variation)
            object["place"] = .string(screen.place)
            object["group"] = .optional(campaign.screen?.group)
        }
        return object
    }

    private func describe(_ personalization: Personalization) -> JSONObject {
        [
            "available": .bool(personalization.unavailable == nil),
            "status": personalization.unavailable.map(JSONValue.string) ?? .null,
            "received_ms": .integer(personalization.received),
            "lifetime_ms": .integer(personalization.lifetime),
            "format": personalization.format.map { .string($0.word) } ?? .null,
            "allows_tracking": .bool(personalization.allowsTracking),
            "attributes": .object(personalization.attributes),
        ]
    }

    /// Everything a host can ask about one placement.
    func state(ofPlacement id: Int64) throws(PersonalizeError) -> JSONObject {
        let placement = try placement(id)
        var state = fields(placement, id)
        state["kind"] = .string(placement.kind.rawValue)
        state["vendor"] = .string(vendors[placement.vendor].id)
        state["attached"] = .bool(placement.isAttached)
        state["loading"] = placement.progress.map(JSONValue.string) ?? .null
        state["campaign"] = placement.shown.map { .object(describe($0.presentation)) } ?? .null
        state["has_content"] = .bool(placement.shown?.content != nil)
        state["display"] =
            placement.shown.flatMap {
                vendors[placement.vendor].displays[$0.presentation.campaign.id]
            }.map { .object($0.json) } ?? .null
        state["width"] = placement.size?.width.map(JSONValue.number) ?? .null
        state["height"] =
            placement.shown.flatMap { _ in placement.options.customHeight ?? placement.size?.height
            }
            .map(JSONValue.number) ?? .null
        state["options"] = .object(placement.options.json)
        state["problem"] = placement.problem.map { .object($0.json) } ?? .null
        if isOnScreens(id) { state["screen"] = .object(screenState(of: placement)) }
        if let carousel = placement.carousel { state.merge(describe(carousel)) }
        let group = placement.group.flatMap { placements[$0] } ?? placement
        if let contest = group.contest {
            if placement.contest != nil { state["vendor"] = .null }
            if contest.round != nil { state["loading"] = "deciding" }
            state["contest"] = .object(describe(contest))
        }
        return state
    }

    private func describe(_ carousel: Carousel) -> JSONObject {
        [
            "index": .integer(Int64(carousel.index)),
            "count": .integer(Int64(carousel.campaigns.count)),
            "campaigns": .array(carousel.campaigns.map(JSONValue.string)),
            "timer": .object(carousel.timer.json(at: now.monotonic)),
        ]
    }
}

extension PlacementOptions {
    var json: JSONObject {
        [
            "track_actions": .bool(tracksActions),
            "override_default_behavior": .bool(overridesDefaultBehavior),
            "maximum_count": .integer(maximumCount),
            "scroll_delay_ms": .integer(scrollDelay),
            "custom_height": customHeight.map(JSONValue.number) ?? .null,
            "expected_height": expectedHeight.map(JSONValue.number) ?? .null,
        ]
    }
}

extension Placement.Problem {
    var json: JSONObject {
        [
            "reason": .string(reason), "message": .string(message),
            "campaign": campaign.map(JSONValue.string) ?? .null, "time_ms": .integer(time),
        ]
    }
}
