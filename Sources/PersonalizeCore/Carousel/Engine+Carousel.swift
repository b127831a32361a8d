import PersonalizeJSON

/// What a host does with a carousel, and what makes its timer pause.
extension Engine {
    mutating func operate(
        _ id: Int64, _ command: CarouselCommand
    ) throws(PersonalizeError) {
        guard try placement(id).carousel != nil else {
            throw PersonalizeError(
                .state, "not_a_carousel", "Only a carousel turns.",
                hint: "Open the placement with \"kind\": \"carousel\".")
        }
        reply()
        switch command {
        case .next: move(id, isBackward: false)
        case .previous: move(id, isBackward: true)
        case .pause: pauseTimer(id, for: .host)
        case .resume: resumeTimer(id, from: [.host, .click])
        case .release: release(id)
        }
    }

    /// Whoever turns by hand has let go, and the next period is a full one.
    private mutating func move(_ id: Int64, isBackward: Bool) {
        guard let carousel = placements[id]?.carousel, carousel.campaigns.count > 1 else { return }
        placements[id]?.carousel?.timer.stop()
        resumeTimer(id, from: [.host, .click])
        want(in: id, isBackward: isBackward)
    }

    /// Lets go of everything. Nothing is told, since the host asked for it;
    /// a second time changes nothing.
    private mutating func release(_ id: Int64) {
        placements[id]?.load = nil
        placements[id]?.preparations = []
        placements[id]?.carousel?.beginLoad()
        placements[id]?.carousel?.begin([], epoch: customer.epoch)
        clear(id)
    }

    /// A full period, if there is anything to turn to.
    mutating func restartTimer(_ id: Int64) {
        guard let placement = placements[id], let carousel = placement.carousel else { return }
        let isTurning = carousel.campaigns.count > 1 && carousel.index >= 0
        placements[id]?.carousel?.timer.start(
            isTurning ? placement.options.scrollDelay : 0, at: now.monotonic)
    }

    mutating func pauseTimer(_ id: Int64, for reason: CarouselTimer.Pauses) {
        placements[id]?.carousel?.timer.pause(reason, at: now.monotonic)
    }

    mutating func resumeTimer(_ id: Int64, from reasons: CarouselTimer.Pauses) {
        placements[id]?.carousel?.timer.resume(reasons, at: now.monotonic)
    }
}
