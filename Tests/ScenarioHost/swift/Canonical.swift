import Personalize

/// JSON text that does not depend on who writes it: keys sorted, no white
/// space, numbers in their shortest form. The hosts in C and Python write the
/// same.
func canonical(_ value: JSONValue) -> String {
    var text = ""
    write(value, to: &text)
    return text
}

private func write(_ value: JSONValue, to text: inout String) {
    if let object = value.object {
        let members = object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        text += "{"
        for (index, member) in members.enumerated() {
            if index > 0 { text += "," }
            write(string: member.key, to: &text)
            text += ":"
            write(member.value, to: &text)
        }
        text += "}"
    } else if let array = value.array {
        text += "["
        for (index, element) in array.enumerated() {
            if index > 0 { text += "," }
            write(element, to: &text)
        }
        text += "]"
    } else if let string = value.string {
        write(string: string, to: &text)
    } else if let bool = value.bool {
        text += bool ? "true" : "false"
    } else if case .integer(let integer) = value {
        text += String(integer)
    } else if let double = value.double {
        text += double.description
    } else {
        text += "null"
    }
}

private func write(string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\u{08}": text += "\\b"
        case "\u{0C}": text += "\\f"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
    text += "\""
}
