import PersonalizeCore

/// The two ways in which the vendor takes an application in.
enum Integration: Sendable, Equatable {
    /// A project of the engagement module, named by its token. With a
    /// customer's token, what is decided for a customer is asked for in their
    /// own name.
    case project(token: String, usesCustomerToken: Bool)
    /// A stream of the data hub, which goes by customers' tokens alone.
    case stream(id: String)

    /// Its name with the vendor.
    var name: String {
        switch self {
        case .project(let token, _): token
        case .stream(let id): id
        }
    }

    /// What a request is about, as far as it decides how it is authorized.
    enum Access {
        /// Telling what the customer does.
        case tracking
        /// What the customer is to see.
        case content
        /// The customer's messages, which nobody else may have.
        case inbox
    }

    /// Which credential a request goes with. The vendor's documentation says
    /// that only the inbox goes by the customer's token in a project; its code
    /// and tests have all content do so. Without a token its iOS code sends
    /// anyway; not sending, as its Android code does, is what keeps one
    /// customer's content from another. A stream sends without, except for the
    /// inbox, and learns from the answer.
    func credential(for access: Access) -> Credential {
        switch (self, access) {
        case (.project(_, usesCustomerToken: true), .content),
            (.project(_, usesCustomerToken: true), .inbox):
            .customerToken(isNeeded: true)
        case (.project, _): .own
        case (.stream, .inbox): .customerToken(isNeeded: true)
        case (.stream, _): .customerToken(isNeeded: false)
        }
    }

    /// How the engine deals with customers' tokens; nil when there are none.
    var policy: AuthorizationPolicy? {
        switch self {
        case .project(_, usesCustomerToken: false): nil
        // The vendor asks its provider anew for every request, so there is
        // nothing to renew or to repeat.
        case .project: AuthorizationPolicy(isAskedEachTime: true, retryDelay: nil)
        case .stream: AuthorizationPolicy(isAskedEachTime: false, retryDelay: 1000)
        }
    }

    /// Whether an answer that turns a delivery down may be different next time
    /// without anything being set right by hand.
    var isForgivingDeliveries: Bool {
        if case .stream = self { true } else { false }
    }
}
