public import PersonalizeCore
import PersonalizeTransport

extension Runtime {
    /// A descriptor that becomes readable when `process()` has something to do,
    /// or something new waits for the host.
    public func descriptor() throws(PersonalizeError) -> Int32 {
        try locked { loop.descriptor }
    }

    /// Milliseconds until `process()` has something to do by itself; nil when
    /// only the descriptor tells.
    public func timeout() throws(PersonalizeError) -> Int64? {
        try locked { nextDue.map { max(0, $0.subtractingClamped(clock.now.monotonic)) } }
    }

    /// Does what is due. Delivers.
    ///
    /// A storage that fails does not keep the rest from being done; its error
    /// is thrown at the end.
    public func process() throws(PersonalizeError) {
        let result = Result { () throws(PersonalizeError) in
            try locked { () throws(PersonalizeError) in try processDue() }
        }
        deliver()
        _ = try result.get()
    }

    /// Processes until an update or a request waits for the host, something was
    /// processed, or the time has passed; -1 stands for no limit. Delivers.
    ///
    /// Gives whether something waits, or was delivered meanwhile.
    ///
    /// Errors: `argument` for less than -1, `busy` when a thread waits already,
    /// `state` with a manual clock and a time other than 0, and those of
    /// `process()`.
    public func wait(_ milliseconds: Int64) throws(PersonalizeError) -> Bool {
        let wait = try beginWait(milliseconds)
        let result = Result { () throws(PersonalizeError) in try waitUntilDone(wait) }
        let isOver: Void? = lockedIfUsable { isWaiting = false }
        if isOver == nil { endWaitAfterClosing() }
        return try result.get()
    }

    private struct Wait {
        /// Monotonic milliseconds; nil for no limit.
        let end: Int64?
        let updateCount: Int
    }

    private func beginWait(_ milliseconds: Int64) throws(PersonalizeError) -> Wait {
        guard milliseconds >= -1 else {
            throw PersonalizeError(
                .argument, "out_of_range", "The time to wait is negative.",
                hint: "Give milliseconds, 0 for at once or -1 for no limit.")
        }
        return try locked { () throws(PersonalizeError) in
            guard !clock.isManual || milliseconds == 0 else {
                throw PersonalizeError(
                    .state, "manual_clock", "With a manual clock, time does not pass by itself.",
                    hint: "Wait for 0, and let time pass with personalize_advance().")
            }
            guard !isWaiting else {
                throw PersonalizeError(
                    .busy, "already_waiting", "Another thread is waiting already.",
                    hint: "Have one thread wait; the others may call everything else.")
            }
            isWaiting = true
            let now = clock.now.monotonic
            return Wait(
                end: milliseconds < 0 ? nil : now.addingClamped(milliseconds),
                updateCount: updateCount)
        }
    }

    private func waitUntilDone(_ wait: Wait) throws(PersonalizeError) -> Bool {
        while true {
            let result = Result { () throws(PersonalizeError) in
                try locked { () throws(PersonalizeError) in try processDue() }
            }
            deliver()
            let hasProcessed = try result.get()
            let (isReady, left) = try locked { () -> (Bool, Int64?) in
                let isReady =
                    hasSomethingForHost
                    || updateCount != wait.updateCount && callbacks.current.update != nil
                return (isReady, wait.end.map { $0.subtractingClamped(clock.now.monotonic) })
            }
            if isReady { return true }
            if hasProcessed { return false }
            if let left, left <= 0 { return false }
            guard loop.poll(left) != .interrupted else { return false }
        }
    }

    /// The engine was closed, or the process forked, while this thread waited.
    private func endWaitAfterClosing() {
        guard generation == ForkGuard.generation else { return }
        loop.close()
    }

    /// Carries out everything that is due now; gives whether that was anything
    /// but traffic on a connection. Under the lock.
    ///
    /// With a manual clock, what falls due at the same moment in consequence is
    /// done too, since no time passes by itself.
    @discardableResult
    func processDue() throws(PersonalizeError) -> Bool {
        retired.removeAll()
        defer { arm(wakes: false) }
        var hasProcessed = false
        var failure: PersonalizeError?
        var rounds = 0
        repeat {
            let now = clock.now
            for request in held.release(at: now.monotonic) {
                dispatch(request, at: now)
                hasProcessed = true
            }
            for completion in documents.process() + transport.process(loop.drain(), at: now) {
                hasProcessed = true
                failure =
                    attempt(
                        .exchanged(request: completion.id, completion.exchange), at: now) ?? failure
            }
            if let due = deadline, due <= now.monotonic {
                hasProcessed = true
                failure = attempt(.tick, at: now) ?? failure
                // An engine that is not content with the tick must not spin.
                if deadline == due { deadline = now.monotonic.addingClamped(1000) }
            }
            rounds += 1
        } while clock.isManual && isDue && rounds < Self.mostRounds
        if let failure { throw failure }
        return hasProcessed
    }

    /// A script may answer every request with what leads to another; after so
    /// many at one moment the rest has to wait for the next call.
    private static let mostRounds = 10_000

    private var isDue: Bool { nextDue.map { $0 <= clock.now.monotonic } ?? false }

    private func attempt(_ command: Command, at now: Instant) -> PersonalizeError? {
        do throws(PersonalizeError) {
            try transact(command, at: now)
            return nil
        } catch {
            return error
        }
    }
}

extension Int64 {
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }

    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : difference
    }
}
