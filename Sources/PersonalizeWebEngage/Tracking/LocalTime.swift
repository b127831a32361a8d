import PersonalizeCore

/// Local time with its offset, as the REST interface wants it:
/// `2018-09-15T18:29:00-0800`.
enum LocalTime {
    static func text(_ now: Instant) -> String {
        let (local, overflow) = floor(now.wall, 1_000).addingReportingOverflow(now.offset)
        let seconds = overflow ? 0 : local
        let day = floor(seconds, 86_400)
        let time = seconds &- day &* 86_400
        let (year, month, date) = calendar(day)
        let ahead = now.offset.magnitude
        return "\(pad(year, 4))-\(pad(month, 2))-\(pad(date, 2))T"
            + "\(pad(time / 3_600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2))"
            + "\(now.offset < 0 ? "-" : "+")\(pad(Int64(ahead / 3_600 % 100), 2))"
            + "\(pad(Int64(ahead / 60 % 60), 2))"
    }

    private static func floor(_ value: Int64, _ divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient &- 1 : quotient
    }

    private static func pad(_ number: Int64, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Years count from March within, so that the odd day is the last.
    private static func calendar(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day &+ 719_468
        let era = floor(shifted, 146_097)
        let dayOfEra = shifted &- era &* 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let date = dayOfYear - (153 * month + 2) / 5 + 1
        let year = era &* 400 &+ yearOfEra &+ (month >= 10 ? 1 : 0)
        return (year, month < 10 ? month + 3 : month - 9, date)
    }
}
