import CCurl

/// A URL taken apart so that two spellings of one place are equal.
struct ComparableURL: Equatable {
    /// What has to be equal.
    struct Place: Equatable {
        var scheme: String
        var host: String
        var path: String
        var query: String
    }

    /// What tells apart two URLs of one place, when there is a choice.
    struct Detail: Equatable {
        var port: String
        var fragment: String
    }

    var place: Place
    var detail: Detail

    init(_ url: String) {
        let url = URLScheme.resolved(url)
        if URLScheme.isWeb(url), let web = Self.web(url) {
            self = web
        } else {
            self = Self.opaque(url)
        }
    }

    private init(place: Place, detail: Detail) {
        self.place = place
        self.detail = detail
    }

    /// Browsers read `\` in a web URL as `/`, up to the query.
    private static func web(_ url: String) -> ComparableURL? {
        var bytes = Array(url.utf8)
        for index in bytes.indices {
            if bytes[index] == 0x3F || bytes[index] == 0x23 { break }
            if bytes[index] == 0x5C { bytes[index] = 0x2F }
        }
        let text = PercentEncoding.normalised(String(decoding: bytes, as: UTF8.self))
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = part(handle, CURLUPART_SCHEME), let host = part(handle, CURLUPART_HOST)
        else { return nil }
        let port = part(handle, CURLUPART_PORT) ?? ""
        let isDefault = port == (ASCII.lower(scheme) == "https" ? "443" : "80")
        return ComparableURL(
            place: Place(
                scheme: ASCII.lower(scheme),
                host: HostName.normalised(host),
                path: comparable(path: part(handle, CURLUPART_PATH) ?? ""),
                query: PercentEncoding.normalised(part(handle, CURLUPART_QUERY) ?? "")),
            detail: Detail(
                port: isDefault ? "" : port,
                fragment: PercentEncoding.normalised(part(handle, CURLUPART_FRAGMENT) ?? "")))
    }

    private static func part(_ handle: OpaquePointer, _ part: CURLUPart) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &value, 0) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }

    /// No parser knows the schemes of apps. Everything behind the scheme
    /// counts, in its own case, so that `tel:1` is not `tel:2`.
    private static func opaque(_ url: String) -> ComparableURL {
        let (scheme, rest) = URLScheme.split(url) ?? ("", Substring(url))
        let (beforeFragment, fragment) = cut(rest, at: 0x23)
        let (path, query) = cut(beforeFragment, at: 0x3F)
        let text = PercentEncoding.normalised(path)
        return ComparableURL(
            place: Place(
                scheme: scheme, host: "",
                path: text.hasPrefix("/") ? comparable(path: text) : text,
                query: PercentEncoding.normalised(query)),
            detail: Detail(port: "", fragment: PercentEncoding.normalised(fragment)))
    }

    private static func cut(
        _ text: Substring, at byte: UInt8
    ) -> (Substring, Substring) {
        guard let index = text.utf8.firstIndex(of: byte) else { return (text, "") }
        return (text[..<index], text[text.utf8.index(after: index)...])
    }

    private static func comparable(path: String) -> String {
        let path = PercentEncoding.normalised(path)
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
