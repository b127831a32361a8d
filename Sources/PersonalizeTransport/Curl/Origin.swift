import CCurl

/// Who a request goes to: what a secret is meant for.
struct Origin: Equatable {
    var scheme: String
    var host: String
    var port: String

    /// Nil when libcurl cannot make sense of the URL.
    init?(_ url: String) {
        guard let parser = curl_url() else { return nil }
        defer { curl_url_cleanup(parser) }
        guard curl_url_set(parser, CURLUPART_URL, url, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parser),
            let host = Self.part(CURLUPART_HOST, of: parser),
            let port = Self.part(CURLUPART_PORT, of: parser)
        else { return nil }
        self.scheme = HTTPText.lowercased(scheme)
        self.host = HTTPText.lowercased(host)
        self.port = port
    }

    private static func part(_ part: CURLUPart, of parser: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let flags = UInt32(CURLU_DEFAULT_PORT)
        guard curl_url_get(parser, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
