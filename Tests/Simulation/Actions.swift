import PersonalizeCore
import PersonalizeJSON

/// What happens next, by chance.
enum SimulatedAction {
    case command(Command, opens: String? = nil)
    /// Time passes, with everything that is due in it.
    case pass(Int64)
    /// The next answer of a vendor comes, or the next deadline.
    case next
    case crash
    /// The vendors have something else to show.
    case revise
}

extension Simulation {
    mutating func nextAction() -> SimulatedAction {
        switch chance.below(100) {
        case 0..<34: return .next
        case 34..<46:
            return .pass(chance.below(10) == 0 ? chance.below(90_000_000) : chance.below(5_000))
        case 46..<56: return opening()
        case 56..<70: return onPlacement()
        case 70..<77: return onPresentation()
        case 77..<84: return customer()
        case 84..<90: return consent()
        case 90..<95: return application()
        case 95: return .crash
        case 96: return .revise
        default: return insight()
        }
    }

    private mutating func vendor() -> String? { chance.element(setting.adapters.map(\.instance)) }

    private mutating func opening() -> SimulatedAction {
        let name = chance.element(Setting.placements) ?? "home"
        guard host.placements.count < 8 else { return closing() }
        var specification = PlacementSpecification(placement: name)
        switch chance.below(6) {
        case 0:
            specification.kind = .carousel
            specification.options.scrollDelay = 1_000 + chance.below(60_000)
            specification.vendor = vendor()
        case 1:
            specification.kind = .cell
            specification.slot = "\(chance.below(2))"
            specification.vendor = vendor()
        case 2: specification.vendor = vendor()
        case 3:
            specification.vendors = chance.shuffled(["shop", "inline", "outlet", "house"])
            specification.policy = chance.element(PlacementBinding.Policy.allCases)
        default: break
        }
        return .command(.placementOpen(specification), opens: specification.kind.rawValue)
    }

    private mutating func closing() -> SimulatedAction {
        guard let placement = chance.element(host.placements) else { return .next }
        return .command(.placementClose(id: placement.id))
    }

    private mutating func onPlacement() -> SimulatedAction {
        guard let placement = chance.element(host.placements) else { return opening() }
        let id = placement.id
        switch chance.below(12) {
        case 0..<3:
            return .command(
                .placementReload(id: id, force: chance.below(3) == 0, key: nil))
        case 3..<6:
            let url = chance.element(host.actions[id] ?? []) ?? "shop://nowhere"
            return .command(.placementClick(id: id, url: url))
        case 6: return .command(.placementDismiss(id: id))
        case 7: return .command(.placementReport(id: id, .attached(chance.below(3) > 0)))
        case 8: return .command(.placementReport(id: id, .failed(message: "not drawn")))
        case 9:
            return .command(
                placement.kind == "cell" ? .cellPrepare(id: id) : .carousel(id: id, .next))
        case 10:
            return .command(
                .placementConfigure(id: id, [.tracksActions(chance.below(2) == 0)]))
        default: return closing()
        }
    }

    private mutating func onPresentation() -> SimulatedAction {
        guard let id = chance.element(host.presentations) else { return inOverlays() }
        switch chance.below(4) {
        case 0, 1: return .command(.presentation(id: id, .presented))
        case 2: return .command(.presentation(id: id, .trigger(argument: "go")))
        default: return .command(.presentation(id: id, .dismissed))
        }
    }

    private mutating func inOverlays() -> SimulatedAction {
        switch chance.below(5) {
        case 0: return .command(.display(.suspend))
        case 1: return .command(.display(.discard(dismisses: chance.below(2) == 0)))
        default: return .command(.display(.resume))
        }
    }

    private mutating func customer() -> SimulatedAction {
        guard chance.below(3) > 0 else { return .command(.anonymize) }
        let name = chance.element(["ada", "bob", "eve"]) ?? "ada"
        return .command(
            .identify(ids: ["registered": .string(name)], properties: [:], key: nil))
    }

    private mutating func consent() -> SimulatedAction {
        .command(
            .consent(
                vendor: chance.below(3) == 0 ? nil : vendor(),
                purpose: chance.element([.tracking, .personalization, nil]) ?? nil,
                chance.element([.granted, .granted, .granted, .denied, .unknown]) ?? .granted))
    }

    private mutating func application() -> SimulatedAction {
        switch chance.below(13) {
        case 10...:
            let screen = chance.element(["home", "list"]) ?? "home"
            return .command(.screen(name: screen, data: [:]))
        case 0..<4:
            laws.serial += 1
            return .command(
                .track(
                    event: "visit", properties: ["serial": .string("serial-\(laws.serial)-")],
                    vendors: nil))
        case 4: return .command(.offline(chance.below(3) == 0))
        case 5: return .command(.foreground(chance.below(2) == 0))
        case 6: return .command(chance.below(2) == 0 ? .sessionStart : .sessionEnd)
        case 7: return .command(.flush)
        case 8: return .command(.start)
        default:
            let hook = chance.element([
                HookName.campaignPrepared, .behaviourOverride, .clickOverride,
            ])
            return .command(.hookSet(hook ?? .campaignPrepared, isSet: chance.below(2) == 0))
        }
    }

    private mutating func insight() -> SimulatedAction {
        switch chance.below(5) {
        case 0: return .command(.refresh(vendor: nil, key: nil))
        case 1: return .command(.prefetch(placements: Setting.placements, key: nil))
        case 2: return .command(.state)
        case 3: return .command(.inbox(vendor: "house", .fetch(key: nil)))
        default:
            return .command(
                .explain(placement: chance.element(Setting.placements) ?? "home", vendor: nil))
        }
    }

    mutating func perform(_ action: SimulatedAction) {
        switch action {
        case .command(let command, let opens):
            host.opening = opens
            laws.willPerform(command)
            if case .placementClose(let id) = command { host.closed(id) }
            submit(command)
        case .next:
            let moment = [vendors.next, deadline].compactMap(\.self).min()
            pass(until: max(moment ?? now.monotonic, now.monotonic))
        case .pass(let milliseconds): pass(until: now.monotonic + milliseconds)
        case .crash:
            laws.count("restarts")
            open()
        case .revise: vendors.revision &+= 1
        }
        laws.counts["faults"] = vendors.faultCount
    }

    mutating func perform(_ command: Command) { submit(command) }

    /// Lets time pass: answers and deadlines come in their order.
    private mutating func pass(until end: Int64) {
        var rounds = 0
        while violation == nil, rounds < 300 {
            rounds += 1
            let due = [vendors.next, deadline].compactMap(\.self).min() ?? .max
            guard due <= end else { break }
            set(max(due, now.monotonic))
            if let answer = vendors.take(at: now.monotonic) {
                submit(answer)
            } else if let moment = deadline, moment <= now.monotonic {
                deadline = nil
                submit(.tick)
            }
        }
        set(max(end, now.monotonic))
    }

    private mutating func set(_ monotonic: Int64) {
        now.wall += monotonic - now.monotonic
        now.monotonic = monotonic
    }
}
