import CCurl

/// libcurl as a whole, which a process sets up once and never tears down.
enum CurlLibrary {
    /// Sets it up on first use. False when it cannot be used.
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
