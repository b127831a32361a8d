import PersonalizeCore

/// Where an answer sends a request on, and what of it goes there.
///
/// libcurl could follow redirects itself, but would take every header along
/// that is not `Authorization` or `Cookie`: a secret may stand in any.
enum Redirect {
    /// Whether a status asks for another request.
    static func isRedirect(_ status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// The request that follows `request`. Throws when it may not be sent.
    static func following(
        _ request: OutgoingRequest, status: Int, to url: String
    ) throws(TransportFailure) -> OutgoingRequest {
        guard HTTPText.isURL(url), let from = Origin(request.url), let to = Origin(url) else {
            throw TransportFailure(
                .malformed, "The server redirects to something that is not an http or https URL.")
        }
        guard from.scheme != "https" || to.scheme == "https" else {
            throw TransportFailure(
                .malformed, "The server redirects from https to http, which is not followed.")
        }
        var next = request
        next.url = url
        if from != to { next.headers.removeAll { $0.isPrivate } }
        let becomesGet =
            (status == 303 && request.method != "HEAD")
            || (status != 307 && status != 308 && request.method == "POST")
        if becomesGet {
            next.method = "GET"
            next.body = nil
            next.headers.removeAll { HTTPText.lowercased($0.name).hasPrefix("content-") }
        }
        return next
    }
}
