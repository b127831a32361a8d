import PersonalizeJSON

/// Files that overlays are presented with: on the disk before the host is told,
/// so that it gets a path and not an address.
extension Engine {
    /// Fetches files ahead. One that cannot be had is tried again when its
    /// overlay is presented, and until then nobody misses it.
    mutating func prefetchFiles(_ urls: [String], vendor: Int) {
        for url in urls where isFile(url) {
            let key = ResourceKey(vendor: vendors[vendor].id, url: url)
            if files[key] != nil {
                refresh(key)
            } else if !isOffline {
                fetches.ask(key)
            }
        }
    }

    /// What the campaigns need that the engine may choose for the present
    /// customer.
    func contentFiles(_ vendor: Int) -> [String] {
        vendors[vendor].overlays.current.clientSide.entries.flatMap(\.files)
    }

    /// All files that an overlay needs, with those of the functions its actions
    /// call.
    func fileURLs(of overlay: Overlay, vendor: Int) -> [String] {
        guard let adapter = overlayAdapter(vendor) else { return [] }
        let registry = vendors[vendor].templates
        guard let definition = registry[overlay.template] else { return [] }
        return TemplateValues(
            definition, overrides: overlay.values, readAction: adapter.readAction
        ).fileURLs(following: { registry[$0] }, readAction: adapter.readAction)
    }

    /// Begins with what waits. A file whose vendor is known and whose address
    /// can be fetched always ends in `fileEnded`.
    mutating func advanceFetches() {
        guard fetches.isWaiting else { return }
        if isOffline {
            for key in fetches.dropWaiting() { fileFailed(key, "The engine is offline.") }
        }
        while let key = fetches.begin(atMost: configuration.maximumFileFetches) {
            guard let vendor = vendors.firstIndex(where: { $0.id == key.vendor }) else {
                fetches.end(key)
                continue
            }
            _ = send(
                RequestDraft(method: "GET", url: key.url), vendor: vendor, purpose: "file",
                for: .file(key), maximumBytes: configuration.maximumFileBytes,
                timeout: configuration.fileTimeout)
        }
    }

    mutating func tookFile(_ exchange: Exchange, key: ResourceKey) {
        switch response(of: exchange) {
        case .failure(let failure):
            fetches.end(key)
            fileFailed(key, failure.message)
        case .success(let response):
            guard response.status == 200 else {
                fetches.end(key)
                return fileFailed(key, "The server answered \(response.status).")
            }
            let entry = FileEntry(
                vendor: key.vendor, url: key.url, number: files.nextNumber(),
                bytes: response.body.count, expires: fileExpiry)
            let token = nextID()
            fetches.writing[token] = entry
            effects.append(
                .files(.write(token: token, name: entry.name, bytes: response.body)))
        }
    }

    /// A file was written, or files were looked for.
    mutating func took(_ answer: FileAnswer, token: Int64) {
        guard let entry = fetches.writing.removeValue(forKey: token) else {
            return found(answer, token: token)
        }
        fetches.end(entry.key)
        if let failure = answer.failure {
            return fileFailed(entry.key, "It cannot be written: \(failure)")
        }
        if let former = files.remove(entry.key) {
            effects.append(.files(.remove(names: [former.name])))
        }
        files.insert(entry)
        storeFile(entry)
        fileEnded(entry.key, path: "\(answer.directory)/\(entry.name)", message: "")
    }

    private mutating func fileFailed(_ key: ResourceKey, _ message: String) {
        fileEnded(key, path: nil, message: message)
    }

    /// A file that was just asked for will be needed again.
    mutating func refresh(_ key: ResourceKey) {
        guard var entry = files[key], fileExpiry &- entry.expires >= Self.refreshStep else {
            return
        }
        entry.expires = fileExpiry
        files.insert(entry)
        storeFile(entry)
    }

    /// The store knew of a file that is gone.
    mutating func forgetFile(_ key: ResourceKey) {
        guard let entry = files.remove(key) else { return }
        store(.remove(entry.record))
    }

    private mutating func storeFile(_ entry: FileEntry) {
        store(.put(entry.record, header: JSONValue.object(entry.json).encoded(), body: nil))
    }

    private var fileExpiry: Int64 { now.wall &+ configuration.fileLifetime }

    /// Writing the same date over and over is of no use to anybody.
    private static let refreshStep: Int64 = 60_000

    func isFile(_ url: String) -> Bool {
        ["https://", "http://"].contains { scheme in
            equalsIgnoringASCIICase(
                String(decoding: url.utf8.prefix(scheme.utf8.count), as: UTF8.self), scheme)
        }
    }
}
