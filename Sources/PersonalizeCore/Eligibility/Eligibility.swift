import PersonalizeJSON

/// The rules a campaign has to pass, each by itself and each pure.
enum Eligibility {
    static func schedule(_ campaign: Campaign, at now: Instant) -> Rejection? {
        guard let schedule = campaign.schedule else { return nil }
        let values: JSONObject = [
            "from_ms": schedule.from.map(JSONValue.integer) ?? .null,
            "to_ms": schedule.to.map(JSONValue.integer) ?? .null,
            "now_ms": .integer(now.wall),
        ]
        if let from = schedule.from, from > now.wall {
            return Rejection(
                .schedule, "not_started", values: values,
                hint: "It starts later; check the campaign's dates and this machine's clock.")
        }
        if let to = schedule.to, to < now.wall {
            return Rejection(
                .schedule, "ended", values: values,
                hint: "It has ended; check the campaign's dates and this machine's clock.")
        }
        return nil
    }

    static func frequency(
        _ campaign: Campaign, display: DisplayState?, sessionStart: Int64
    ) -> Rejection? {
        let displayed = display?.displayed
        var values: JSONObject = [
            "frequency": .string(campaign.frequency.rawValue),
            "displayed_ms": displayed.map(JSONValue.integer) ?? .null,
        ]
        switch campaign.frequency {
        case .always:
            return nil
        case .onlyOnce:
            guard displayed != nil else { return nil }
            return Rejection(
                .frequency, "already_displayed", values: values,
                hint: "It is shown once; identify another customer or change its frequency.")
        case .oncePerVisit:
            guard let displayed, displayed >= sessionStart else { return nil }
            values["session_start_ms"] = .integer(sessionStart)
            return Rejection(
                .frequency, "already_displayed_this_session", values: values,
                hint: "It is shown once a session; it returns with the next one.")
        case .untilInteraction:
            guard let interacted = display?.interacted else { return nil }
            values["interacted_ms"] = .integer(interacted)
            return Rejection(
                .frequency, "already_interacted", values: values,
                hint: "The customer clicked or closed it, which ends it.")
        }
    }

    /// Whether the vendor may be asked about this customer.
    static func consent(_ campaign: Campaign, _ consent: Consent) -> Rejection? {
        guard campaign.isPersonalized, consent != .granted else { return nil }
        return Rejection(
            .consent, "personalization_not_granted",
            values: ["consent": .string(consent.rawValue)],
            hint: "The customer has to consent to personalization before the vendor is asked.")
    }

    /// Whether what is known about the campaign may still be used. A campaign
    /// the vendor does not decide per customer never ages.
    static func freshness(
        _ campaign: Campaign, _ personalization: Personalization?, at now: Instant
    ) -> Rejection? {
        guard campaign.isPersonalized else { return nil }
        guard let personalization else {
            return Rejection(
                .freshness, "not_fetched",
                hint: "The vendor has not answered for this customer yet.")
        }
        guard personalization.lastMoment < now.wall else { return nil }
        return Rejection(
            .freshness, "expired",
            values: [
                "received_ms": .integer(personalization.received),
                "lifetime_ms": .integer(personalization.lifetime),
                "now_ms": .integer(now.wall),
            ], hint: "The vendor's answer is too old and could not be renewed.")
    }

    static func availability(_ personalization: Personalization?) -> Rejection? {
        guard let status = personalization?.unavailable else { return nil }
        return Rejection(
            .availability, "not_for_this_customer", values: ["status": .string(status)],
            hint: "The vendor decided so; check the campaign's audience in its dashboard.")
    }

    static func format(_ campaign: Campaign, _ personalization: Personalization?) -> Rejection? {
        switch personalization?.format ?? campaign.format {
        case .html, .data: nil
        case .native:
            Rejection(
                .format, "unsupported", values: ["format": "native"],
                hint: "This placement draws HTML; give the campaign HTML content.")
        case .unknown(let word):
            Rejection(
                .format, "unknown", values: ["format": .string(word)],
                hint: "This version does not know the format.")
        case nil:
            Rejection(
                .format, "undefined",
                hint: "Neither the campaign nor the vendor's answer names a content type.")
        }
    }
}
