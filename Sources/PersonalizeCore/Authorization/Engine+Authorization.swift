import PersonalizeJSON

extension Engine {
    /// The host has a token for the customer, or takes it back.
    mutating func setToken(_ token: CustomerToken?, vendor id: String) throws(PersonalizeError) {
        let vendor = try position(ofVendor: id)
        guard vendors[vendor].adapter.policy.authorization != nil else { throw takesNoTokens(id) }
        reply()
        take(token, vendor: vendor)
    }

    /// Whether a call that names tokens names vendors that take them, once each.
    func check(_ tokens: [CustomerToken]) throws(PersonalizeError) {
        for token in tokens {
            let path = "$.tokens.\(token.vendor)"
            let vendor = try position(ofVendor: token.vendor, path: path)
            guard vendors[vendor].adapter.policy.authorization != nil else {
                var error = takesNoTokens(token.vendor)
                error.path = path
                throw error
            }
        }
    }

    private func takesNoTokens(_ id: String) -> PersonalizeError {
        PersonalizeError(
            .state, "no_customer_tokens", "The vendor instance \"\(id)\" takes no tokens.",
            hint: "Its configuration says how requests are authorized.", vendor: id)
    }

    private mutating func take(_ token: CustomerToken?, vendor: Int) {
        let policy = vendors[vendor].adapter.policy.authorization
        let before = vendors[vendor].authorization.token
        let wasWanted =
            policy.flatMap { vendors[vendor].authorization.complaint(at: now, $0) } != nil
            || vendors[vendor].authorization.told != nil
        vendors[vendor].authorization.token = token
        vendors[vendor].authorization.epoch = customer.epoch
        vendors[vendor].authorization.isRefreshTold = false
        vendors[vendor].authorization.told = nil
        if let before, before != token { forget(before, vendor: vendor) }
        guard let token else { return }
        if token.expiry == nil, policy?.isAskedEachTime == false {
            diagnose(
                vendor: vendor, what: "authorization", path: nil, reason: "expiry_unknown",
                message: "It cannot be read when the token expires; it is used as it is.")
            log(.tokenUnreadable, vendor: vendor)
        }
        // What failed for want of it goes at once.
        guard wasWanted else { return }
        vendors[vendor].outbox.notBefore = nil
        if vendors[vendor].definitions.retryAt != nil {
            vendors[vendor].definitions.retryAt = now.monotonic
        }
    }

    /// The customer changes: the token was the last one's. What was accepted for
    /// them still goes out with it.
    mutating func replaceTokens(_ tokens: [CustomerToken] = []) {
        for vendor in vendors.indices where vendors[vendor].adapter.policy.authorization != nil {
            if let token = vendors[vendor].authorization.token, !vendors[vendor].outbox.isEmpty {
                vendors[vendor].authorization.former.append(
                    Authorization.Former(token: token, through: lastEvent))
                vendors[vendor].authorization.token = nil
            }
            take(tokens.last { $0.vendor == vendors[vendor].id }, vendor: vendor)
        }
    }

    /// Lets go of tokens of customers before that no delivery needs any more.
    mutating func dropFormerTokens(_ vendor: Int) {
        guard !vendors[vendor].authorization.former.isEmpty else { return }
        let oldest = vendors[vendor].outbox.head?.sequence ?? .max
        while let former = vendors[vendor].authorization.former.first, former.through < oldest {
            forgetFormerToken(former.token, vendor: vendor)
        }
    }

    mutating func forgetFormerToken(_ token: CustomerToken?, vendor: Int) {
        vendors[vendor].authorization.former.removeAll { $0.token == token }
        if let token { forget(token, vendor: vendor) }
    }

    /// Has the runtime forget a token, unless it is still of use.
    private mutating func forget(_ token: CustomerToken, vendor: Int) {
        let authorization = vendors[vendor].authorization
        guard authorization.token != token,
            !authorization.former.contains(where: { $0.token == token })
        else { return }
        effects.append(.forget(secret: token.reference))
    }

    /// Forgets every token; nothing is told.
    mutating func forgetTokens() {
        for vendor in vendors.indices {
            let authorization = vendors[vendor].authorization
            vendors[vendor].authorization = Authorization()
            for token in authorization.former.map(\.token) + [authorization.token] {
                if let token { forget(token, vendor: vendor) }
            }
        }
    }

