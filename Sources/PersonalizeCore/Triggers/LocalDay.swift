/// A day of the calendar on the host's wall.
struct LocalDay: Sendable, Equatable {
    /// Days since 1970-01-01, in local time.
    let number: Int64
    /// Milliseconds that local time is ahead of UTC.
    private let offset: Int64

    private static let length: Int64 = 86_400_000

    init(at now: Instant) {
        offset = max(-Self.length, min(Self.length, now.offset.multipliedClamped(by: 1_000)))
        let (local, overflow) = now.wall.addingReportingOverflow(offset)
        let moment = overflow ? now.wall : local
        number = moment / Self.length - (moment % Self.length < 0 ? 1 : 0)
    }

    /// The wall millisecond of the midnight that began the day so many days
    /// earlier. At the present offset: a change of the clock within the window
    /// is not known.
    func start(back days: Int64) -> Int64 {
        let day = number.subtractingReportingOverflow(days)
        guard !day.overflow else { return .min }
        let (start, overflow) = day.partialValue.multipliedReportingOverflow(by: Self.length)
        return overflow ? .min : start &- offset
    }

    /// Days since the last such day of the week, 0 for Sunday to 6 for
    /// Saturday; 0 on the day itself.
    func daysSince(weekday: Int64) -> Int64 {
        // 1970-01-01 was a Thursday.
        let today = ((number % 7) + 7 + 4) % 7
        return (today - weekday % 7 + 7) % 7
    }

    /// The date as `20261121`.
    var compactDate: String {
        let (year, month, day) = date
        return Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2)
    }

    /// Howard Hinnant's way from days to a date: eras of 400 years, and years
    /// that begin in March so that a leap day is the last.
    private var date: (year: Int64, month: Int64, day: Int64) {
        let shifted = number &+ 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        return (
            yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
            ofYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(max(number, 0))
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int64 {
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        guard overflow else { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}
