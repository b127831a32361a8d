import PersonalizeJSON

/// Files that content needs before it can be shown: read from storage when
/// they were fetched before, otherwise fetched, looked at and kept.
extension Engine {
    /// Has what storage holds of the files; fetches the others.
    mutating func collect(_ records: [LoadedRecord?], placement id: Int64, token: Int64) {
        guard case .collecting(token, var ready) = placements[id]?.load?.stage,
            let vendor = placements[id]?.vendor
        else { return }
        var missing: [String] = []
        for (index, url) in ready.missing.enumerated() {
            let record = index < records.count ? records[index] : nil
            if let body = record?.body, let type = mediaType(of: body, vendor: vendor) {
                ready.resources[url] = dataURI(body, type: type)
            } else {
                missing.append(url)
            }
        }
        ready.missing = missing
        guard !missing.isEmpty else { return confirmOrAsk(id, ready) }
        placements[id]?.load?.stage = .downloading(ready)
        guard !isOffline else {
            return lose(missing[0], placement: id, ready, message: "The engine is offline.")
        }
        for url in missing { download(url, vendor: vendor) }
    }

    private mutating func download(_ url: String, vendor: Int) {
        let key = ResourceKey(vendor: vendors[vendor].id, url: url)
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
        case .failure(let failure):
            log(.imageFailed(url: key.url, message: failure.message), vendor: vendor)
            for id in placements.ids {
                guard placements[id]?.vendor == vendor,
                    case .downloading(let ready) = placements[id]?.load?.stage,
                    ready.missing.contains(key.url)
                else { continue }
                lose(key.url, placement: id, ready, message: failure.message)
            }
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
        store(
            .put(
                key.record,
                header: JSONValue.object([
                    "type": .string(file.type), "bytes": .integer(Int64(file.bytes.count)),
                ]).encoded(), body: file.bytes))
        resources.insert(.init(vendor: key.vendor, url: key.url, bytes: file.bytes.count))
        for evicted in resources.evict(to: configuration.maximumCacheBytes) {
            store(.remove(RecordKey(.resource, vendor: evicted.vendor, key: evicted.url)))
        }
    }

    private mutating func supply(_ key: ResourceKey, vendor: Int, uri: String) {
        for id in placements.ids {
            guard placements[id]?.vendor == vendor,
                case .downloading(var ready) = placements[id]?.load?.stage,
                let position = ready.missing.firstIndex(of: key.url)
            else { continue }
            ready.missing.remove(at: position)
            ready.resources[key.url] = uri
            placements[id]?.load?.stage = .downloading(ready)
            if ready.missing.isEmpty { confirmOrAsk(id, ready) }
        }
    }

    private mutating func lose(
        _ url: String, placement id: Int64, _ ready: Placement.Ready, message: String
    ) {
        exclude(
            id, ready.presentation,
            Rejection(
                .resources, "image_unavailable",
                values: ["url": .string(url), "message": .string(message)],
                hint: "The image could not be fetched; check that its address can be reached."),
            message: "The image \(url) cannot be loaded: \(message)")
    }

    private func dataURI(_ bytes: [UInt8], type: String) -> String {
        "data:\(type);base64,\(Base64.encode(bytes))"
    }
}
