import CLinux
import Glibc
public import PersonalizeCore

/// Everything one engine waits for, behind one pollable descriptor.
///
/// An epoll holds a timer, a wake-up and the transport's sockets, so a host
/// polls one number and nothing happens in between. With no deadline and no
/// open request nothing in it ever becomes ready.
///
/// `descriptor`, `poll` and `wake` may be used from any thread; everything
/// else is called under the engine's lock.
public final class EventLoop: @unchecked Sendable {
    /// Whose deadline it is; each has one, and the earliest counts.
    public enum Slot: Sendable {
        case engine
        case transport
    }

    /// How a wait ended.
    public enum Polled: Sendable {
        /// There is something to drain, or a deadline has passed.
        case ready
        case timedOut
        /// A signal handler ran; the host may want to act on it.
        case interrupted
    }

    /// The descriptor to poll for reading. It belongs to the loop.
    public let descriptor: Int32
    let timer: Int32
    let signal: Int32
    private var engineDeadline: Int64?
    private var transportDeadline: Int64?
    private var isOpen = true

    /// Throws `descriptor_unavailable` when the process has no descriptor left.
    public init() throws(PersonalizeError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        signal = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        let code = errno
        guard descriptor >= 0, timer >= 0, signal >= 0,
            watch(timer, EPOLLIN.rawValue), watch(signal, EPOLLIN.rawValue)
        else {
            close()
            throw PersonalizeError(
                .internalFault, "descriptor_unavailable",
                "The event loop could not be set up (errno \(code)).",
                hint: "Raise the process's limit of open descriptors.")
        }
    }

    deinit { close() }

    /// Sets when the descriptor becomes ready by itself: a millisecond of
    /// `CLOCK_MONOTONIC`, nil for never. It stays ready from then on until
    /// the slot gets another value.
    public func setDeadline(_ slot: Slot, _ monotonic: Int64?) {
        let before = earliest
        switch slot {
        case .engine: engineDeadline = monotonic
        case .transport: transportDeadline = monotonic
        }
        if earliest != before { arm() }
    }

    /// Milliseconds until the earliest deadline, 0 when it has passed; nil
    /// when there is none.
    public func timeout(at now: Int64) -> Int64? {
        guard let earliest else { return nil }
        let (left, overflow) = earliest.subtractingReportingOverflow(now)
        return overflow ? (earliest < now ? 0 : .max) : max(left, 0)
    }

    /// Makes the descriptor ready until the next `drain`. May be called from
    /// a signal handler.
    public func wake() {
        let code = errno
        _ = eventfd_write(signal, 1)
        errno = code
    }

    /// Waits until the descriptor is ready, at most so many milliseconds; nil
    /// for no limit. Takes nothing away, so it needs no lock.
    public func poll(_ milliseconds: Int64?) -> Polled {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let limit = milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1
        switch Glibc.poll(&entry, 1, limit) {
        case 0: return .timedOut
        case 1...: return .ready
        default: return .interrupted
        }
    }

    /// Takes what is ready, without waiting. What does not fit into one call
    /// keeps the descriptor ready.
    public func drain() -> [ReadySocket] {
        guard isOpen else { return [] }
        return withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
            let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), 0)
            var ready: [ReadySocket] = []
            for event in events.prefix(Int(max(count, 0))) {
                let socket = event.data.fd
                if socket == signal {
                    var wakes: eventfd_t = 0
                    _ = eventfd_read(signal, &wakes)
                } else if socket != timer {
                    ready.append(ReadySocket(socket: socket, events: event.events))
                }
            }
            return ready
        }
    }

    /// Frees the descriptors. No thread may be inside `poll` or `wake`, or
    /// enter them later.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        engineDeadline = nil
        transportDeadline = nil
        for opened in [descriptor, timer, signal] where opened >= 0 { _ = Glibc.close(opened) }
    }

    /// Frees a forked child's copies of the descriptors. The parent, which
    /// shares what is behind them, notices nothing.
    public func abandon() { close() }

    private var earliest: Int64? {
        switch (engineDeadline, transportDeadline) {
        case (let engine?, let transport?): min(engine, transport)
        case (let one?, nil), (nil, let one?): one
        case (nil, nil): nil
        }
    }

    /// Setting a timer also takes back what it has said before.
    private func arm() {
        guard isOpen else { return }
        var setting = itimerspec()
        if let earliest {
            // All zeros would disarm it: what is long past is due at 1 ns.
            let milliseconds = max(earliest, 0)
            setting.it_value.tv_sec = Int(milliseconds / 1000)
            setting.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
            if milliseconds == 0 { setting.it_value.tv_nsec = 1 }
        }
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}

extension EventLoop {
    /// Watches a socket for these epoll events from now on, whether it was
    /// watched before or not.
    @discardableResult
    func watch(_ socket: Int32, _ events: UInt32) -> Bool {
        guard isOpen else { return false }
        var event = epoll_event()
        event.events = events
        event.data.fd = socket
        return epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) == 0
            || epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event) == 0
    }

    /// Watches a socket no longer.
    func unwatch(_ socket: Int32) {
        guard isOpen else { return }
        var event = epoll_event()
        epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
    }
}
