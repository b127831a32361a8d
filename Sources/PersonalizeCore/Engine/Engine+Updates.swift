import PersonalizeJSON

extension Engine {
    /// A new number for a request, a reading or a question.
    mutating func nextID() -> Int64 {
        lastID &+= 1
        return lastID
    }

    mutating func reply(_ object: JSONObject = [:]) { effects.append(.reply(object)) }

    mutating func store(_ change: StoreChange) { effects.append(.store(change)) }

    mutating func storeDocument(_ key: String, vendor: Int? = nil, _ object: JSONObject) {
        let vendor = vendor.map { vendors[$0].id } ?? ""
        store(
            .put(
                RecordKey(.document, vendor: vendor, key: key),
                header: JSONValue.object(object).encoded(), body: nil))
    }

    /// Tells the host. `name` is one of docs/updates.md; `key` is the host's
    /// own, which comes back with everything its call has caused.
    mutating func update(
        _ name: String, vendor: Int? = nil, key: String? = nil, _ fields: JSONObject = [:]
    ) {
        lastUpdate &+= 1
        var object: JSONObject = [
            "update": .string(name), "sequence": .integer(lastUpdate),
            "time_ms": .integer(now.wall),
        ]
        if let vendor { object["vendor"] = .string(vendors[vendor].id) }
        if let key { object["key"] = .string(key) }
        object.merge(fields)
        effects.append(.update(object))
    }

    /// Tells the host of something that was left out or set right.
    mutating func diagnose(
        vendor: Int?, what: String, path: String?, reason: String, message: String
    ) {
        update(
            "diagnostic", vendor: vendor,
            [
                "what": .string(what), "path": path.map(JSONValue.string) ?? .null,
                "reason": .string(reason), "message": .string(message),
            ])
    }

    /// Tells the host of records that were left out: each of the first ones,
    /// then how many more, so that a broken feed does not flood it.
    mutating func diagnose(vendor: Int, _ diagnostics: [JSONDiagnostic]) {
        let most = 20
        for diagnostic in diagnostics.prefix(most) {
            diagnose(
                vendor: vendor, what: diagnostic.what, path: diagnostic.path,
                reason: diagnostic.reason, message: diagnostic.message)
        }
        guard diagnostics.count > most, let last = diagnostics.last else { return }
        let more = diagnostics.count - most
        diagnose(
            vendor: vendor, what: last.what, path: nil, reason: "more",
            message: "\(more) more records were left out for like reasons.")
    }

    /// Writes the lines the vendor has for this, in its own words.
    mutating func log(_ event: LogEvent, vendor: Int) {
        for line in vendors[vendor].adapter.messages(for: event) {
            effects.append(.log(line, vendor: vendors[vendor].id))
        }
    }

    mutating func send(
        _ draft: RequestDraft, vendor: Int, purpose: String, for exchanging: Exchanging,
        maximumBytes: Int? = nil, timeout: Int64? = nil
    ) -> Int64 {
        let id = nextID()
        exchanges[id] = exchanging
        let request = Request(
            id: id, vendor: vendors[vendor].id, purpose: purpose, method: draft.method,
            url: draft.url, headers: draft.headers, body: draft.body,
            bodySecret: draft.bodySecret, followsRedirects: draft.followsRedirects,
            timeout: timeout ?? configuration.requestTimeout,
            maximumBytes: maximumBytes ?? configuration.maximumResponseBytes)
        switch draft.credential {
        case .own: effects.append(.send(request))
        case .customerToken(let isNeeded): authorize(request, vendor: vendor, isNeeded: isNeeded)
        }
        return id
    }

    mutating func load(_ keys: [RecordKey], for reading: Retrieving) -> Int64 {
        let token = nextID()
        readings[token] = reading
        effects.append(.load(token: token, keys: keys))
        return token
    }

