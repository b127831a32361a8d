/// Dates as HTTP headers write them: `Sun, 06 Nov 1994 08:49:37 GMT`. The two
/// obsolete forms are not read: a server that sends them gets our own delay.
enum HTTPDate {
    /// Wall milliseconds; nil when the text is no such date.
    static func milliseconds(_ text: String) -> Int64? {
        let fields = text.split(separator: " ", omittingEmptySubsequences: true)
        guard fields.count == 6, fields[5] == "GMT",
            let day = Int64(fields[1]), (1...31).contains(day),
            let month = months.firstIndex(of: String(fields[2])),
            let year = Int64(fields[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = fields[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = Int64(clock[0]), (0...23).contains(hour),
            let minute = Int64(clock[1]), (0...59).contains(minute),
            let second = Int64(clock[2]), (0...60).contains(second)
        else { return nil }
        let days = days(year: year, month: Int64(month) + 1, day: day)
        return ((days * 24 + hour) * 60 + minute) * 60_000 + second * 1000
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Days since 1970 in the Gregorian calendar, counting years from March
    /// so that the leap day is the last of its year.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }
}
