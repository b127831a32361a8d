import PersonalizeJSON

/// Rows whose images are being read.
struct InboxRowDraft: Sendable {
    var view: JSONObject
    /// For each image read, the row it belongs to.
    var rows: [Int]
}

/// A detail view whose document's images are being read.
struct InboxDetailDraft: Sendable {
    var view: JSONObject
    var id: String
    var document: any PreparedContent
    var urls: [String]
}

/// What the vendor's own views show, as data: a host draws it, and need know no
/// rule of theirs.
extension Engine {
    mutating func view(
        _ specification: InboxViewSpecification, vendor: Int
    ) throws(PersonalizeError) {
        switch specification.view {
        case .button: finishView(button(specification, vendor: vendor), .inboxButton, vendor)
        case .list(let query, let hasImages, let fetches):
            if fetches { wantInbox(vendor, .list(key: nil)) }
            listView(specification, query, hasImages: hasImages, vendor: vendor)
        case .detail(let id):
            let message = try knownMessage(id, vendor: vendor)
            var keys = [key(ofMessage: id, vendor: vendor)]
            if let image = message.image {
                keys.append(RecordKey(.resource, vendor: vendors[vendor].id, key: image))
            }
            load(keys, for: .detail(specification, id: id), vendor: vendor)
        }
    }

    private func style(_ vendor: Int) -> InboxStyle {
        inboxAdapter(vendor)?.inboxStyle ?? InboxStyle()
    }

    private func labels(_ specification: InboxViewSpecification, _ vendor: Int) -> InboxLabels {
        let style = style(vendor)
        return InboxLabels(
            prefix: style.labelPrefix, layers: [style.labels, specification.labels])
    }

    private func button(_ specification: InboxViewSpecification, vendor: Int) -> JSONObject {
        let labels = labels(specification, vendor)
        let counts = vendors[vendor].inbox.messages.counts(at: now.wall)
        return [
            "view": "button", "label": .string(labels[.button]),
            "unread": .integer(Int64(counts.unread)), "total": .integer(Int64(counts.total)),
            "labels": .object(labels.json),
        ]
    }

    private mutating func listView(
        _ specification: InboxViewSpecification, _ query: InboxQuery, hasImages: Bool, vendor: Int
    ) {
        let page = page(query, vendor: vendor)
        let labels = labels(specification, vendor)
        let words = RelativeTime([style(vendor).relativeTime, specification.relativeTime])
        var rows: [JSONValue] = []
        var images: [RecordKey] = []
        var imageRows: [Int] = []
        for id in page.ids {
            guard let message = vendors[vendor].inbox.messages[id] else { continue }
            var row = message.row
            row["time_text"] = .string(words.text(message.received, at: now))
            row["title_lines"] = 1
            row["text_lines"] = 2
            if let url = message.image {
                row["image"] = ["url": .string(url), "data": .null]
                images.append(RecordKey(.resource, vendor: vendors[vendor].id, key: url))
                imageRows.append(rows.count)
            }
            rows.append(.object(row))
        }
        let state = listState(page, vendor: vendor)
        let view: JSONObject = [
            "view": "list", "state": .string(state), "title": .string(labels[.title]),
            "fetching": .bool(vendors[vendor].inbox.fetch != nil), "failure": failure(vendor),
            "status": status(state, labels), "total": .integer(Int64(page.total)),
            "unread": .integer(Int64(page.unread)), "offset": .integer(max(query.offset, 0)),
            "rows": .array(rows), "labels": .object(labels.json),
        ]
        guard hasImages, !images.isEmpty else { return finishView(view, .inboxList, vendor) }
        load(images, for: .row(InboxRowDraft(view: view, rows: imageRows)), vendor: vendor)
    }

    /// What there is wins over what went wrong: the messages of before are
    /// still worth reading without a network.
    private func listState(_ page: MessageIndex.Page, vendor: Int) -> String {
        let inbox = vendors[vendor].inbox
        if page.total > 0 { return "items" }
        if inbox.fetch != nil { return "loading" }
        if inbox.failure != nil { return "error" }
        return inbox.isKnown ? "empty" : "loading"
    }

    private func status(_ state: String, _ labels: InboxLabels) -> JSONValue {
        switch state {
        case "empty":
            [
                "title": .string(labels[.emptyTitle]), "message": .string(labels[.emptyMessage]),
            ]
        case "error":
            [
                "title": .string(labels[.errorTitle]), "message": .string(labels[.errorMessage]),
            ]
        default: .null
        }
    }

    mutating func finishRows(_ draft: InboxRowDraft, _ records: [LoadedRecord?], vendor: Int) {
        var view = draft.view
        var rows = view["rows"]?.array ?? []
        for (index, row) in draft.rows.enumerated()
        where index < records.count && row < rows.count {
            guard var object = rows[row].object, var image = object["image"]?.object else {
                continue
            }
            image["data"] = .optional(records[index].flatMap { dataURI($0, vendor: vendor) })
            object["image"] = .object(image)
            rows[row] = .object(object)
        }
        view["rows"] = .array(rows)
        finishView(view, .inboxList, vendor)
    }

