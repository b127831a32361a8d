import PersonalizeCore
import PersonalizeJSON

/// What an HTTP status means here: anything but 2xx is a failure.
enum Status {
    static func isSuccess(_ status: Int) -> Bool { (200...299).contains(status) }

    /// A stable word for a status that is no success.
    static func reason(_ status: Int) -> String {
        switch status {
        case 401: "not_authorized"
        case 403: "forbidden"
        case 404: "not_found"
        case 410: "gone"
        case 429: "rate_limited"
        case 400...499: "rejected"
        case 500...599: "server_error"
        default: "unexpected_status"
        }
    }

    /// Nil for a success.
    static func failure(_ response: Response) -> VendorFailure? {
        let status = response.status
        guard !isSuccess(status) else { return nil }
        var message = "The server answered \(status)."
        switch status {
        case 401, 403: message += " Check \"authorization\", or the customer's token."
        case 404: message += " Check \"base_url\" and \"project_token\" or \"stream_id\"."
        default: break
        }
        // An error page is not worth reading at any length.
        if response.body.count <= 65_536, let envelope = try? JSONValue.parse(response.body),
            let complaint = Answer.complaint(envelope)
        {
            message += " \(complaint)"
        }
        return VendorFailure(reason(status), message, status: status)
    }
}
