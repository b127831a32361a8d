/// What stands between the parentheses of a `url()`.
struct StyleURL {
    /// From the first byte that is no space to behind the last one.
    let start: Int
    let end: Int
    /// Trimmed; nil when it is not one URL, for which nothing is loaded.
    let url: String?

    init(in source: StyleSource, after parenthesis: Int) {
        let bytes = source.bytes
        var start = parenthesis
        while start < bytes.count && ASCII.isSpace(bytes[start]) { start += 1 }
        self.start = start
        if start < bytes.count, bytes[start] == 0x22 || bytes[start] == 0x27 {
            let (end, isBroken) = source.afterString(from: start)
            self.end = end
            let isClosed = end - 1 > start && bytes[end - 1] == bytes[start]
            url =
                isBroken
                ? nil : URLScheme.trimmed(source.resolved(start + 1, isClosed ? end - 1 : end))
            return
        }
        var end = start
        while end < bytes.count && bytes[end] != 0x29 {
            end += bytes[end] == 0x5C ? 2 : 1
        }
        end = min(end, bytes.count)
        while end > start && ASCII.isSpace(bytes[end - 1])
            && !(end - 2 >= start && bytes[end - 2] == 0x5C)
        {
            end -= 1
        }
        self.end = end
        let isOne = bytes[start..<end].allSatisfy {
            $0 > 0x20 && $0 != 0x22 && $0 != 0x27 && $0 != 0x28 && $0 != 0x7F
        }
        let hasEscape = bytes[start..<end].contains(0x5C)
        url =
            isOne || hasEscape ? URLScheme.trimmed(source.resolved(start, end)) : nil
    }
}
