public import PersonalizeCore
public import PersonalizeJSON
import PersonalizeStorage

extension Runtime {
    static let corruptStorage = "storage_corrupt"

    /// Carries out a command of the host, and gives the engine's reply: empty
    /// for most, `{"placement": id}` for an opened placement.
    ///
    /// What the call changed is stored when it returns. Updates, log lines and
    /// questions it caused go out with `deliver()`.
    @discardableResult
    public func perform(_ command: Command) throws(PersonalizeError) -> JSONObject {
        try locked { () throws(PersonalizeError) in
            retired.removeAll()
            defer { arm(wakes: true) }
            return try transact(command, at: clock.now)
        }
    }

    /// Has the engine take in a command and carries out what follows, in one
    /// transaction.
    @discardableResult
    func transact(_ command: Command, at now: Instant) throws(PersonalizeError) -> JSONObject {
        var transaction = Transaction(at: now)
        run(command, &transaction)
        defer { settleJournal(at: now) }
        try complete(transaction)
        if let refusal = transaction.refusal { throw refusal }
        return transaction.reply ?? [:]
    }

    /// Feeds the engine until it has nothing more to do by itself.
    func run(_ command: Command, _ transaction: inout Transaction) {
        var commands = Queue<Command>()
        commands.append(command)
        while let next = commands.popFirst() {
            let effects = engine.handle(next, at: transaction.now)
            journal?.append(next, at: transaction.now, effects: effects)
            for effect in effects {
                switch effect {
                case .reply(let reply): transaction.reply = transaction.reply ?? reply
                case .refuse(let error): transaction.refusal = transaction.refusal ?? error
                case .store(let change): transaction.changes.append(change)
                case .load(let token, let keys):
                    let records = read(keys, transaction.changes) { commands.append($0) }
                    commands.append(.loaded(token: token, records: records))
                case .files(let work):
                    if let answer = answer(work) {
                        commands.append(answer)
                    } else {
                        transaction.effects.append(effect)
                    }
                default: transaction.effects.append(effect)
                }
            }
        }
    }

    /// Reads records. One that cannot be read counts as absent, and the engine
    /// is told why.
    private func read(
        _ keys: [RecordKey], _ changes: PendingChanges, report: (Command) -> Void
    ) -> [LoadedRecord?] {
        var records: [LoadedRecord?] = []
        for key in keys {
            do throws(PersonalizeError) {
                records.append(try changes.record(key, in: store))
            } catch {
                records.append(nil)
                report(.incident(reason: error.reason, message: error.message))
            }
        }
        return records
    }

    /// Commits the changes, then carries out the effects.
    func complete(_ transaction: Transaction) throws(PersonalizeError) {
        journal?.flush()
        do throws(PersonalizeError) {
            try store.commit(transaction.changes.changes)
        } catch {
            recover(from: error, transaction)
            throw error
        }
        if !transaction.changes.changes.isEmpty { held.storageWorks() }
        apply(transaction.effects, at: transaction.now)
    }

    /// Brings the engine back to what the storage holds, after a commit failed.
    /// The host hears of the failure and of nothing that went with it.
    ///
    /// Requests wait for a while from now on: an engine that cannot note that
    /// an event was sent would send it again at once, and for ever.
    private func recover(from error: PersonalizeError, _ failed: Transaction) {
        held.storageFails(at: failed.now.monotonic)
        var unsent: [Int64] = []
        for effect in failed.effects {
            switch effect {
            case .send(let request): unsent.append(request.id)
            case .cancel, .deadline, .content: apply([effect], at: failed.now)
            default: break
            }
        }
        var transaction = Transaction(at: failed.now)
        if let headers = readAgain(after: error) {
            run(.restore(headers), &transaction)
        } else {
            for request in unsent {
                let failure = TransportFailure(.cancelled, "The storage failed.")
                run(.exchanged(request: request, .failure(failure)), &transaction)
            }
        }
        run(.incident(reason: error.reason, message: error.message), &transaction)
        reportIncidents(&transaction)
        journal?.flush()
        // What cannot be stored now either lives in memory until it can.
        try? store.commit(transaction.changes.changes)
        apply(transaction.effects, at: transaction.now)
    }

    private func readAgain(after error: PersonalizeError) -> [StoredHeader]? {
        if error.reason == Self.corruptStorage { try? store.startAfresh() }
        return try? store.headers()
    }

    /// Tells the engine what the storage found since it was last asked.
    func reportIncidents(_ transaction: inout Transaction) {
        for incident in store.incidents.dropFirst(knownIncidents) {
            run(.incident(reason: incident.reason, message: incident.message), &transaction)
        }
        knownIncidents = store.incidents.count
    }

    /// Reports a journal that cannot be written, once, and ends it.
    func settleJournal(at now: Instant) {
        guard let failure = journal?.failure else { return }
        journal = nil
        var transaction = Transaction(at: now)
        run(
            .incident(
                reason: "journal_failed",
                message: "The journal cannot be written and has ended: \(failure)."), &transaction)
        try? complete(transaction)
    }
}
