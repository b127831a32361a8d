import PersonalizeCore

/// What an HTTP status means here.
enum Status {
    /// A stable word for a status that is no success.
    static func reason(_ status: Int) -> String {
        switch status {
        case 401: "not_authorized"
        case 403: "forbidden"
        case 404: "not_found"
        case 429: "rate_limited"
        case 400...499: "rejected"
        case 500...599: "server_error"
        default: "unexpected_status"
        }
    }

    static func failure(_ status: Int) -> VendorFailure {
        VendorFailure(reason(status), "The server answered \(status).", status: status)
    }
}
