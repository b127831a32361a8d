public import PersonalizeCore
public import PersonalizeJSON
import PersonalizeTransport

/// Tokens of customers. They are kept here and nowhere else: the engine, and so
/// its state and its journal, has only a name for each and when it expires.
extension Runtime {
    /// Longer than any header a server takes.
    private static let longestToken = 16_384

    /// Takes a token for the present customer; nil or an empty one takes it back.
    ///
    /// Errors: `notFound`, `state` for a vendor that takes none, `argument` and
    /// `limit` for one that cannot be sent.
    public func authorize(vendor: String, token text: String?) throws(PersonalizeError) {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            defer { arm(wakes: true) }
            guard let text, !text.isEmpty else {
                try transact(.authorize(vendor: vendor, nil), at: clock.now)
                return
            }
            let token = try keep(text, vendor: vendor)
            try forgetting([token]) { () throws(PersonalizeError) in
                try transact(.authorize(vendor: vendor, token), at: clock.now)
            }
        }
    }

    /// Says who the customer is, with their tokens by vendor instance.
    ///
    /// Errors: those of both calls.
    public func identify(
        ids: JSONObject, properties: JSONObject, key: String?, tokens: JSONObject
    ) throws(PersonalizeError) {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            defer { arm(wakes: true) }
            var kept: [CustomerToken] = []
            for (vendor, value) in tokens.members where value != .null && value != "" {
                guard let text = value.string else {
                    throw PersonalizeError(
                        .json, "wrong_type", "A token has to be a string, not \(value.kind).",
                        path: "$.tokens.\(vendor)")
                }
                do throws(PersonalizeError) { kept.append(try keep(text, vendor: vendor)) } catch {
                    forget(kept)
                    throw error
                }
            }
            try forgetting(kept) { () throws(PersonalizeError) in
                try transact(
                    .identify(ids: ids, properties: properties, key: key, tokens: kept),
                    at: clock.now)
            }
        }
    }

    /// An answer of the host's with what the engine may know of its token.
    func keepingToken(of answer: JSONObject) throws(PersonalizeError) -> JSONObject {
        guard let text = answer["token"]?.string else { return answer }
        var answer = answer
        answer["token"] = text.isEmpty ? nil : .object(try keep(text, vendor: "").json)
        return answer
    }

    /// An answer is replaced by another one before anybody saw it.
    func forgetToken(of answer: HookAnswer?) {
        guard let token = answer?.object?["token"]?.object.flatMap(CustomerToken.init(json:))
        else { return }
        forget([token])
    }

    private func keep(_ text: String, vendor: String) throws(PersonalizeError) -> CustomerToken {
        let (value, expiry) = CustomerToken.read(text)
        guard value.utf8.count <= Self.longestToken else {
            throw PersonalizeError(
                .limit, "too_long", "The token is longer than \(Self.longestToken) bytes.")
        }
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw PersonalizeError(
                .argument, "invalid_token", "The token has characters that no header can hold.",
                hint: "Give the token as it was issued, without line breaks.")
        }
        tokenCount &+= 1
        let token = CustomerToken(
            vendor: vendor, reference: "customer/\(tokenCount)", expiry: expiry)
        secrets[token.reference] = value
        return token
    }

    private func forget(_ tokens: [CustomerToken]) {
        for token in tokens { secrets[token.reference] = nil }
    }

    /// Forgets the tokens if the call that brings them fails.
    private func forgetting(
        _ tokens: [CustomerToken], _ body: () throws(PersonalizeError) -> Void
    ) throws(PersonalizeError) {
        do throws(PersonalizeError) { try body() } catch {
            // One that could not be stored may be in the engine all the same.
            if error.code != .storage { forget(tokens) }
            throw error
        }
    }
}
