import PersonalizeCore
import PersonalizeJSON

extension FieldType where Value == String {
    /// An id: text that is not blank, without the space around it.
    static var id: FieldType {
        string.map(orRefuse: "must not be blank") { text in
            let scalars = text.unicodeScalars
            guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
                let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
            else { return nil }
            return String(scalars[first...last])
        }
    }
}

extension FieldType where Value == Int64 {
    /// A whole number that is not negative.
    static var count: FieldType { integer(in: 0...Int64.max) }

    /// A time as wall milliseconds; one between two counts as the later.
    static var time: FieldType {
        FieldType<String>.string.map(
            orRefuse: "is no time such as 2025-06-15T08:00:00Z", RFC3339.milliseconds)
    }
}

extension FieldType where Value == Double {
    /// A number that is not negative.
    static var amount: FieldType {
        double.map(orRefuse: "must not be negative") { $0 < 0 ? nil : $0 }
    }
}

extension Int64 {
    /// The nearest whole number there is.
    init(clamping milliseconds: Double) {
        let rounded = milliseconds.rounded()
        self = Int64(exactly: rounded) ?? (rounded > 0 ? .max : rounded < 0 ? .min : 0)
    }
}

/// Text of a payload as messages show it: one of a MiB must not fill a log.
enum Shortened {
    static func text(_ text: String) -> String {
        guard text.utf8.count > 64 else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))) + "..."
    }
}
