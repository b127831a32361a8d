/// An adapter whose messages come with its definitions or from the host.
///
/// Fetching such an inbox asks nobody and is answered at once by what there
/// is; a message is marked as read here and nowhere else.
public protocol LocalInboxAdapter: InboxAdapter {}

extension LocalInboxAdapter {
    private static var nobody: VendorFailure {
        VendorFailure("local", "There is nobody to ask or to tell.")
    }

    /// Never asked.
    public func inboxRequest(
        token: String?, identity: Identity
    ) -> Result<RequestDraft, VendorFailure> { .failure(Self.nobody) }

    /// Never asked.
    public func readInbox(_ response: Response, at now: Instant) -> InboxReading {
        .failure(Self.nobody)
    }

    /// Never asked.
    public func markReadRequest(
        message id: String, token: String, identity: Identity
    ) -> Result<RequestDraft, VendorFailure> { .failure(Self.nobody) }

    /// Never asked.
    public func markReadFailure(_ response: Response) -> VendorFailure? { nil }
}
