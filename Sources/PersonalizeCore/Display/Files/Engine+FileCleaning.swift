import PersonalizeJSON

extension Engine {
    static let cleaning = "files"

    /// Removes files that are past their time, but seldom, and never one that
    /// something still refers to.
    mutating func cleanFiles() {
        guard isCleaningDue, fetches.isIdle else { return }
        lastCleaning = now.wall
        storeDocument(Self.cleaning, ["cleaned_ms": .integer(now.wall)])
        var wanted = filesInUse
        for entry in display.queue.entries {
            let vendor = vendors[entry.vendor].id
            for url in fileURLs(of: entry.overlay, vendor: entry.vendor) {
                wanted.insert(ResourceKey(vendor: vendor, url: url))
            }
        }
        for vendor in vendors.indices {
            for url in overlayFiles(vendor) {
                wanted.insert(ResourceKey(vendor: vendors[vendor].id, url: url))
            }
        }
        let moment = now.wall
        removeFiles { $0.expires < moment && !wanted.contains($0.key) }
    }

    private var isCleaningDue: Bool {
        guard let lastCleaning else { return true }
        let (since, overflow) = now.wall.subtractingReportingOverflow(lastCleaning)
        // A clock that was set back does not put it off for ever.
        return overflow || since >= configuration.fileLifetime || since < 0
    }

    mutating func restoreCleaning(_ object: JSONObject) {
        lastCleaning = object["cleaned_ms"]?.integer
    }

    /// What the host asked for. A file that a presentation was given stays as
    /// long as that lasts.
    mutating func clearFiles(vendor: String?, expiredOnly: Bool) throws(PersonalizeError) {
        let ids = try positions(ofVendor: vendor).map { vendors[$0].id }
        let inUse = filesInUse
        let moment = now.wall
        let removed = removeFiles {
            ids.contains($0.vendor) && !inUse.contains($0.key)
                && (!expiredOnly || $0.expires < moment)
        }
        reply(["removed": .integer(Int64(removed))])
    }

    @discardableResult
    private mutating func removeFiles(where isUnwanted: (FileEntry) -> Bool) -> Int {
        let unwanted = files.all.filter(isUnwanted)
        for entry in unwanted {
            files.remove(entry.key)
            store(.remove(entry.record))
        }
        if !unwanted.isEmpty { effects.append(.files(.remove(names: unwanted.map(\.name)))) }
        return unwanted.count
    }

    /// Whatever the host was given and has not dismissed, or is about to be
    /// given.
    private var filesInUse: Set<ResourceKey> {
        var keys: Set<ResourceKey> = []
        for id in display.active {
            guard let presentation = display.presentations[id] else { continue }
            let vendor = vendors[presentation.vendor].id
            for url in presentation.files.keys {
                keys.insert(ResourceKey(vendor: vendor, url: url))
            }
        }
        for preparation in display.preparations {
            let vendor = vendors[preparation.vendor].id
            for url in preparation.urls { keys.insert(ResourceKey(vendor: vendor, url: url)) }
        }
        return keys
    }
}
