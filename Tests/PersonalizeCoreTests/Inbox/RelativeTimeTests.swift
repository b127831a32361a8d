import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct RelativeTimeTests {
    private static let second: Int64 = 1000
    private static let day: Int64 = 86_400_000
    /// 2026-03-31 12:00 UTC.
    private static let noon: Int64 = 1_774_958_400_000

    private func text(_ difference: Int64, words: JSONObject = [:], offset: Int64 = 0) -> String {
        RelativeTime([words]).text(
            Self.noon &+ difference, at: Instant(wall: Self.noon, monotonic: 0, offset: offset))
    }

    static let distances: [(Int64, String)] = [
        (0, "in 0 seconds"),
        (-1, "1 second ago"),
        (-59, "59 seconds ago"),
        (-60, "1 minute ago"),
        (-3599, "59 minutes ago"),
        (-3600, "1 hour ago"),
        (-7200, "2 hours ago"),
        (-86399, "23 hours ago"),
        (-86400, "1 day ago"),
        (-518400, "6 days ago"),
        (-604800, "1 week ago"),
        (-2332800, "3 weeks ago"),
        (-2678400, "1 month ago"),
        (-31536000, "1 year ago"),
        (-31449600, "11 months ago"),
        (-63158400, "2 years ago"),
        (5, "in 5 seconds"),
        (86400, "in 1 day"),
        (34560000, "in 1 year"),
    ]

    @Test(arguments: distances)
    func largestUnit(seconds: Int64, expected: String) {
        #expect(text(seconds * Self.second) == expected)
    }

    /// A month is over on the same day of the next, at the same time.
    @Test func monthsAreThoseOfTheCalendar() {
        let april = Instant(wall: Self.noon + 10 * Self.day, monotonic: 0)
        let march = april.wall - 31 * Self.day
        #expect(RelativeTime([]).text(march, at: april) == "1 month ago")
        #expect(RelativeTime([]).text(march + 1, at: april) == "4 weeks ago")
        let east = Instant(wall: april.wall, monotonic: 0, offset: 50_400)
        #expect(RelativeTime([]).text(march + 1, at: east) == "4 weeks ago")
        #expect(text(-28 * Self.day) == "4 weeks ago")
    }

    @Test func absurdMomentsAreTexts() {
        for moment in [Int64.min, .max, 0] {
            let text = RelativeTime([]).text(moment, at: Instant(wall: .max, monotonic: 0))
            #expect(!text.isEmpty)
        }
        #expect(!RelativeTime([]).text(.max, at: Instant(wall: .min, monotonic: 0)).isEmpty)
    }

    static let forms: [(String, Int64, String)] = [
        ("cs", 1, "one"),
        ("cs", 3, "few"),
        ("cs", 5, "other"),
        ("pl", 22, "few"),
        ("pl", 12, "many"),
        ("ru", 21, "one"),
        ("ru", 11, "many"),
        ("uk", 2, "few"),
        ("ja", 1, "other"),
        ("fr", 0, "one"),
        ("fr-CA", 2, "other"),
        ("de", 1, "one"),
        ("sl", 2, "two"),
        ("lt", 21, "one"),
        ("lt", 2, "few"),
        ("ro", 5, "few"),
        ("ar", 2, "two"),
        ("ar", 5, "few"),
        ("ar", 11, "many"),
        ("xx", 7, "other"),
    ]

    @Test(arguments: forms)
    func formsOfOtherLanguages(language: String, number: Int64, form: String) {
        let forms = JSONObject(
            ["zero", "one", "two", "few", "many", "other"].map { ($0, .string("\($0) {n}")) })
        let words: JSONObject = [
            "language": .string(language),
            "units": ["second": ["past": .object(forms), "future": .object(forms)]],
        ]
        #expect(text(number * Self.second, words: words) == "\(form) \(number)")
    }

    @Test func aPlainTextServesEveryNumber() {
        let words: JSONObject = ["units": ["day": ["past": "{n}d{n}"]]]
        #expect(text(-3 * Self.day, words: words) == "3d3")
        #expect(text(3 * Self.day, words: words) == "in 3 days")
    }
}
