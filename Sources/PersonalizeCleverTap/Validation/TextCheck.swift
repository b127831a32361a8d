import PersonalizeCore

/// What names, keys and texts may hold, and how long they may be, in bytes of
/// UTF-8 as the vendor's documents count.
enum TextCheck {
    static let nameLength = 512
    static let keyLength = 120
    static let textLength = 512

    private static let inNames: Set<Character> = [".", ":", "$", "'", "\"", "\\"]
    private static let inKeys: Set<Character> = [":", "$", "'", "\"", "\\"]
    private static let inTexts: Set<Character> = ["'", "\"", "\\"]

    static func name(_ text: String) -> (text: String, fault: ReportFault?) {
        clean(text, without: inNames, length: nameLength, code: 510, what: "event name")
    }

    static func key(_ text: String) -> (text: String, fault: ReportFault?) {
        clean(text, without: inKeys, length: keyLength, code: 520, what: "key")
    }

    static func text(_ text: String, of key: String) -> (text: String, fault: ReportFault?) {
        clean(
            text, without: inTexts, length: textLength, code: 521, what: "value of key '\(key)'")
    }

    private static func clean(
        _ text: String, without characters: Set<Character>, length: Int, code: Int64, what: String
    ) -> (text: String, fault: ReportFault?) {
        let allowed = SettingRules.trimmed(text.filter { !characters.contains($0) })
        guard allowed.utf8.count <= length else {
            return (
                cut(allowed, to: length),
                ReportFault(code, "too_long", "\(what) exceeds \(length) bytes, trimmed")
            )
        }
        guard allowed.utf8.count == SettingRules.trimmed(text).utf8.count else {
            return (
                allowed, ReportFault(code, "invalid_characters", "\(what) has characters removed")
            )
        }
        return (allowed, nil)
    }

    /// The longest beginning that has so many bytes, in whole characters.
    private static func cut(_ text: String, to length: Int) -> String {
        var result = ""
        var bytes = 0
        for character in text {
            bytes += character.utf8.count
            guard bytes <= length else { break }
            result.append(character)
        }
        return result
    }
}
