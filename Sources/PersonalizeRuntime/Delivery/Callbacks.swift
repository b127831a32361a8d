public import PersonalizeCore
import Synchronization

/// Something of the host's that the runtime calls. It lets go of what it holds
/// when its last reference goes, so never while it runs.
public final class Callback<Argument>: Sendable {
    let call: @Sendable (Argument) -> Void
    private let drop: @Sendable () -> Void
    private let isKept = Atomic<Bool>(true)

    /// - Parameter drop: called exactly once, on any thread, with no lock held.
    public init(
        _ call: @escaping @Sendable (Argument) -> Void, drop: @escaping @Sendable () -> Void = {}
    ) {
        self.call = call
        self.drop = drop
    }

    deinit {
        if isKept.load(ordering: .relaxed) { drop() }
    }

    /// Leaves with the host what the host holds: for a registration that
    /// failed, which must have changed nothing.
    public func decline() { isKept.store(false, ordering: .relaxed) }
}

/// Takes updates; the text lives during the call.
public typealias UpdateCallback = Callback<BorrowedText>
/// Takes log lines.
public typealias LogCallback = Callback<LogMessage>
/// Takes questions, and answers with `Runtime.answer` before it returns.
public typealias HookCallback = Callback<HookCall>

/// A line of the log with the vendor instance it is about.
public struct LogMessage: Sendable {
    public let line: LogLine
    public let vendor: String?
}

/// A question as the host gets it.
public struct HookCall {
    public let token: Int64
    /// A JSON object; lives during the call.
    public let question: BorrowedText
}

/// What the host has registered. Guarded by `ForkGuard`, so that a child can
/// let go of it.
final class CallbackTable: @unchecked Sendable {
    private var update: UpdateCallback?
    private var log: LogCallback?
    /// By question and by the name each part of the host has registered under.
    private var hooks: [HookName: [String: HookCallback]] = [:]

    var current: (update: UpdateCallback?, log: LogCallback?) {
        ForkGuard.withLock { (update, log) }
    }

    func hook(_ name: HookName, _ registration: String) -> HookCallback? {
        ForkGuard.withLock { hooks[name]?[registration] }
    }

    // Each of these gives back what was there before, for the caller to let
    // go of when it holds no lock: that runs code of the host's.

    func set(update: UpdateCallback?) -> UpdateCallback? {
        ForkGuard.withLock {
            defer { self.update = update }
            return self.update
        }
    }

    func set(log: LogCallback?) -> LogCallback? {
        ForkGuard.withLock {
            defer { self.log = log }
            return self.log
        }
    }

    func set(
        _ name: HookName, _ registration: String, _ hook: HookCallback?
    ) -> HookCallback? {
        ForkGuard.withLock {
            defer { hooks[name, default: [:]][registration] = hook }
            return hooks[name]?[registration]
        }
    }

    func removeAll() -> [AnyObject] {
        ForkGuard.withLock {
            let before: [AnyObject?] =
                [update, log] + hooks.values.flatMap { $0.values.map { $0 } }
            update = nil
            log = nil
            hooks = [:]
            return before.compactMap(\.self)
        }
    }
}
