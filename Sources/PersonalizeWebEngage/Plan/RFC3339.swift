/// Times with an offset, as the payload writes them.
enum RFC3339 {
    /// Wall milliseconds; nil when it is no such time. A time between two
    /// milliseconds counts as the later one.
    static func milliseconds(_ text: String) -> Int64? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let day = reader.day(), reader.takeAny(of: "Tt "),
            let hour = reader.number(2, in: 0...23), reader.take(":"),
            let minute = reader.number(2, in: 0...59), reader.take(":"),
            let second = reader.number(2, in: 0...60), let fraction = reader.fraction(),
            let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let seconds = day * 86_400 + hour * 3_600 + minute * 60 + second - offset
        return seconds * 1_000 + fraction
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func take(_ character: Character) -> Bool {
            guard position < bytes.count, bytes[position] == character.asciiValue else {
                return false
            }
            position += 1
            return true
        }

        mutating func takeAny(of characters: String) -> Bool {
            for character in characters where take(character) { return true }
            return false
        }

        mutating func number(_ digits: Int, in range: ClosedRange<Int64>) -> Int64? {
            var value: Int64 = 0
            for _ in 0..<digits {
                guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else {
                    return nil
                }
                value = value * 10 + Int64(bytes[position] - 0x30)
                position += 1
            }
            return range.contains(value) ? value : nil
        }

        /// Days since 1970.
        mutating func day() -> Int64? {
            guard let year = number(4, in: 0...9999), take("-"),
                let month = number(2, in: 1...12), take("-"),
                let day = number(2, in: 1...31), day <= Self.days(year, month)
            else { return nil }
            let shifted = month <= 2 ? year - 1 : year
            let era = (shifted >= 0 ? shifted : shifted - 399) / 400
            let yearOfEra = shifted - era * 400
            let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
            let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            return era * 146_097 + dayOfEra - 719_468
        }

        private static func days(_ year: Int64, _ month: Int64) -> Int64 {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }

        /// Milliseconds, rounded up; nil when a point has no digits.
        mutating func fraction() -> Int64? {
            guard take(".") else { return 0 }
            var value: Int64 = 0
            var digits = 0
            var isMore = false
            while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
                let digit = Int64(bytes[position] - 0x30)
                position += 1
                digits += 1
                if digits <= 3 { value = value * 10 + digit } else if digit > 0 { isMore = true }
            }
            guard digits > 0 else { return nil }
            for _ in min(digits, 3)..<3 { value *= 10 }
            return isMore ? value + 1 : value
        }

        /// Seconds ahead of UTC; nil when it is not said.
        mutating func offset() -> Int64? {
            if takeAny(of: "Zz") { return 0 }
            let isBehind = position < bytes.count && bytes[position] == UInt8(ascii: "-")
            guard takeAny(of: "+-"), let hours = number(2, in: 0...23), take(":"),
                let minutes = number(2, in: 0...59)
            else { return nil }
            let seconds = hours * 3_600 + minutes * 60
            return isBehind ? -seconds : seconds
        }
    }
}
