import CCurl

/// The options of one transfer.
struct CurlSetup {
    let easy: UnsafeMutableRawPointer

    /// What holds for every request. False when libcurl refuses one of them;
    /// a request that would go out with less protection is not sent.
    func apply(_ options: CurlOptions) -> Bool {
        let trustsOwn = options.caFile != nil || options.caPath != nil
        return set(CURLOPT_NOSIGNAL, 1)
            // A host name being looked up must not hold up giving up.
            && set(CURLOPT_QUICK_EXIT, 1)
            && set(CURLOPT_PROTOCOLS_STR, "http,https")
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
            && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            && set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
            && set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
            && (!trustsOwn || trust(options))
            // An empty text keeps libcurl from asking the environment.
            && set(CURLOPT_PROXY, options.proxy ?? "")
            && set(CURLOPT_NOPROXY, options.noProxy ?? "")
            && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            && set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            && set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
            && set(CURLOPT_USERAGENT, options.userAgent)
            && set(
                CURLOPT_CONNECTTIMEOUT_MS,
                Int(min(max(options.connectTimeout, 1), Int64(Int32.max))))
    }

    /// What this request is. libcurl copies all of it but `headers`.
    func apply(_ request: OutgoingRequest, _ headers: UnsafeMutablePointer<curl_slist>?) -> Bool {
        guard set(CURLOPT_URL, request.url),
            personalize_curl_set_data(easy, CURLOPT_HTTPHEADER, headers) == CURLE_OK
        else { return false }
        switch (request.method, request.body) {
        case ("GET", nil): return set(CURLOPT_HTTPGET, 1)
        case ("HEAD", _): return set(CURLOPT_NOBODY, 1)
        case ("POST", let body): return send(body ?? "")
        case (let method, let body?): return send(body) && set(CURLOPT_CUSTOMREQUEST, method)
        case (let method, nil): return set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    /// The request's headers as libcurl takes them; nil without memory.
    ///
    /// A name with a bare colon takes a header away that libcurl would add:
    /// waiting for permission to send a body, and a guess at what it is.
    func headerLines(of request: OutgoingRequest) -> UnsafeMutablePointer<curl_slist>? {
        var lines = request.has("expect") ? [] : ["Expect:"]
        if !request.has("content-type") { lines.append("Content-Type:") }
        for header in request.headers {
            let isEmpty = header.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            lines.append(isEmpty ? header.name + ";" : header.name + ": " + header.value)
        }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                curl_slist_free_all(list)
                return nil
            }
            list = longer
        }
        return list
    }

    /// Trusts what was configured and nothing else.
    private func trust(_ options: CurlOptions) -> Bool {
        for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO]
        where !set(option, options.caFile) { return false }
        for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH]
        where !set(option, options.caPath) { return false }
        return true
    }

    private func send(_ body: String) -> Bool {
        var body = body
        return body.withUTF8 { bytes in
            guard
                personalize_curl_set_size(
                    easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK
            else { return false }
            guard let start = bytes.baseAddress, !bytes.isEmpty else {
                return set(CURLOPT_COPYPOSTFIELDS, "")
            }
            return personalize_curl_set_data(easy, CURLOPT_COPYPOSTFIELDS, start) == CURLE_OK
        }
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        personalize_curl_set_long(easy, option, value) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String?) -> Bool {
        personalize_curl_set_text(easy, option, value) == CURLE_OK
    }
}
