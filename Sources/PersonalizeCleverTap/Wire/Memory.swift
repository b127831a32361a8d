import PersonalizeJSON

/// What is kept between requests, by its names in the vendor's format.
enum Memory {
    /// In the account's memory: the domain that the vendor named.
    static let domain = "domain"
    /// In a profile's: the vendor's cookie.
    static let parameters = "arp"
    static let cookies = ["_i", "_j"]
    /// The seconds of the last and the first request that was answered.
    static let last = "l_ts"
    static let first = "f_ts"
    /// In a session's: what was clicked last.
    static let reference = "wzrk_ref"
}
