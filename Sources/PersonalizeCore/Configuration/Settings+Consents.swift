import PersonalizeJSON

extension Settings {
    /// Consent at the first start: one word for every purpose, or an object
    /// with one for each. What is left out is granted.
    public func consents(_ key: String = "consent") throws(PersonalizeError) -> Consents {
        let words = Consent.allCases.map(\.rawValue)
        var consents = Consents.granted
        guard let value = try optional(key, as: .value) else { return consents }
        guard let object = value.object else {
            let word = try optional(key, as: .string(of: words))
            return Consents(word.flatMap(Consent.init(rawValue:)) ?? .granted)
        }
        let own = Settings(object, path: fields.path(of: key), vendor: vendor)
        try own.refuseUnknown(allowed: Purpose.allCases.map(\.rawValue))
        for purpose in Purpose.allCases {
            let word = try own.optional(purpose.rawValue, as: .string(of: words))
            if let consent = word.flatMap(Consent.init(rawValue:)) { consents[purpose] = consent }
        }
        return consents
    }
}
