public import PersonalizeJSON

extension ConditionRules {
    /// A property's value by the vendor's rules for names; nil when it is
    /// missing, which null is as well.
    public func value(of name: String, in properties: JSONObject) -> JSONValue? {
        if let value = ownValue(of: name, in: properties) { return value }
        for alias in aliases where alias.name == name {
            if let value = ownValue(of: alias.substitute, in: properties) { return value }
        }
        return nil
    }

    /// The exact spelling wins, then the normal one, then the first member
    /// that comes to the same name.
    private func ownValue(of name: String, in properties: JSONObject) -> JSONValue? {
        if let value = Self.present(properties[name]) { return value }
        guard normalizesNames else { return nil }
        let wanted = NormalName.of(name)
        if let value = Self.present(properties[wanted]) { return value }
        for (key, value) in properties.members
        where !value.isNull && NormalName.isSame(key, wanted) {
            return value
        }
        return nil
    }

    private static func present(_ value: JSONValue?) -> JSONValue? {
        guard let value, !value.isNull else { return nil }
        return value
    }

    /// Whether two names mean the same.
    public func areSame(_ left: String, _ right: String) -> Bool {
        normalizesNames ? NormalName.of(left) == NormalName.of(right) : left == right
    }

    /// The form of a name under which an index keeps it.
    public func key(of name: String) -> String {
        normalizesNames ? NormalName.of(name) : name
    }
}

/// Names without white space and without upper-case ASCII letters.
enum NormalName {
    static func of(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !isUpper($0) }) { return name }
        if name.utf8.allSatisfy({ $0 < 0x80 }) {
            let bytes = name.utf8.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
            return String(decoding: bytes.map { isUpper($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        }
        var normal = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !scalar.properties.isWhitespace {
            normal.append(folded(scalar))
        }
        return String(normal)
    }

    /// Whether `name` comes to `normal`, which is normal already.
    static func isSame(_ name: String, _ normal: String) -> Bool {
        var wanted = normal.unicodeScalars.makeIterator()
        for scalar in name.unicodeScalars where !scalar.properties.isWhitespace {
            guard wanted.next() == folded(scalar) else { return false }
        }
        return wanted.next() == nil
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.value >= 0x41, scalar.value <= 0x5A else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) | 0x20)
    }
}
