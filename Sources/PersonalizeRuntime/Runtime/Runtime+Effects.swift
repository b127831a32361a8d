import PersonalizeCore
import PersonalizeJSON
import PersonalizeTransport

extension Runtime {
    /// Carries out effects in their order. Under the lock; what needs the host's
    /// code is only noted for `deliver()`.
    func apply(_ effects: [Effect], at now: Instant) {
        for effect in effects {
            switch effect {
            case .update(let update): publish(update)
            case .send(let request): send(request, at: now)
            case .cancel(let request):
                if !held.remove(request), !documents.cancel(request) { transport.cancel(request) }
            case .forget(let secret): secrets[secret] = nil
            case .ask(let question): deliveries.append(.question(question))
            case .deadline(let moment): deadline = moment
            case .content(let placement, let text): setContent(text, of: placement)
            case .log(let line, let vendor):
                if let most = logLevel, line.level <= most {
                    deliveries.append(.log(LogMessage(line: line, vendor: vendor)))
                }
            case .files(let work): finish(work)
            case .reply, .refuse, .store, .load: break
            }
        }
    }

    private func publish(_ update: JSONObject) {
        updates.append(Text(JSONValue.object(update).encoded()))
        updateCount &+= 1
        deliveries.append(.update)
    }

    private func send(_ request: Request, at now: Instant) {
        if held.until != nil {
            held.append(request)
        } else {
            dispatch(request, at: now)
        }
    }

    /// Sends a request to whoever carries it out.
    func dispatch(_ request: Request, at now: Instant) {
        if LocalFiles.isMeant(by: request) {
            documents.send(request)
        } else {
            transport.send(request, secrets: secrets, at: now)
        }
    }

    private func setContent(_ text: String?, of placement: Int64) {
        if let before = contents[placement] { retired.append(before) }
        contents[placement] = text.map { Text($0) }
    }

    /// The earliest monotonic millisecond at which there is something to do by
    /// itself.
    var nextDue: Int64? {
        [deadline, transport.nextDeadline, held.until, documents.nextDeadline].compactMap(\.self)
            .min()
    }

    /// Sets the loop's timers. `wakes` says that somebody else may be polling,
    /// who has to hear of what waits for the host now.
    func arm(wakes: Bool) {
        if !clock.isManual {
            let own = [deadline, held.until, documents.nextDeadline].compactMap(\.self).min()
            loop.setDeadline(.engine, own)
            loop.setDeadline(.transport, transport.nextDeadline)
        }
        if wakes || isWaiting, hasSomethingForHost { loop.wake() }
    }

    /// Whether an update or a request waits to be taken.
    var hasSomethingForHost: Bool {
        !updates.isEmpty && callbacks.current.update == nil
            || (transport as? HostTransport)?.hasRequest == true
    }
}
