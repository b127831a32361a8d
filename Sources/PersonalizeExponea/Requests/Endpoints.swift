/// Where requests go, behind the address of the API.
extension Integration {
    func definitions(bundle: String) -> String {
        switch self {
        case .project(let token, _): "/wxstatic/projects/\(token)/\(bundle)?v=2"
        case .stream(let id): "/wxstatic/streams/\(id)/\(bundle)?v=2"
        }
    }

    var personalization: String {
        switch self {
        case .project(let token, _): "/webxp/s/\(token)/inappcontentblocks?v=2"
        case .stream(let id): "/webxp/streams/\(id)/inappcontentblocks?v=2"
        }
    }

    var events: String {
        switch self {
        case .project(let token, _): "/track/v2/projects/\(token)/customers/events"
        case .stream(let id): "/track/u/v1/customers/events?stream_id=\(id)"
        }
    }

    var customers: String {
        switch self {
        case .project(let token, _): "/track/v2/projects/\(token)/customers"
        case .stream(let id): "/track/u/v1/customers?stream_id=\(id)"
        }
    }

    /// `call` is one of the inbox's, such as `fetch`.
    func inbox(_ call: String) -> String { "\(web)/appinbox/\(call)" }

    /// The cookie is one of ours, and so fit for a URL.
    func segments(cookie: String) -> String { "\(web)/segments?cookie=\(cookie)" }

    func linkIDs(cookie: String) -> String { "\(web)/cookies/\(cookie)/link-ids" }

    /// What the requests about one customer begin with.
    var web: String {
        switch self {
        case .project(let token, _): "/webxp/projects/\(token)"
        case .stream(let id): "/webxp/streams/\(id)"
        }
    }
}
