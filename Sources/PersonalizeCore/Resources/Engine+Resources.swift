import PersonalizeJSON

/// Files that content needs before it can be shown: read from storage when
/// they were fetched before, otherwise fetched, looked at and kept.
extension Engine {
    /// Has what storage holds of the files; fetches the others.
    mutating func collect(_ records: [LoadedRecord?], placement id: Int64, token: Int64) {
        guard let placement = placements[id] else { return }
        let vendor = placement.vendor
        for preparation in placement.preparations {
            guard case .collecting(token, var content) = preparation.stage else { continue }
            var missing: [String] = []
            for (index, url) in content.missing.enumerated() {
                let record = index < records.count ? records[index] : nil
                if let body = record?.body, let type = mediaType(of: body, vendor: vendor) {
                    content.resources[url] = dataURI(body, type: type)
                } else {
                    missing.append(url)
                }
            }
            content.missing = missing
            guard let first = missing.first else {
                return confirmOrFinish(id, preparation.presentation, content)
            }
            setStage(.downloading(content), of: preparation.campaign, in: id)
            guard !isOffline else {
                return lose(
                    first, placement: id, preparation.presentation,
                    message: "The engine is offline.")
            }
            for url in missing { download(url, vendor: vendor) }
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
            supply(key, vendor: vendor, uri: dataURI(file.bytes, type: file.type))
            inboxResourceEnded(key.url, vendor: vendor, isThere: true)
        case .failure(let failure):
            log(.imageFailed(url: key.url, message: failure.message), vendor: vendor)
            for (id, preparation, _) in waiting(for: key, vendor: vendor) {
                lose(key.url, placement: id, preparation.presentation, message: failure.message)
            }
            inboxResourceEnded(key.url, vendor: vendor, isThere: false)
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
                return .failure(VendorFailure("media_type", "The file is not a known image."))
            }
            return .success(File(bytes: response.body, type: type))
        }
    }

    private func mediaType(of bytes: [UInt8], vendor: Int) -> String? {
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

    private mutating func supply(_ key: ResourceKey, vendor: Int, uri: String) {
        for (id, preparation, content) in waiting(for: key, vendor: vendor) {
            var content = content
            content.missing.removeAll { $0 == key.url }
            content.resources[key.url] = uri
            setStage(.downloading(content), of: preparation.campaign, in: id)
            if content.missing.isEmpty { confirmOrFinish(id, preparation.presentation, content) }
        }
    }

    /// Whatever cannot be shown without this file.
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

    private mutating func lose(
        _ url: String, placement id: Int64, _ presentation: Presentation, message: String
    ) {
        exclude(
            id, presentation,
            Rejection(
                .resources, "image_unavailable",
                values: ["url": .string(url), "message": .string(message)],
                hint: "The image could not be fetched; check that its address can be reached."),
            message: "The image \(url) cannot be loaded: \(message)")
    }

    func dataURI(_ bytes: [UInt8], type: String) -> String {
        "data:\(type);base64,\(Base64.encode(bytes))"
    }
}