    /// After a commit that failed: a token that came with a customer who is not
    /// there after all is of no use.
    mutating func restoreTokens() {
        for vendor in vendors.indices
        where vendors[vendor].authorization.token != nil
            && vendors[vendor].authorization.epoch != customer.epoch
        {
            take(nil, vendor: vendor)
        }
    }

    // MARK: - Wanting one

    /// Asks for a new token before the present one expires.
    mutating func refreshToken(_ vendor: Int) {
        guard let policy = vendors[vendor].adapter.policy.authorization, !policy.isAskedEachTime,
            !vendors[vendor].authorization.isRefreshTold,
            let moment = vendors[vendor].authorization.refreshMoment(policy), moment <= now.wall,
            let reason = vendors[vendor].authorization.complaint(at: now, policy)
        else { return }
        vendors[vendor].authorization.isRefreshTold = true
        wantToken(vendor, reason, status: nil)
    }

    /// The monotonic millisecond at which `refreshToken` has something to do.
    func refreshDeadline(_ vendor: Vendor) -> Int64? {
        guard let policy = vendor.adapter.policy.authorization, !policy.isAskedEachTime,
            !vendor.authorization.isRefreshTold,
            let moment = vendor.authorization.refreshMoment(policy)
        else { return nil }
        let (left, overflow) = moment.subtractingReportingOverflow(now.wall)
        return overflow ? nil : now.monotonic.addingReportingOverflow(max(left, 0)).partialValue
    }

    /// Asks the host for a token: the hook, if it is registered, and otherwise
    /// by an update.
    mutating func wantToken(_ vendor: Int, _ reason: AuthorizationReason, status: Int?) {
        if hooks.contains(.authorizationWanted) {
            _ = askForToken(vendor, reason: reason, status: status, isShared: true)
        } else {
            tellTokenWanted(vendor, reason, status: status)
        }
    }

    /// Tells the host, at most once a second the same.
    mutating func tellTokenWanted(_ vendor: Int, _ reason: AuthorizationReason, status: Int?) {
        if let told = vendors[vendor].authorization.told, told.reason == reason,
            now.monotonic &- told.at < 1000
        {
            return
        }
        vendors[vendor].authorization.told = (reason, now.monotonic)
        update("authorization.wanted", vendor: vendor, wanted(vendor, reason, status))
    }

    private func wanted(
        _ vendor: Int, _ reason: AuthorizationReason, _ status: Int?
    ) -> JSONObject {
        [
            "reason": .string(reason.rawValue),
            "customer_ids": .object(
                vendors[vendor].adapter.customerIDs(identity(vendor))),
            "status": status.map { .integer(Int64($0)) } ?? .null,
        ]
    }

    /// Asks the hook. A question under way about the same token serves all who
    /// need one meanwhile, where that is allowed.
    mutating func askForToken(
        _ vendor: Int, reason: AuthorizationReason, status: Int?, isShared: Bool
    ) -> Int64 {
        let asking = Questioning.token(
            vendor: vendor, epoch: customer.epoch, reason: reason, status: status)
        if isShared {
            for token in questions.keys.sorted() {
                if case .token(vendor, customer.epoch, _, _) = questions[token] { return token }
            }
        }
        let token = nextID()
        questions[token] = asking
        var question: JSONObject = ["vendor": .string(vendors[vendor].id)]
        question.merge(wanted(vendor, reason, status))
        effects.append(
            .ask(HookQuestion(token: token, hook: .authorizationWanted, question: question)))
        return token
    }

    /// Has the host's answer; what waited for it goes out. A token that was
    /// given for a customer before is none.
    mutating func tookToken(
        _ answer: JSONObject?, question: Int64, vendor: Int, epoch: Int64,
        reason: AuthorizationReason, status: Int?
    ) {
        let given = answer?["token"]?.object.flatMap(CustomerToken.init(json:))
        let isAskedEachTime =
            vendors[vendor].adapter.policy.authorization?.isAskedEachTime ?? false
        if var given {
            given.vendor = vendors[vendor].id
            if epoch == customer.epoch {
                take(given, vendor: vendor)
            } else {
                effects.append(.forget(secret: given.reference))
            }
        } else if epoch == customer.epoch {
            if isAskedEachTime { take(nil, vendor: vendor) }
            tellTokenWanted(vendor, reason, status: status)
        }
        for id in authorized.keys.sorted()
        where authorized[id]?.stage == .asking(question: question) {
            dispatch(id)
        }
    }
}
