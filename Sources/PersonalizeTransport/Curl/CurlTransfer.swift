import CCurl
import PersonalizeCore

/// One request under way in libcurl, from redirect to redirect.
final class CurlTransfer {
    let id: Int64
    /// When it is given up, and after how long that is.
    let deadline: Int64
    let timeout: Int64
    private(set) var request: OutgoingRequest
    private(set) var redirects = 0

    private(set) var easy: UnsafeMutableRawPointer?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let detail = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var body: [UInt8] = []
    private var headerBytes = 0
    private var isTooLarge = false
    private var hasTooLongHeaders = false

    private static let maximumHeaderBytes = 64 << 10

    init(id: Int64, request: OutgoingRequest, timeout: Int64, deadline: Int64) {
        self.id = id
        self.request = request
        self.timeout = timeout
        self.deadline = deadline
        detail.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit { detail.deallocate() }

    /// Sets libcurl up for the request as it stands. False when libcurl
    /// refuses an option. The transfer must outlive what is set up.
    func prepare(_ options: CurlOptions) -> Bool {
        release()
        body = []
        headerBytes = 0
        detail[0] = 0
        guard let easy = curl_easy_init() else { return false }
        self.easy = easy
        let user = Unmanaged.passUnretained(self).toOpaque()
        personalize_curl_set_data(easy, CURLOPT_PRIVATE, user)
        personalize_curl_set_data(easy, CURLOPT_ERRORBUFFER, detail)
        personalize_curl_set_data(easy, CURLOPT_WRITEDATA, user)
        personalize_curl_set_receive(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, user in
            CurlTransfer.from(user)?.receive(bytes, size &* count) ?? 0
        }
        personalize_curl_set_data(easy, CURLOPT_HEADERDATA, user)
        personalize_curl_set_receive(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, user in
            CurlTransfer.from(user)?.receiveHeader(size &* count) ?? 0
        }
        let setup = CurlSetup(easy: easy)
        headers = setup.headerLines(of: request)
        return headers != nil && setup.apply(options) && setup.apply(request, headers)
    }

    /// How the request ended; nil when it goes on somewhere else and has to
    /// be prepared again.
    func settle(_ code: CURLcode, _ options: CurlOptions) -> Exchange? {
        guard let easy else { return nil }
        if isTooLarge { return .failure(.tooLarge(request.maximumBytes)) }
        if hasTooLongHeaders {
            return .failure(TransportFailure(.tooLarge, "The answer's headers are too long."))
        }
        guard code == CURLE_OK else {
            let detail = String(cString: detail)
            return .failure(
                TransportFailure(code, detail: detail, hasAnswer: headerBytes > 0))
        }
        var status = 0
        personalize_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
        var target: UnsafePointer<CChar>?
        personalize_curl_get_text(easy, CURLINFO_REDIRECT_URL, &target)
        if request.followsRedirects, Redirect.isRedirect(status), let target {
            return follow(String(cString: target), status, options)
        }
        return .response(Response(status: status, headers: responseHeaders(easy), body: body))
    }

    /// Frees what libcurl holds of the request. It has been removed before.
    func release() {
        if let easy { curl_easy_cleanup(easy) }
        easy = nil
        curl_slist_free_all(headers)
        headers = nil
    }

    /// The transfer that libcurl knows by this handle.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlTransfer? {
        var user: UnsafeMutableRawPointer?
        personalize_curl_get_data(easy, CURLINFO_PRIVATE, &user)
        return from(user)
    }

    private static func from(_ user: UnsafeMutableRawPointer?) -> CurlTransfer? {
        user.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func follow(_ url: String, _ status: Int, _ options: CurlOptions) -> Exchange? {
        guard redirects < options.maximumRedirects else {
            return .failure(
                TransportFailure(
                    .tooManyRedirects, "More than \(redirects) redirects are not followed."))
        }
        redirects &+= 1
        do throws(TransportFailure) {
            request = try Redirect.following(request, status: status, to: url)
            return nil
        } catch {
            return .failure(error)
        }
    }

    /// The headers of the answer itself, without those of interim answers,
    /// proxies and trailers.
    private func responseHeaders(_ easy: UnsafeMutableRawPointer) -> [Response.Header] {
        var headers: [Response.Header] = []
        var last: UnsafeMutablePointer<curl_header>?
        while let header = curl_easy_nextheader(easy, UInt32(CURLH_HEADER), -1, last) {
            headers.append(
                Response.Header(
                    String(cString: header.pointee.name), String(cString: header.pointee.value)))
            last = header
        }
        return headers
    }

    /// Takes decoded bytes; taking fewer than there are ends the transfer.
    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes else { return 0 }
        guard count <= request.maximumBytes &- body.count else {
            isTooLarge = true
            body = []
            return 0
        }
        body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        return count
    }

    private func receiveHeader(_ count: Int) -> Int {
        headerBytes &+= count
        guard headerBytes <= Self.maximumHeaderBytes else {
            hasTooLongHeaders = true
            return 0
        }
        return count
    }
}
