import PersonalizeJSON

/// The way of a request that needs a token: look at the one there is, ask the
/// host if it will not do, send, and once more when the vendor turns it down.
extension Engine {
    /// Takes on a request that whoever sends it takes for sent.
    mutating func authorize(_ request: Request, vendor: Int, isNeeded: Bool) {
        guard let policy = vendors[vendor].adapter.policy.authorization else { return }
        authorized[request.id] = AuthorizedRequest(
            request: request, vendor: vendor, isNeeded: isNeeded, stage: .refused)
        guard formerToken(for: request.id, vendor: vendor) == nil else {
            return dispatch(request.id)
        }
        let complaint = vendors[vendor].authorization.complaint(at: now, policy)
        // The answer there would be, had it been sent.
        let status = isNeeded && complaint == .notProvided ? 401 : nil
        if hooks.contains(.authorizationWanted), policy.isAskedEachTime || complaint != nil {
            let question = askForToken(
                vendor, reason: complaint ?? .notProvided, status: status,
                isShared: !policy.isAskedEachTime)
            authorized[request.id]?.stage = .asking(question: question)
            return
        }
        if let complaint { tellTokenWanted(vendor, complaint, status: status) }
        dispatch(request.id)
    }

    /// Sends a request with the token there is now.
    mutating func dispatch(_ id: Int64) {
        guard let entry = authorized[id] else { return }
        let token =
            formerToken(for: id, vendor: entry.vendor) ?? vendors[entry.vendor].authorization.token
        if token == nil, entry.isNeeded {
            authorized[id]?.stage = .refused
            return
        }
        var request = entry.request
        // A number is never used again: an answer to the first try that comes
        // late must not pass for one to the second.
        request.id = entry.isRepeated ? nextID() : id
        if let token {
            request.headers.append(
                Request.Header(
                    "authorization", CustomerToken.scheme, secret: token.reference))
        }
        authorized[id]?.stage = .sent(wire: request.id, token: token)
        effects.append(.send(request))
    }

    /// The request that an answer is for, under the number it is known by here;
    /// nil when the answer is dealt with: it belongs to no one, or the request
    /// will be tried again.
    mutating func admit(_ wire: Int64, _ exchange: Exchange) -> Int64? {
        let found = authorized.first { id, entry in
            if case .sent(wire, _) = entry.stage { true } else { false }
        }
        guard let (id, entry) = found, case .sent(_, let token) = entry.stage else {
            return authorized[wire] == nil ? wire : nil
        }
        authorized[id] = nil
        guard case .response(let response) = exchange, isTurnedDown(response, token) else {
            return id
        }
        let isFormer = token != nil && token != vendors[entry.vendor].authorization.token
        if isFormer { forgetFormerToken(token, vendor: entry.vendor) }
        let policy = vendors[entry.vendor].adapter.policy.authorization
        guard !entry.isRepeated else { return id }
        guard let delay = policy?.retryDelay else {
            // A hook is asked before the next request anyway.
            if !hooks.contains(.authorizationWanted) { want(entry.vendor, after: response, token) }
            return id
        }
        authorized[id] = entry
        authorized[id]?.isRepeated = true
        authorized[id]?.stage = .waiting(until: now.monotonic &+ delay)
        if !isFormer { want(entry.vendor, after: response, token) }
        return nil
    }

    /// Whether a token is what the request lacked. A customer whom the vendor
    /// knows may be forbidden something as well: then no token helps.
    private func isTurnedDown(_ response: Response, _ token: CustomerToken?) -> Bool {
        response.status == 401 || response.status == 403 && token == nil
    }

    private mutating func want(_ vendor: Int, after response: Response, _ token: CustomerToken?) {
        // The host may have answered already while this was under way.
        guard token == vendors[vendor].authorization.token else { return }
        let isExpired = token?.expiry.map { $0 <= now.wall } ?? false
        wantToken(
            vendor, token == nil ? .notProvided : isExpired ? .expired : .rejected,
            status: response.status)
    }

    /// Tries again what has waited, and tells whoever waits for what will not
    /// be sent; whether there was any.
    mutating func settleAuthorizations() -> Bool {
        guard !authorized.isEmpty else { return false }
        var hasRefused = false
        for id in authorized.keys.sorted() {
            switch authorized[id]?.stage {
            case .waiting(let moment) where moment <= now.monotonic: dispatch(id)
            default: break
            }
            guard authorized[id]?.stage == .refused else { continue }
            authorized[id] = nil
            hasRefused = true
            finish(
                id,
                .failure(
                    TransportFailure(.authorizationMissing, "Authorization token is missing")))
        }
        return hasRefused
    }

    /// The token of a customer before, for a delivery of theirs.
    private func formerToken(for id: Int64, vendor: Int) -> CustomerToken? {
        guard case .delivery = exchanges[id], let head = vendors[vendor].outbox.head else {
            return nil
        }
        return vendors[vendor].authorization.former(for: head.sequence)
    }

    /// Gives a request up. Nothing comes back for it.
    mutating func giveUp(_ request: Int64) {
        exchanges[request] = nil
        guard let entry = authorized.removeValue(forKey: request) else {
            effects.append(.cancel(request: request))
            return
        }
        if case .sent(let wire, _) = entry.stage { effects.append(.cancel(request: wire)) }
    }
}
