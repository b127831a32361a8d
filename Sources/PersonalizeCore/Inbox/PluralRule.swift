/// Which form of a word goes with a number.
///
/// The rules of the languages hosts are likely to speak, for whole numbers;
/// any other language follows the rule of English.
enum PluralRule {
    enum Form: String, Sendable {
        case zero
        case one
        case two
        case few
        case many
        case other
    }

    static func form(of number: Int64, language: String) -> Form {
        let tens = number % 100
        let units = number % 10
        switch language {
        case "ja", "ko", "zh", "th", "vi", "id", "ms": return .other
        case "fr", "pt": return number <= 1 ? .one : .other
        case "cs", "sk":
            return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case "pl":
            if number == 1 { return .one }
            return isFew(units, tens) ? .few : .many
        case "ru", "uk", "be", "sr", "hr", "bs":
            if units == 1, tens != 11 { return .one }
            return isFew(units, tens) ? .few : .many
        case "sl":
            switch tens {
            case 1: return .one
            case 2: return .two
            case 3, 4: return .few
            default: return .other
            }
        case "lt":
            if (11...19).contains(tens) || units == 0 { return .other }
            return units == 1 ? .one : .few
        case "ro":
            if number == 1 { return .one }
            return number == 0 || (1...19).contains(tens) ? .few : .other
        case "ar":
            switch number {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default:
                return (3...10).contains(tens) ? .few : tens >= 11 ? .many : .other
            }
        default: return number == 1 ? .one : .other
        }
    }

    private static func isFew(_ units: Int64, _ tens: Int64) -> Bool {
        (2...4).contains(units) && !(12...14).contains(tens)
    }
}
