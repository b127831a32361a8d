/// The day a week begins with where a locale's country says so: 0 for Sunday.
enum WeekStart {
    private static let sunday = [
        "AG", "AS", "AU", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CN", "CO", "DM", "DO", "ET",
        "GT", "GU", "HK", "HN", "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM",
        "MO", "MT", "MX", "MZ", "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG",
        "SV", "TH", "TT", "TW", "UM", "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
    ]
    private static let saturday = [
        "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
    ]

    /// Sunday without a locale, as in en_US; Monday where a country is not known.
    static func of(locale: String) -> Int64 {
        guard !locale.isEmpty else { return 0 }
        let parts = locale.utf8.split { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        for part in parts.dropFirst() {
            let country = String(decoding: part, as: UTF8.self).uppercased()
            if sunday.contains(country) { return 0 }
            if saturday.contains(country) { return 6 }
        }
        return 1
    }
}
