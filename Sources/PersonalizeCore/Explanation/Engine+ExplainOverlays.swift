import PersonalizeJSON

extension Engine {
    /// For each campaign the first trigger, condition, limit or cap that would
    /// keep it from being shown if the event happened now, by the very rules
    /// that decide; and what waits to be shown. Nothing is counted.
    func explain(_ question: OverlayQuestion) throws(PersonalizeError) -> JSONObject {
        let vendor = try overlayVendor(question.vendor)
        guard let adapter = vendors[vendor].overlaying else { return [:] }
        let content = vendors[vendor].overlays[vendors[vendor].profile]
        var verdicts: [JSONValue] = []
        for (list, side) in [(content.clientSide, "client"), (content.serverSide, "server")] {
            verdicts += self.verdicts(
                list, side, question, content, vendor: vendor, adapter
            ).map(JSONValue.object)
        }
        if let campaign = question.campaign, verdicts.isEmpty,
            !isWaiting(campaign, content, vendor: vendor)
        {
            throw PersonalizeError(
                .notFound, "unknown_campaign", "There is no campaign \"\(campaign)\".",
                path: "$.overlay",
                hint: "Ask with true for all there are; the vendor may not have sent it yet.",
                vendor: vendors[vendor].id)
        }
        return [
            "vendor": .string(vendors[vendor].id),
            "mode": content.mode.map { .string($0.rawValue) } ?? .null,
            "event": .optional(question.event), "overlays": .array(verdicts),
            "waiting": .array(waiting(content, question.campaign)),
            "display": .object(displayState()),
        ]
    }

    private func overlayVendor(_ id: String?) throws(PersonalizeError) -> Int {
        let position =
            if let id {
                try position(ofVendor: id, path: "$.vendor")
            } else {
                vendors.firstIndex { $0.overlaying != nil } ?? vendors.count
            }
        guard position < vendors.count, vendors[position].overlaying != nil else {
            throw PersonalizeError(
                .state, "no_overlays", "No vendor instance has overlays.",
                hint: "Name a vendor instance that has overlays.", vendor: id)
        }
        return position
    }

    private func verdicts(
        _ list: OverlayIndex, _ side: String, _ question: OverlayQuestion,
        _ content: OverlayContent, vendor: Int, _ adapter: any OverlayAdapter
    ) -> [JSONObject] {
        let occurrence = question.event.map {
            self.occurrence($0, question.properties, items: question.items, vendor: vendor)
        }
        let choice = choice(adapter, vendor: vendor, occurrence)
        let entries = question.campaign.map { id in list[id].map { [$0] } ?? [] } ?? list.entries
        let rejections = entries.map { rejection(of: $0, occurrence, content, choice, vendor) }
        let passed = zip(entries, rejections).filter { $0.1 == nil }.map(\.0)
        // Of one campaign it cannot be said what it stands behind.
        let winners =
            side == "client" && question.campaign == nil
            ? OverlaySelection(passed, at: now).winners.map(\.campaign) : passed.map(\.campaign)
        return zip(entries, rejections).map { entry, rejection in
            var object: JSONObject = [
                "campaign": .string(entry.campaign), "side": .string(side),
                "template": .string(entry.template), "priority": .integer(entry.priority),
            ]
            let rejection =
                rejection ?? suppression(of: entry)
                ?? (winners.contains(entry.campaign) ? nil : outranked(entry))
            object["verdict"] = rejection == nil ? "eligible" : "rejected"
            if let rejection { object.merge(rejection.json) }
            return object
        }
    }

    /// As if the event happened now.
    private func rejection(
        of entry: OverlayEntry, _ occurrence: TriggerOccurrence?, _ content: OverlayContent,
        _ choice: OverlayChoice, _ vendor: Int
    ) -> Rejection? {
        if let occurrence {
            var content = content
            // The event would be counted before it is looked at.
            _ = content.counts.count(
                choice.rules.key(of: occurrence.event), name: occurrence.event, at: now.wall)
            if let rejection = content.rejectionBeforeLimits(
                of: entry, for: occurrence, choice)
            {
                return rejection
            }
        } else if let rejection = content.templateRejection(of: entry, choice) {
            return rejection
        }
        var past = content.past(of: entry.campaign)
        past.occasions = past.occasions.addingClamped(1)
        return content.limitRejection(of: entry, past, choice)
            ?? (entry.template.isEmpty ? nil : capRejection(of: entry, vendor: vendor))
    }

    private func suppression(of entry: OverlayEntry) -> Rejection? {
        guard entry.isSuppressed else { return nil }
        return Rejection(
            .suppression, "control_group",
            hint: "The customer is in the group that is shown nothing, to compare with.")
    }

    private func outranked(_ entry: OverlayEntry) -> Rejection {
        Rejection(
            .priority, "lower_priority", values: ["priority": .integer(entry.priority)],
            hint: "Another campaign that the event sets off ranks higher.")
    }

    // MARK: - What waits

    private func isWaiting(
        _ campaign: String, _ content: OverlayContent, vendor: Int
    ) -> Bool {
        !waiting(content, campaign).isEmpty
            || content.tallies[campaign] != nil
            || display.queue.entries.contains {
                $0.vendor == vendor && $0.overlay.campaign == campaign
            }
    }

    /// What is shown or asked for later, and what is held for the launch.
    private func waiting(_ content: OverlayContent, _ campaign: String?) -> [JSONValue] {
        var waiting: [JSONValue] = []
        for timer in content.timers where campaign == nil || campaign == timer.campaign {
            waiting.append([
                "campaign": .string(timer.campaign),
                "reason": timer.isInaction ? "asked_later" : "shown_later",
                "due_in_ms": .integer(max(timer.due &- now.monotonic, 0)),
                "paused": .bool(!isForeground),
            ])
        }
        if let held = content.launch.held,
            campaign == nil || campaign == held.entry.campaign
        {
            waiting.append([
                "campaign": .string(held.entry.campaign), "reason": "better_may_come",
                "due_in_ms": .integer(max(held.until &- now.monotonic, 0)),
                "paused": false,
            ])
        }
        return waiting
    }
}