    /// Hands what was read to whoever wanted it.
    mutating func took(_ records: [LoadedRecord?], token: Int64) {
        switch readings.removeValue(forKey: token) {
        case .delivery(let vendor): deliver(records.first ?? nil, vendor: vendor, token: token)
        case .batch(let vendor): deliverBatch(records, vendor: vendor, token: token)
        case .content(let placement):
            prepare(records.first ?? nil, placement: placement, token: token)
        case .resources(let placement):
            collect(records, placement: placement, token: token)
        case .inbox(let reading, let vendor): inboxTook(records, reading, vendor: vendor)
        case .screenContent(let target, let vendor):
            screenTook(records.first ?? nil, target: target, vendor: vendor, token: token)
        case .screenResources(let target, let vendor):
            screenCollected(records, target: target, vendor: vendor, token: token)
        case .overlays(let reading, let vendor): tookOverlays(records, reading, vendor: vendor)
        case .movedOverlays(let move, let vendor): tookMoved(records, move, vendor: vendor)
        case nil: break
        }
    }

    /// Hands a finished request to whoever sent it. One that nobody waits for
    /// any more is no one's.
    mutating func ended(_ request: Int64, _ exchange: Exchange) {
        guard let request = admit(request, exchange) else { return }
        finish(request, exchange)
    }

    mutating func finish(_ request: Int64, _ exchange: Exchange) {
        switch exchanges.removeValue(forKey: request) {
        case .definitions(let vendor): tookDefinitions(exchange, vendor: vendor)
        case .personalization(let vendor, let ids, let epoch):
            tookPersonalization(exchange, request: request, vendor: vendor, ids: ids, epoch: epoch)
        case .delivery(let vendor): delivered(exchange, vendor: vendor)
        case .resource(let key, let vendor): tookResource(exchange, key: key, vendor: vendor)
        case .inbox(let exchanging, let vendor):
            inboxEnded(exchange, exchanging, vendor: vendor)
        case .screenContent(let target, let vendor):
            screenFetched(exchange, target: target, vendor: vendor, request: request)
        case .link(let vendor, let epoch): tookLink(exchange, vendor: vendor, epoch: epoch)
        case .segments(let vendor, let epoch):
            tookSegments(exchange, vendor: vendor, epoch: epoch)
        case .file(let key): tookFile(exchange, key: key)
        case .batch(let exchanging, let vendor):
            batchEnded(exchange, exchanging, vendor: vendor)
        case nil: break
        }
    }

    /// Hands the host's answer to whoever asked.
    mutating func answered(_ token: Int64, _ answer: JSONObject?) {
        guard let end = advanceRound(token, answer) else { return }
        let answer = end.answer
        switch questions.removeValue(forKey: token) {
        case .click(let placement, let presentation, let action):
            finishClick(
                placement, presentation: presentation, action: action,
                isHandled: answer?["handled"]?.bool ?? false)
        case .prepared(let placement):
            confirm(placement, token: token, isRefused: answer?["render"]?.bool == false)
        case .behaviour(let occurrence):
            behave(
                occurrence, isTracked: answer?["track"]?.bool ?? true,
                isOpened: answer?["open"]?.bool ?? true)
        case .screenPrepared(let target, let vendor):
            screenConfirmed(
                target: target, vendor: vendor, token: token,
                isRefused: answer?["render"]?.bool == false)
        case .screenClick(let vendor, let placement, let presentation, let action):
            finishSelect(
                vendor: vendor, placement: placement, presentation: presentation,
                action: action, isHandled: answer?["handled"]?.bool ?? false)
        case .selection(let placement): tookSelection(answer, for: placement, token: token)
        case .inbox(let questioning, let vendor):
            inboxAnswered(answer, questioning, token: token, vendor: vendor)
        case .token(let vendor, let epoch, let reason, let status):
            tookToken(
                answer, question: token, vendor: vendor, epoch: epoch, reason: reason,
                status: status)
        case .overlay(let number):
            reviewed(number, token: token, isRefused: answer?["show"]?.bool == false)
        case .overlayURL(let vendor, let url, let fields):
            if answer?["handled"]?.bool != true { openURL(url, vendor: vendor, fields) }
        case .systemFunction(let presentation):
            finishSystemFunction(presentation, isDone: answer?["handled"]?.bool == true)
        case nil: break
        }
    }
}
