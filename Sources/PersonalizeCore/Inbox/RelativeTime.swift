public import PersonalizeJSON

/// Says how long ago something was, in its largest unit: `2 hours ago`.
///
/// The host's words, all of them optional:
///
///     {"language": "cs",
///      "units": {"hour": {"past": {"one": "před {n} hodinou", "few": "…", "other": "…"},
///                         "future": {"other": "za {n} h"}}}}
///
/// Units are `second`, `minute`, `hour`, `day`, `week`, `month` and `year`;
/// what is not given is English.
public struct RelativeTime: Sendable {
    /// The names of units, largest first.
    public enum Unit: String, Sendable, CaseIterable {
        case year
        case month
        case week
        case day
        case hour
        case minute
        case second
    }

    private let language: String
    private let units: JSONObject

    /// - Parameter words: as described above; the last ones win.
    public init(_ words: [JSONObject]) {
        var language = "en"
        var units = JSONObject()
        for each in words {
            if let name = each["language"]?.string { language = name }
            if let given = each["units"]?.object { units.merge(given) }
        }
        self.language = String(
            language.prefix { $0 != "-" && $0 != "_" && $0 != "." }
        ).lowercased()
        self.units = units
    }

    /// The text for a wall millisecond, seen from `now`. What has just
    /// happened, and what lies ahead, is `in` so long.
    public func text(_ moment: Int64, at now: Instant) -> String {
        let isPast = moment < now.wall
        let (number, unit) =
            isPast
            ? Self.distance(from: moment, to: now.wall, offset: now.offset)
            : Self.distance(from: now.wall, to: moment, offset: now.offset)
        return text(number, unit, isPast: isPast)
    }

    private func text(_ number: Int64, _ unit: Unit, isPast: Bool) -> String {
        let given = units[unit.rawValue]?[isPast ? "past" : "future"]
        let form = PluralRule.form(of: number, language: language)
        let own =
            given?.string ?? given?[form.rawValue]?.string
            ?? given?[PluralRule.Form.other.rawValue]?.string
        let template = own ?? Self.english(number, unit, isPast: isPast)
        return Self.filled(template, with: number)
    }

    private static func english(_ number: Int64, _ unit: Unit, isPast: Bool) -> String {
        let name = number == 1 ? unit.rawValue : unit.rawValue + "s"
        return isPast ? "{n} \(name) ago" : "in {n} \(name)"
    }

    private static func filled(_ template: String, with number: Int64) -> String {
        let mark = Array("{n}".utf8)
        let bytes = Array(template.utf8)
        var filled: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index...].starts(with: mark) {
                filled.append(contentsOf: String(number).utf8)
                index += mark.count
            } else {
                filled.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: filled, as: UTF8.self)
    }

    /// The whole units between two wall milliseconds, in the largest unit of
    /// which there is one. Months and years are those of the calendar.
    static func distance(from: Int64, to: Int64, offset: Int64) -> (Int64, Unit) {
        let (milliseconds, overflow) = to.subtractingReportingOverflow(from)
        guard !overflow, milliseconds >= 0 else { return (0, .second) }
        let seconds = milliseconds / 1000
        let days = seconds / 86_400
        if days >= 28 {
            let months = CivilDate(from, offset: offset).months(
                to: CivilDate(to, offset: offset))
            if months >= 12 { return (months / 12, .year) }
            if months >= 1 { return (months, .month) }
        }
        if days >= 7 { return (days / 7, .week) }
        if days >= 1 { return (days, .day) }
        if seconds >= 3600 { return (seconds / 3600, .hour) }
        if seconds >= 60 { return (seconds / 60, .minute) }
        return (seconds, .second)
    }
}

/// A moment by the calendar.
struct CivilDate: Sendable, Equatable {
    var year: Int64
    var month: Int64
    var day: Int64
    /// Milliseconds since midnight.
    var time: Int64

    /// - Parameters:
    ///   - wall: milliseconds since 1970 UTC; clamped to some 270,000 years.
    ///   - offset: seconds that local time is ahead of UTC.
    init(_ wall: Int64, offset: Int64) {
        let bound: Int64 = 1 << 53
        let local = min(max(wall, -bound), bound) + min(max(offset, -86_400), 86_400) * 1000
        let length: Int64 = 86_400_000
        time = (local % length + length) % length
        // Counted from a first of March, leap days come last in their years.
        let days = (local - time) / length + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Whole months until a later moment.
    func months(to later: CivilDate) -> Int64 {
        let months = (later.year - year) * 12 + later.month - month
        let isShort = (later.day, later.time) < (day, time)
        return max(isShort ? months - 1 : months, 0)
    }
}
