public import PersonalizeCore

extension Runtime {
    /// With a manual clock: lets time pass, and does all that falls due in its
    /// order, each at its own time. Delivers after each step.
    ///
    /// Errors: `state` with the system's clock, `argument` when negative or
    /// farther than a clock goes, `storage` like `process()`.
    public func advance(_ milliseconds: Int64) throws(PersonalizeError) {
        let end = try locked { () throws(PersonalizeError) in
            try requireManualClock()
            let now = clock.now
            guard milliseconds >= 0, now.wall.addingClamped(milliseconds) <= Clock.farthest,
                now.monotonic.addingClamped(milliseconds) <= Clock.farthest
            else {
                throw PersonalizeError(
                    .argument, "out_of_range", "Time cannot pass by \(milliseconds) ms.",
                    hint: "Give a number that is not negative; set_time sets the clock back.")
            }
            retired.removeAll()
            return now.monotonic &+ milliseconds
        }
        var failure: PersonalizeError?
        var isOver = false
        while !isOver {
            let step = Result { () throws(PersonalizeError) in
                try locked { () throws(PersonalizeError) in try advanceOnce(to: end) }
            }
            deliver()
            switch step {
            case .success(let reached): isOver = reached
            case .failure(let error):
                // A closed engine never reaches the end; a storage that
                // fails does not keep time from passing.
                guard error.code != .handle, error.code != .forked else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Goes to the next moment at which something is due and does it; gives
    /// whether the end is reached.
    private func advanceOnce(to end: Int64) throws(PersonalizeError) -> Bool {
        let now = clock.now.monotonic
        guard let due = nextDue, due <= end else {
            clock.advance(by: max(0, end &- now))
            return true
        }
        clock.advance(by: max(0, due &- now))
        try processDue()
        // Whatever is still due now is due without end.
        if let next = nextDue, next <= clock.now.monotonic {
            throw PersonalizeError(
                .limit, "no_progress", "What falls due at one moment does not come to an end.",
                hint: "Give the script's answers a delay.")
        }
        return false
    }

    /// With a manual clock: sets the wall clock; no time passes.
    ///
    /// Errors: `state` with the system's clock, `argument` when out of range.
    public func setTime(_ wall: Int64) throws(PersonalizeError) {
        try locked { () throws(PersonalizeError) in
            try requireManualClock()
            guard (-Clock.farthest...Clock.farthest).contains(wall) else {
                throw PersonalizeError(
                    .argument, "out_of_range", "This is no time a clock can show.",
                    hint: "Give milliseconds since 1970.")
            }
            retired.removeAll()
            clock.set(wall: wall)
        }
    }

    private func requireManualClock() throws(PersonalizeError) {
        guard clock.isManual else {
            throw PersonalizeError(
                .state, "system_clock", "The system's clock cannot be set.",
                hint: "Open the engine with \"clock\": {\"manual\": {\"wall_ms\": …}}.")
        }
    }
}
