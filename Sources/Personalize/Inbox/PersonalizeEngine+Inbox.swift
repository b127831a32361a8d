import PersonalizeRuntime

extension PersonalizeEngine {
    /// Fetches what is new of a customer's messages; `vendor` nil means the first
    /// that has an inbox, here and below. Answered by the update `inbox.changed`
    /// or `inbox.failed` with the key.
    ///
    /// Errors, of all these: `state` before the start, `notFound` for a vendor
    /// that is unknown or has no inbox.
    public func fetchInbox(
        vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try perform(.inbox(vendor: vendor, .fetch(key: key)))
    }

    /// A page of the messages kept, newest first (docs/inbox.md, The list).
    public func inboxList(
        _ query: InboxQuery = InboxQuery(), vendor: String? = nil
    ) throws(PersonalizeError) -> JSONObject {
        try perform(.inbox(vendor: vendor, .list(query)))
    }

    /// One message with its content. Nil when it is not here: then the inbox is
    /// fetched, answered by the update `inbox.message` with the key.
    public func inboxMessage(
        _ id: String, vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) -> JSONObject? {
        try perform(.inbox(vendor: vendor, .message(id: id, key: key)))["message"]?.object
    }

    /// Marks a message as read, at the vendor and then here. Answered by exactly
    /// one update `inbox.read` with the key. `optimistic` marks it here at once
    /// and whatever comes of it.
    public func markInboxMessageRead(
        _ id: String, vendor: String? = nil, optimistic: Bool = false, key: String? = nil
    ) throws(PersonalizeError) {
        try perform(
            .inbox(vendor: vendor, .markRead(id: id, isOptimistic: optimistic, key: key)))
    }

    /// Tracks that a message was opened; without the consent the message itself
    /// states when told so.
    ///
    /// Errors: `notFound` for a message that is not here, here and below.
    public func inboxMessageOpened(
        _ id: String, vendor: String? = nil, withoutConsent: Bool = false
    ) throws(PersonalizeError) {
        try perform(.inbox(vendor: vendor, .opened(id: id, ignoresConsent: withoutConsent)))
    }

    /// Tracks that an action of a message was chosen.
    public func inboxMessageClicked(
        _ id: String, action: MessageAction, vendor: String? = nil, withoutConsent: Bool = false
    ) throws(PersonalizeError) {
        try perform(
            .inbox(vendor: vendor, .clicked(id: id, action, ignoresConsent: withoutConsent)))
    }

    /// Does what the vendor's list does when a row is chosen, unless the hook
    /// `inboxItemClick` does something else.
    public func clickInboxItem(
        _ id: String, vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try perform(.inbox(vendor: vendor, .itemClick(id: id, key: key)))
    }

    /// Does what the vendor's detail view does when an action is chosen, unless
    /// the hook `inboxActionClick` does something else.
    public func clickInboxAction(
        _ url: String, of id: String, vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try perform(.inbox(vendor: vendor, .actionClick(id: id, url: url, key: key)))
    }

    /// What to draw, by the rules of the vendor's own views (docs/inbox.md,
    /// Views). The hooks `inboxButton`, `inboxList` and `inboxDetail` may put
    /// members over it.
    public func inboxView(
        _ specification: InboxViewSpecification, vendor: String? = nil
    ) throws(PersonalizeError) -> JSONObject {
        defer { runtime.deliver() }
        return try runtime.inboxView(specification, vendor: vendor)
    }
}
