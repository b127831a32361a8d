/// Whether something may be done for a vendor.
public enum Consent: String, Sendable, CaseIterable {
    case granted
    case denied
    /// Not asked yet: what was to be done waits.
    case unknown
}

/// What consent is given for.
public enum Purpose: String, Sendable, CaseIterable {
    /// Telling the vendor what the customer does.
    case tracking
    /// Asking the vendor what this customer is to see.
    case personalization
}

/// The consent given to one vendor, by purpose.
public struct Consents: Sendable, Equatable {
    public var tracking: Consent
    public var personalization: Consent

    public init(tracking: Consent, personalization: Consent) {
        self.tracking = tracking
        self.personalization = personalization
    }

    /// The same for every purpose.
    public init(_ consent: Consent) {
        self.init(tracking: consent, personalization: consent)
    }

    public static let granted = Consents(.granted)
    public static let denied = Consents(.denied)
    public static let unknown = Consents(.unknown)

    public subscript(purpose: Purpose) -> Consent {
        get {
            switch purpose {
            case .tracking: tracking
            case .personalization: personalization
            }
        }
        set {
            switch purpose {
            case .tracking: tracking = newValue
            case .personalization: personalization = newValue
            }
        }
    }
}
