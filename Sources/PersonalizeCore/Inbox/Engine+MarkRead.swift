import PersonalizeJSON

/// Marking as read: the vendor first, then here; or here at once, when the
/// host says so. Exactly one `inbox.read` answers each call.
extension Engine {
    mutating func markRead(_ id: String, vendor: Int, isOptimistic: Bool, key: String?) {
        guard let adapter = inboxAdapter(vendor), let message = message(id, vendor: vendor),
            let token = message.token ?? (adapter is any LocalInboxAdapter ? "" : nil),
            !message.identity.isNobody
        else {
            log(.inbox(.markReadImpossible(message: id)), vendor: vendor)
            return tellRead(
                id, vendor: vendor, key: key,
                VendorFailure(
                    "not_fetched",
                    "The message is not known to belong to a customer; fetch the inbox first."))
        }
        let isLocal = adapter is any LocalInboxAdapter
        if isOptimistic || isLocal { setRead(id, vendor: vendor) }
        if isLocal { return tellRead(id, vendor: vendor, key: key, nil) }
        guard !isOffline else {
            return tellRead(
                id, vendor: vendor, key: key,
                VendorFailure("offline", "The engine is offline."))
        }
        switch adapter.markReadRequest(message: id, token: token, identity: message.identity) {
        case .failure(let failure): tellRead(id, vendor: vendor, key: key, failure)
        case .success(let draft):
            _ = send(
                draft, vendor: vendor, purpose: "inbox_read",
                for: .inbox(
                    .markRead(id: id, epoch: customer.epoch, key: key), vendor: vendor))
        }
    }

    mutating func tookMarkRead(
        _ exchange: Exchange, id: String, epoch: Int64, key: String?, vendor: Int
    ) {
        let failure: VendorFailure? =
            switch response(of: exchange) {
            case .failure(let failure): failure
            case .success(let response):
                inboxAdapter(vendor).flatMap { $0.markReadFailure(response) }
            }
        if failure == nil, epoch == customer.epoch { setRead(id, vendor: vendor) }
        tellRead(id, vendor: vendor, key: key, failure)
    }

    /// Marks it here. That holds until the vendor says the same, so that an
    /// answer from before does not undo it.
    private mutating func setRead(_ id: String, vendor: Int) {
        guard var message = vendors[vendor].inbox.messages[id], !message.isRead else { return }
        message.isRead = true
        message.readHere = now.wall
        vendors[vendor].inbox.messages.put(message)
        store(
            .putHeader(
                key(ofMessage: id, vendor: vendor),
                header: JSONValue.object(message.header).encoded()))
        tellInboxChanged(vendor, reason: "read")
    }

    /// The end of a call that marks.
    mutating func tellRead(_ id: String, vendor: Int, key: String?, _ failure: VendorFailure?) {
        if let failure {
            log(.inbox(.markReadFailed(message: id, reason: failure.message)), vendor: vendor)
        }
        update(
            "inbox.read", vendor: vendor, key: key,
            [
                "message_id": .string(id), "marked": .bool(failure == nil),
                "reason": .optional(failure?.reason), "message": .optional(failure?.message),
                "status": (failure?.status).map { .integer(Int64($0)) } ?? .null,
            ])
    }
}

extension Identity {
    /// Whether there is nothing to know the customer by.
    var isNobody: Bool { anonymousID.isEmpty && ids.isEmpty }
}
