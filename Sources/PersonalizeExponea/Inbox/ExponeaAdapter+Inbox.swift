public import PersonalizeCore
import PersonalizeJSON

extension ExponeaAdapter: InboxAdapter {
    /// The server gives each application its own messages.
    public var inboxScope: String {
        "\(configuration.integration.name)/\(configuration.applicationID)"
    }

    public var inboxStyle: InboxStyle { configuration.inboxStyle }

    public func inboxRequest(
        token: String?, identity: Identity
    ) -> Result<RequestDraft, VendorFailure> {
        var body: JSONObject = [
            "customer_ids": .object(Self.customerIDs(identity)),
            "application_id": .string(configuration.applicationID),
        ]
        body["sync_token"] = token.map(JSONValue.string)
        return inboxPost("fetch", body)
    }

    /// A 410 is about the token; any other failure about the request.
    public func readInbox(_ response: Response, at now: Instant) -> InboxReading {
        if let failure = Status.failure(response) {
            return response.status == 410 ? .tokenGone(failure) : .failure(failure)
        }
        do throws(AnswerFault) {
            return .answer(try InboxReader.read(response.body))
        } catch {
            return .failure(error.failure(status: response.status))
        }
    }

    /// One id for each call, as both of the vendor's SDKs do.
    public func markReadRequest(
        message id: String, token: String, identity: Identity
    ) -> Result<RequestDraft, VendorFailure> {
        inboxPost(
            "markasread",
            [
                "customer_ids": .object(Self.customerIDs(identity)),
                "message_ids": .array([.string(id)]), "sync_token": .string(token),
            ])
    }

    public func markReadFailure(_ response: Response) -> VendorFailure? {
        if let failure = Status.failure(response) { return failure }
        do throws(AnswerFault) {
            let envelope: JSONValue
            do throws(JSONError) { envelope = try JSONValue.parse(response.body) } catch {
                throw AnswerFault.json(error)
            }
            try Answer.checkSuccess(envelope)
            return nil
        } catch {
            return error.failure(status: response.status)
        }
    }

    /// Without a credential there is no use in asking: the vendor's Android
    /// SDK makes no request either, and says so in these words.
    private func inboxPost(
        _ call: String, _ body: JSONObject
    ) -> Result<RequestDraft, VendorFailure> {
        let credential = configuration.integration.credential(for: .inbox)
        guard credential != .own || configuration.authorizationReference != nil else {
            return .failure(
                VendorFailure("authorization_missing", "Authorization token is missing"))
        }
        return .success(
            request(
                "POST", configuration.integration.inbox(call),
                body: JSONValue.object(body).encoded(), access: .inbox))
    }
}
