import PersonalizeJSON

/// Files that content is shown with: read from storage when they were fetched
/// before, otherwise fetched, looked at and kept.
extension Engine {
    private static let wrongKind = "The file is not of the kind that is wanted."

    /// Has what storage holds of the files; fetches the others.
    mutating func collect(_ records: [LoadedRecord?], placement id: Int64, token: Int64) {
        guard let placement = placements[id] else { return }
        let vendor = placement.vendor
        for preparation in placement.preparations {
            guard case .collecting(token, var content) = preparation.stage else { continue }
            let wanted = content.missing
            var lost: [(url: String, message: String)] = []
            content.missing = []
            for (index, url) in wanted.enumerated() {
                let record = index < records.count ? records[index] : nil
                if let body = record?.body, let type = mediaType(of: body, vendor: vendor) {
                    if content.accepts(type, for: url) {
                        content.resources[url] = dataURI(body, type: type)
                    } else {
                        lost.append((url, Self.wrongKind))
                    }
                } else if isOffline {
                    lost.append((url, "The engine is offline."))
                } else {
                    content.missing.append(url)
                }
            }
            setStage(.downloading(content), of: preparation.campaign, in: id)
            for (url, message) in lost {
                guard goesOn(without: url, preparation, content, in: id, message: message)
                else { return }
            }
            for url in content.missing { download(url, vendor: vendor) }
            if content.missing.isEmpty { confirmOrFinish(id, preparation.presentation, content) }
            return
        }
    }

    /// - Parameter isOfMessage: whether only a message wants it, so that it
    ///   goes when the messages go.
    mutating func download(_ url: String, vendor: Int, isOfMessage: Bool = false) {
        let key = ResourceKey(vendor: vendors[vendor].id, url: url, isOfMessage: isOfMessage)
        guard downloads[key] == nil else { return }
        let request = send(
            RequestDraft(method: "GET", url: url), vendor: vendor, purpose: "resource",
            for: .resource(key, vendor: vendor), maximumBytes: configuration.maximumResourceBytes)
        downloads[key] = request
    }

    mutating func tookResource(_ exchange: Exchange, key: ResourceKey, vendor: Int) {
        downloads[key] = nil
        switch fileOrProblem(exchange, vendor: vendor) {
        case .success(let file):
            keep(file, key: key)
            supply(key, vendor: vendor, uri: dataURI(file.bytes, type: file.type), type: file.type)
            inboxResourceEnded(key.url, vendor: vendor, isThere: true)
            screenResourceEnded(key.url, vendor: vendor, file: (file.bytes, file.type))
        case .failure(let failure):
            let isFont = waiting(for: key, vendor: vendor).contains { _, _, content in
                content.resource(key.url)?.kind == .font
            }
            log(
                isFont
                    ? .fontFailed(url: key.url, message: failure.message)
                    : .imageFailed(url: key.url, message: failure.message), vendor: vendor)
            supply(key, vendor: vendor, uri: nil, message: failure.message)
            inboxResourceEnded(key.url, vendor: vendor, isThere: false)
            screenResourceEnded(key.url, vendor: vendor, file: nil, message: failure.message)
        }
    }

    private struct File {
        var bytes: [UInt8]
        var type: String
    }

    /// A page that says "not found" is no picture, whatever its address ends
    /// in: status and bytes both have to be right.
    private func fileOrProblem(
        _ exchange: Exchange, vendor: Int
    ) -> Result<File, VendorFailure> {
        response(of: exchange).flatMap { response in
            guard (200..<300).contains(response.status) else {
                return .failure(
                    VendorFailure("status", "The server answered \(response.status)."))
            }
            guard let type = mediaType(of: response.body, vendor: vendor) else {
                return .failure(
                    VendorFailure("media_type", "The file is neither a known image nor a font."))
            }
            return .success(File(bytes: response.body, type: type))
        }
    }

    func mediaType(of bytes: [UInt8], vendor: Int) -> String? {
        vendors[vendor].adapter.mediaType(of: bytes)
    }

    private mutating func keep(_ file: File, key: ResourceKey) {
        var header: JSONObject = [
            "type": .string(file.type), "bytes": .integer(Int64(file.bytes.count)),
        ]
        if key.isOfMessage { header["of_message"] = true }
        store(.put(key.record, header: JSONValue.object(header).encoded(), body: file.bytes))
        resources.insert(
            .init(
                vendor: key.vendor, url: key.url, bytes: file.bytes.count,
                isOfMessage: key.isOfMessage))
        for evicted in resources.evict(to: configuration.maximumCacheBytes) {
            store(.remove(RecordKey(.resource, vendor: evicted.vendor, key: evicted.url)))
        }
    }

    /// Hands a file, or the news that there is none, to whatever waits for it.
    private mutating func supply(
        _ key: ResourceKey, vendor: Int, uri: String?, type: String = "", message: String = ""
    ) {
        for (id, preparation, content) in waiting(for: key, vendor: vendor) {
            var content = content
            content.missing.removeAll { $0 == key.url }
            if let uri, content.accepts(type, for: key.url) {
                content.resources[key.url] = uri
            } else {
                let message = uri == nil ? message : Self.wrongKind
                guard goesOn(without: key.url, preparation, content, in: id, message: message)
                else { continue }
            }
            setStage(.downloading(content), of: preparation.campaign, in: id)
            if content.missing.isEmpty { confirmOrFinish(id, preparation.presentation, content) }
        }
    }

    /// Whatever is not shown before this file is there or known to be lost.
    private func waiting(
        for key: ResourceKey, vendor: Int
    ) -> [(placement: Int64, Preparation, Preparation.Content)] {
        placements.ids.filter { placements[$0]?.vendor == vendor }.flatMap { id in
            (placements[id]?.preparations ?? []).compactMap { preparation in
                guard case .downloading(let content) = preparation.stage,
                    content.missing.contains(key.url)
                else { return nil }
                return (id, preparation, content)
            }
        }
    }

    /// Leaves a file out that could not be had, and says so; leaves the whole
    /// candidate out when it is nothing without the file.
    private mutating func goesOn(
        without url: String, _ preparation: Preparation, _ content: Preparation.Content,
        in id: Int64, message: String
    ) -> Bool {
        let resource = content.resource(url)
        guard resource?.isRequired == false else {
            exclude(
                id, preparation.presentation,
                Rejection(
                    .resources, "image_unavailable",
                    values: ["url": .string(url), "message": .string(message)],
                    hint: "The image could not be fetched; check that its address can be reached."),
                message: "The image \(url) cannot be loaded: \(message)")
            return false
        }
        let kind = resource?.kind.rawValue ?? ""
        diagnose(
            vendor: placements[id]?.vendor, what: "resource", path: nil,
            reason: "\(kind)_unavailable",
            message: "Campaign \(preparation.campaign) is shown without the \(kind) \(url):"
                + " \(message)")
        return true
    }

    /// Tells of what the content's author should know, within bounds.
    mutating func tell(_ notes: [ContentNote], of presentation: Presentation, vendor: Int) {
        for note in notes.prefix(20) {
            effects.append(.log(note.line, vendor: vendors[vendor].id))
            guard note.line.level <= .warning else { continue }
            diagnose(
                vendor: vendor, what: "content", path: nil, reason: note.reason,
                message: "Campaign \(presentation.campaign.id): \(note.line.message)")
        }
    }

    func dataURI(_ bytes: [UInt8], type: String) -> String {
        "data:\(type);base64,\(Base64.encode(bytes))"
    }
}
