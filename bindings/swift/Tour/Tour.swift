import Personalize

/// One opening of the engine.
struct Tour {
    let engine: PersonalizeEngine
    /// The vendor instances, after "" for updates that concern none.
    private let vendors: [String]
    private let told: Told

    init(configuration: String) throws {
        engine = try PersonalizeEngine(configuration: configuration)
        told = Told(try JSONValue.parse(configuration)["extra"])
        let accounts = try engine.stats()["vendors"]?.array ?? []
        vendors = [""] + accounts.compactMap { $0["vendor"]?.string }
    }

    /// Prints a line of the transcript.
    func say(_ line: JSONObject) { print(JSONValue.object(line).encoded()) }

    /// Begins the next step.
    func step(_ name: String) { say(["step": .string(name)]) }

    /// Tells what the host does.
    func act(_ verb: String, _ what: String) {
        say(["host": .string(verb), "what": .string(what)])
    }

    /// Tells what the engine answers to a question.
    func answer(_ question: String, _ answer: JSONObject) {
        say(["question": .string(question), "answer": .object(told.of(answer))])
    }

    /// Does what an update asks the host for.
    private func serve(_ update: Update) throws {
        guard update.name == "presentation.wanted",
            let id = update["presentation_id"]?.integer
        else { return }
        let presentation = try engine.presentation(id)
        try presentation.presented()
        if update["kind"]?.string == "function" { try presentation.dismissed() }
    }

    /// Whether something is on its way to or from a vendor.
    private func isBusy() throws -> Bool {
        let runtime = try engine.state()["runtime"]
        let accounts = try engine.stats()["vendors"]?.array ?? []
        let waiting = accounts.map { $0["pending"]?.integer ?? 0 }
        let requests = ["requests_active", "requests_held"].map { runtime?[$0]?.integer ?? 0 }
        return (waiting + requests).contains { $0 > 0 }
    }

    /// Runs the engine until nothing is on its way, and tells what happened.
    /// Vendors answer in any order, so their updates are told one vendor after
    /// the other.
    func settle() throws {
        var updates: [Update] = []
        try engine.process()
        while true {
            while let update = try engine.nextUpdate() {
                try serve(update)
                updates.append(update)
            }
            guard try isBusy() else { break }
            try engine.wait(milliseconds: 20_000)
        }
        for vendor in vendors {
            for update in updates
            where update.vendor ?? "" == vendor && told.contains(update) {
                say(told.of(update.members))
            }
        }
    }

    /// Tracks an event of the shop's own, and lets it have its effects.
    func track(_ event: String, _ properties: JSONObject = [:]) throws {
        act("tracks", event)
        try engine.track(event, properties: properties)
        try settle()
    }

    /// Comes to a screen; the placements opened next belong to it.
    func screen(_ name: String) throws {
        act("comes to", name)
        try engine.screen(name)
    }

    /// Opens a placement and lets it find something to show.
    func open(_ specification: PlacementSpecification) throws -> PlacementHandle {
        act("opens", specification.placement)
        let placement = try engine.openPlacement(specification)
        try settle()
        return placement
    }

    /// Asks why a placement shows what it shows.
    func why(_ placement: String, vendor: String? = nil) throws {
        answer("why \(placement)", try engine.explain(placement: placement, vendor: vendor))
    }
}