    private func dataURI(_ record: LoadedRecord, vendor: Int) -> String? {
        guard let body = record.body, let type = vendors[vendor].adapter.mediaType(of: body) else {
            return nil
        }
        return dataURI(body, type: type)
    }

    mutating func detail(
        _ specification: InboxViewSpecification, id: String, _ records: [LoadedRecord?],
        vendor: Int
    ) {
        guard let message = message(id, vendor: vendor) else { return }
        let content = records.first.flatMap(\.self).flatMap(content) ?? MessageContent()
        let labels = labels(specification, vendor)
        let style = style(vendor)
        let words = RelativeTime([style.relativeTime, specification.relativeTime])
        let title = content.title.flatMap { $0.isEmpty ? nil : $0 }
        let data =
            records.count > 1 ? records[1].flatMap { dataURI($0, vendor: vendor) } : nil
        var view: JSONObject = [
            "view": "detail", "message_id": .string(id), "type": .string(message.kind),
            "is_read": .bool(message.isRead),
            "title": .string(title ?? labels[.defaultTitle]),
            "time_text": .string(words.text(message.received, at: now)),
            "received_ms": .integer(message.received), "heading": .optional(content.title),
            "text": .optional(content.text),
            "image": [
                "url": .optional(message.image), "data": .optional(data),
                "placeholder": .bool(message.image == nil),
            ],
            "image_inset": .number(style.imageInset), "actions": .array([]), "html": .null,
            "missing_images": .array([]), "labels": .object(labels.json),
        ]
        guard content.html != nil else {
            view["actions"] = .array(drawn(content, labels, style))
            let missing = data == nil ? [message.image].compactMap(\.self) : []
            return finishDetail(view, id: id, missing: missing, vendor: vendor)
        }
        guard let document = document(of: content, vendor: vendor) else {
            view["failure"] = "content_unusable"
            return finishDetail(view, id: id, missing: [], vendor: vendor)
        }
        // The document draws its own buttons; these say what they stand for.
        view["actions"] = .array(
            document.actions.compactMap(MessageAction.init).map { .object($0.json) })
        let draft = InboxDetailDraft(
            view: view, id: id, document: document, urls: document.resources.map(\.url))
        guard !draft.urls.isEmpty else { return finishDetail(draft, [], vendor: vendor) }
        load(
            draft.urls.map { RecordKey(.resource, vendor: vendors[vendor].id, key: $0) },
            for: .document(draft), vendor: vendor)
    }

    /// The buttons: the main action, then the others, without those that lead
    /// nowhere or only to the application one is in.
    private func drawn(
        _ content: MessageContent, _ labels: InboxLabels, _ style: InboxStyle
    ) -> [JSONValue] {
        var actions: [JSONValue] = []
        if let main = content.mainAction, main.isDrawn {
            var json = main.json
            json["title"] = .string(main.title ?? labels[.mainActionTitle])
            json["main"] = true
            actions.append(.object(json))
        }
        for action in content.actions.filter(\.isDrawn).prefix(style.maximumActions) {
            var json = action.json
            json["main"] = false
            actions.append(.object(json))
        }
        return actions
    }

    mutating func finishDetail(
        _ draft: InboxDetailDraft, _ records: [LoadedRecord?], vendor: Int
    ) {
        var ready: [String: String] = [:]
        var missing: [String] = []
        for (index, url) in draft.urls.enumerated() {
            let record = index < records.count ? records[index] : nil
            if let uri = record.flatMap({ dataURI($0, vendor: vendor) }) {
                ready[url] = uri
            } else {
                missing.append(url)
                // Nothing is fetched by the host's web view behind our back.
                ready[url] = "data:,"
            }
        }
        var view = draft.view
        view["html"] = draft.document.rendered(resources: ready)["html"] ?? .null
        finishDetail(view, id: draft.id, missing: missing, vendor: vendor)
    }

    private mutating func finishDetail(
        _ view: JSONObject, id: String, missing: [String], vendor: Int
    ) {
        var view = view
        view["missing_images"] = .array(missing.map(JSONValue.string))
        if !missing.isEmpty { look(at: id, missing: missing, vendor: vendor) }
        finishView(view, .inboxDetail, vendor)
    }

    /// Gives the view, or asks the host first, who may put its own members over
    /// it.
    private mutating func finishView(_ view: JSONObject, _ hook: HookName, _ vendor: Int) {
        guard hooks.contains(hook) else { return reply(["view": .object(view)]) }
        ask(hook, .view, vendor: vendor, ["view": .object(view)])
        vendors[vendor].inbox.views[lastID] = view
        reply(["token": .integer(lastID)])
    }

    mutating func takeView(_ token: Int64, vendor: Int) throws(PersonalizeError) {
        guard let view = vendors[vendor].inbox.views.removeValue(forKey: token) else {
            throw PersonalizeError(
                .notFound, "unknown_view", "No view with this token was asked for.",
                vendor: vendors[vendor].id)
        }
        questions[token] = nil
        rounds[token] = nil
        reply(["view": .object(view)])
    }
}
