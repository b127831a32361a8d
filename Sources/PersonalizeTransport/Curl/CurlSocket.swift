import CCurl
import Glibc

/// libcurl's sockets, opened and closed by us: so that a program the host
/// starts does not inherit them, and a forked child can close its copies
/// without a call into libcurl.
enum CurlSocket {
    /// libcurl's `CURLOPT_OPENSOCKETFUNCTION`.
    static let open: curl_opensocket_callback = { user, _, address in
        guard let address, let multi = CurlMulti.from(user) else { return -1 }
        let opened = socket(
            address.pointee.family,
            address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
        if opened >= 0 { multi.opened.insert(opened) }
        return opened
    }

    /// libcurl's `CURLOPT_CLOSESOCKETFUNCTION`.
    static let close: curl_closesocket_callback = { user, socket in
        CurlMulti.from(user)?.forget(socket)
        return Glibc.close(socket)
    }

    /// libcurl's `CURLMOPT_SOCKETFUNCTION`.
    static let watch: curl_socket_callback = { _, socket, what, user, _ in
        CurlMulti.from(user)?.watch(socket, what)
        return 0
    }
}
