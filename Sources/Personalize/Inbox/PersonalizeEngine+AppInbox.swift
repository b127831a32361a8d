/// The App Inbox in the words of the vendor's SDKs (docs/inbox.md has the
/// porting table). `vendor` nil means the first instance that has an inbox.
extension PersonalizeEngine {
    /// Fetches the inbox. `AppInboxUpdate.fetched` or `.failed` answers, with the
    /// key; then read `appInboxMessages()`.
    public func fetchAppInbox(
        vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try fetchInbox(vendor: vendor, key: key)
    }

    /// The messages that were fetched, newest first, with their contents.
    public func appInboxMessages(
        offset: Int64 = 0, limit: Int64 = 1000, vendor: String? = nil
    ) throws(PersonalizeError) -> [MessageItem] {
        let list = try inboxList(
            InboxQuery(offset: offset, limit: limit, hasContent: true), vendor: vendor)
        return (list["messages"]?.array ?? []).compactMap { $0.object.flatMap(MessageItem.init) }
    }

    /// One message, if it was fetched. Otherwise nil, and the inbox is fetched:
    /// `AppInboxUpdate.item` answers, with the key.
    public func fetchAppInboxItem(
        _ messageId: String, vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) -> MessageItem? {
        try inboxMessage(messageId, vendor: vendor, key: key).flatMap(MessageItem.init)
    }

    /// Marks a message as read; `AppInboxUpdate.marked` answers, once.
    public func markAppInboxAsRead(
        _ messageId: String, vendor: String? = nil, key: String? = nil
    ) throws(PersonalizeError) {
        try markInboxMessageRead(messageId, vendor: vendor, key: key)
    }

    /// Tracks that a message was opened, if it may be.
    public func trackAppInboxOpened(
        _ message: MessageItem, vendor: String? = nil
    ) throws(PersonalizeError) {
        try inboxMessageOpened(message.id, vendor: vendor)
    }

    /// Tracks it whatever the message says about consent.
    public func trackAppInboxOpenedWithoutTrackingConsent(
        _ message: MessageItem, vendor: String? = nil
    ) throws(PersonalizeError) {
        try inboxMessageOpened(message.id, vendor: vendor, withoutConsent: true)
    }

    /// Tracks that an action was chosen, if it may be.
    public func trackAppInboxClick(
        _ action: MessageItemAction, _ message: MessageItem, vendor: String? = nil
    ) throws(PersonalizeError) {
        try inboxMessageClicked(message.id, action: action.neutral, vendor: vendor)
    }

    /// Tracks it whatever the message says about consent.
    public func trackAppInboxClickWithoutTrackingConsent(
        _ action: MessageItemAction, _ message: MessageItem, vendor: String? = nil
    ) throws(PersonalizeError) {
        try inboxMessageClicked(
            message.id, action: action.neutral, vendor: vendor, withoutConsent: true)
    }

    /// What the button shows.
    public func getAppInboxButton(vendor: String? = nil) throws(PersonalizeError) -> JSONObject {
        try inboxView(InboxViewSpecification(.button), vendor: vendor)
    }

    /// What the list shows; opening it fetches what is new.
    public func getAppInboxListView(
        _ query: InboxQuery = InboxQuery(), images: Bool = false, fetches: Bool = true,
        vendor: String? = nil
    ) throws(PersonalizeError) -> JSONObject {
        try inboxView(
            InboxViewSpecification(.list(query, hasImages: images, fetches: fetches)),
            vendor: vendor)
    }

    /// What the detail view of a message shows.
    public func getAppInboxDetailView(
        _ messageId: String, vendor: String? = nil
    ) throws(PersonalizeError) -> JSONObject {
        try inboxView(InboxViewSpecification(.detail(message: messageId)), vendor: vendor)
    }
}

extension MessageItemAction {
    fileprivate var neutral: MessageAction { MessageAction(title: title, url: url, kind: type) }
}
