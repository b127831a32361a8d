import CCurl
import CLinux
import Glibc
import PersonalizeCore

/// libcurl's transfers, driven by our loop: libcurl says which sockets to
/// watch and when to be called again, and is called for nothing else.
///
/// libcurl's callbacks get this object unretained; they only ever run inside a
/// call that this object makes.
final class CurlMulti {
    private let loop: EventLoop
    private var handle: UnsafeMutableRawPointer?
    /// When libcurl wants to be called without a ready socket, as monotonic
    /// milliseconds.
    private(set) var deadline: Int64?
    /// All sockets of libcurl, those of idle connections too.
    var opened: Set<Int32> = []

    /// Idle connections kept for the next request.
    private static let idleConnections = 8
    private static let connections = 32

    init(loop: EventLoop, connectionsPerHost: Int) throws(PersonalizeError) {
        self.loop = loop
        guard CurlLibrary.isReady, let handle = curl_multi_init() else {
            throw PersonalizeError(
                .internalFault, "curl_unavailable", "libcurl could not be set up.")
        }
        self.handle = handle
        let user = Unmanaged.passUnretained(self).toOpaque()
        let limits = [
            (CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost),
            (CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.connections),
            (CURLMOPT_MAXCONNECTS, Self.idleConnections),
        ]
        for (option, value) in limits { personalize_curl_multi_set_long(handle, option, value) }
        personalize_curl_multi_set_data(handle, CURLMOPT_SOCKETDATA, user)
        personalize_curl_multi_set_socket(handle, CurlSocket.watch)
        personalize_curl_multi_set_data(handle, CURLMOPT_TIMERDATA, user)
        personalize_curl_multi_set_timer(handle) { _, milliseconds, user in
            CurlMulti.from(user)?.setTimer(milliseconds)
            return 0
        }
    }

    deinit { close() }

    /// Starts a transfer. False when libcurl does not take it.
    func add(_ easy: UnsafeMutableRawPointer) -> Bool {
        guard let handle else { return false }
        let user = Unmanaged.passUnretained(self).toOpaque()
        personalize_curl_set_open(easy, CurlSocket.open)
        personalize_curl_set_data(easy, CURLOPT_OPENSOCKETDATA, user)
        personalize_curl_set_close(easy, CurlSocket.close)
        personalize_curl_set_data(easy, CURLOPT_CLOSESOCKETDATA, user)
        return curl_multi_add_handle(handle, easy) == CURLM_OK
    }

    /// Ends a transfer, finished or not.
    func remove(_ easy: UnsafeMutableRawPointer) {
        guard let handle else { return }
        curl_multi_remove_handle(handle, easy)
    }

    /// Lets libcurl go on with what is ready, and with what is due at `now`.
    func run(_ ready: [ReadySocket], at now: Int64) {
        guard let handle else { return }
        var running: Int32 = 0
        for entry in ready {
            curl_multi_socket_action(handle, entry.socket, entry.curlEvents, &running)
        }
        if let due = deadline, due <= now {
            deadline = nil
            curl_multi_socket_action(handle, CURL_SOCKET_TIMEOUT, 0, &running)
        }
    }

    /// Takes the next transfer that has come to its end.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        guard let handle else { return nil }
        var left: Int32 = 0
        while let message = curl_multi_info_read(handle, &left) {
            if message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle {
                return (easy, personalize_curl_message_result(message))
            }
        }
        return nil
    }

    /// Closes the connections. All transfers have been removed before.
    func close() {
        guard let handle else { return }
        curl_multi_cleanup(handle)
        self.handle = nil
        deadline = nil
    }

    /// Closes a forked child's copies of the sockets. libcurl's own memory is
    /// left as it is: freeing it would say goodbye on the parent's connections.
    func abandon() {
        guard handle != nil else { return }
        handle = nil
        deadline = nil
        for socket in opened { _ = Glibc.close(socket) }
        opened = []
    }
}

extension CurlMulti {
    static func from(_ user: UnsafeMutableRawPointer?) -> CurlMulti? {
        user.map { Unmanaged<CurlMulti>.fromOpaque($0).takeUnretainedValue() }
    }

    /// libcurl wants to know about this socket, or no longer.
    func watch(_ socket: Int32, _ what: Int32) {
        switch what {
        case CURL_POLL_IN: loop.watch(socket, EPOLLIN.rawValue)
        case CURL_POLL_OUT: loop.watch(socket, EPOLLOUT.rawValue)
        case CURL_POLL_INOUT: loop.watch(socket, EPOLLIN.rawValue | EPOLLOUT.rawValue)
        case CURL_POLL_REMOVE: loop.unwatch(socket)
        default: break
        }
    }

    /// A socket is about to be closed.
    func forget(_ socket: Int32) {
        opened.remove(socket)
        loop.unwatch(socket)
    }

    /// libcurl wants to be called after so many milliseconds, -1 for not at
    /// all. One more makes up for our clock having been rounded down.
    fileprivate func setTimer(_ milliseconds: Int) {
        switch milliseconds {
        case ..<0: deadline = nil
        case 0: deadline = MonotonicClock.now
        default:
            let limited = Int64(min(milliseconds, Int(Int32.max)))
            deadline = MonotonicClock.now &+ limited &+ 1
        }
    }
}

extension ReadySocket {
    fileprivate var isReadable: Bool { events & EPOLLIN.rawValue != 0 }

    /// A broken connection that is neither readable nor writable has to be
    /// named, or libcurl would not look at it.
    fileprivate var curlEvents: Int32 {
        var bits: Int32 = 0
        if isReadable { bits |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { bits |= CURL_CSELECT_OUT }
        let isBroken = events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        if bits == 0, isBroken { bits = CURL_CSELECT_ERR }
        return bits
    }
}
