import CCurl
import PersonalizeCore

extension TransportFailure {
    /// What one of libcurl's codes means to the engine.
    ///
    /// `hasAnswer` says whether a part of the answer had come: a connection
    /// that breaks before may do better next time, one that breaks within has
    /// delivered something that cannot be used.
    init(_ code: CURLcode, detail: String, hasAnswer: Bool) {
        let message = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
        self.init(Self.kind(of: code, hasAnswer: hasAnswer), message)
    }

    private static func kind(of code: CURLcode, hasAnswer: Bool) -> Kind {
        switch code {
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
            CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_USE_SSL_FAILED:
            .tls
        case CURLE_FILESIZE_EXCEEDED:
            .tooLarge
        case CURLE_TOO_MANY_REDIRECTS:
            .tooManyRedirects
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_BAD_CONTENT_ENCODING,
            CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3,
            CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED,
            CURLE_WRITE_ERROR, CURLE_RANGE_ERROR, CURLE_CHUNK_FAILED:
            .malformed
        case CURLE_RECV_ERROR where hasAnswer:
            .malformed
        default:
            .unreachable
        }
    }
}
