/// Names of hosts, as settings and servers give them.
enum HostName {
    /// Without white space around it and in lower case.
    static func normalized(_ text: String) -> String {
        var bytes = Substring(text)
        while let first = bytes.first, first.isWhitespace { bytes.removeFirst() }
        while let last = bytes.last, last.isWhitespace { bytes.removeLast() }
        return String(
            decoding: bytes.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self)
    }

    /// Letters, digits, dots and dashes, beginning and ending with neither of
    /// the last two.
    static func isHost(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last,
            (1...253).contains(text.utf8.count)
        else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && text.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D || $0 == 0x2E }
    }

    /// The same with a port behind it, perhaps.
    static func isHostAndPort(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, isHost(String(host)), parts.count <= 2 else { return false }
        guard parts.count == 2 else { return true }
        guard let port = Int(parts[1]), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        return (1...65_535).contains(port)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }
}
