import PersonalizeJSON

/// The images of messages: fetched ahead, kept like any other file, and never
/// worth an error, since a message can be shown without.
extension Engine {
    /// Fetches what is not here yet; completes the fetch when nothing is.
    mutating func preload(_ images: [String], _ tally: Inbox.Tally, vendor: Int) {
        vendors[vendor].inbox.fetch?.tally = tally
        var seen: Set<String> = []
        let wanted = images.filter { url in
            isFetchable(url) && seen.insert(url).inserted
                && !resources.contains(vendor: vendors[vendor].id, url: url)
        }
        vendors[vendor].inbox.fetch?.stage = .preloading(
            Inbox.Preloading(queue: wanted.reversed()))
        advancePreloading(vendor)
    }

    private mutating func advancePreloading(_ vendor: Int) {
        guard case .preloading(var preloading) = vendors[vendor].inbox.fetch?.stage else { return }
        while !isOffline, preloading.active.count < Inbox.Preloading.width,
            let url = preloading.queue.popLast()
        {
            preloading.active.insert(url)
            download(url, vendor: vendor, isOfMessage: true)
        }
        vendors[vendor].inbox.fetch?.stage = .preloading(preloading)
        if preloading.active.isEmpty { completeInbox(vendor) }
    }

    /// A file has come, or will not.
    mutating func inboxResourceEnded(_ url: String, vendor: Int, isThere: Bool) {
        if !isThere, inboxAdapter(vendor) != nil { vendors[vendor].inbox.lostImages.insert(url) }
        if case .preloading(var preloading) = vendors[vendor].inbox.fetch?.stage,
            preloading.active.remove(url) != nil
        {
            vendors[vendor].inbox.fetch?.stage = .preloading(preloading)
            advancePreloading(vendor)
        }
        var index = 0
        while index < vendors[vendor].inbox.looks.count {
            if vendors[vendor].inbox.looks[index].missing.remove(url) != nil, !isThere {
                vendors[vendor].inbox.looks[index].isComplete = false
            }
            guard vendors[vendor].inbox.looks[index].missing.isEmpty else {
                index += 1
                continue
            }
            let look = vendors[vendor].inbox.looks.remove(at: index)
            update(
                "inbox.message_ready", vendor: vendor,
                [
                    "message_id": .string(look.message), "complete": .bool(look.isComplete),
                ])
        }
    }

    /// Has images of a message that is being looked at fetched, unless that
    /// failed before; the host hears when they are here.
    mutating func look(at id: String, missing urls: [String], vendor: Int) {
        let wanted = urls.filter {
            isFetchable($0) && !vendors[vendor].inbox.lostImages.contains($0)
        }
        guard !wanted.isEmpty, !isOffline else { return }
        vendors[vendor].inbox.looks.removeAll { $0.message == id }
        vendors[vendor].inbox.looks.append(Inbox.Look(message: id, missing: Set(wanted)))
        for url in wanted { download(url, vendor: vendor, isOfMessage: true) }
    }

    /// Gives up images under way: they are another customer's. Placements that
    /// wait for the same file ask for it again.
    mutating func cancelMessageImages(_ vendor: Int) {
        var urls: Set<String> = []
        if case .preloading(let preloading) = vendors[vendor].inbox.fetch?.stage {
            urls = preloading.active
        }
        for look in vendors[vendor].inbox.looks { urls.formUnion(look.missing) }
        guard !urls.isEmpty else { return }
        for url in urls {
            downloads[ResourceKey(vendor: vendors[vendor].id, url: url)] = nil
        }
        cancel { exchanging in
            if case .resource(let key, vendor) = exchanging {
                urls.contains(key.url)
            } else {
                false
            }
        }
    }

    private func isFetchable(_ url: String) -> Bool {
        ["https://", "http://"].contains { scheme in
            equalsIgnoringASCIICase(
                String(decoding: url.utf8.prefix(scheme.utf8.count), as: UTF8.self), scheme)
        }
    }
}
