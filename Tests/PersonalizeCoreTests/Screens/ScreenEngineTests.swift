import PersonalizeJSON
import Testing

@testable import PersonalizeCore

/// An engine with one vendor that has screens.
private struct Wall {
    var engine = Engine(
        configuration: EngineConfiguration(), adapters: [PosterAdapter()], seed: 1)
    var updates: [String] = []
    var stored: [RecordKey: String] = [:]
    var deadline: Int64?
    let now = Instant(wall: 1_000, monotonic: 10)

    init(_ campaigns: JSONValue) {
        run(.restore([]))
        run(.start)
        run(
            .ingest(
                vendor: "poster", kind: "definitions", payload: Array(campaigns.encoded().utf8)))
        updates = []
    }

    @discardableResult
    mutating func run(_ command: Command) -> JSONObject {
        var reply = JSONObject()
        var queue = [command]
        while !queue.isEmpty {
            for effect in engine.handle(queue.removeFirst(), at: now) {
                switch effect {
                case .reply(let object): reply = object
                case .update(let update): updates.append(update["update"]?.string ?? "")
                case .store(.put(let key, let header, _)): stored[key] = header
                case .store(.remove(let key)): stored[key] = nil
                case .load(let token, let keys):
                    queue.append(.loaded(token: token, records: keys.map { _ in nil }))
                case .deadline(let moment): deadline = moment
                default: break
                }
            }
        }
        return reply
    }

    func has(_ name: String) -> Bool { updates.contains(name) }
}

@Suite struct ScreenEngineTests {
    @Test func nothingIsEvaluatedBeforeTheTurnEnds() {
        var wall = Wall(["a"])
        wall.run(.screen(name: "home", data: [:]))
        wall.run(.placementOpen(PlacementSpecification(placement: " wall ")))
        #expect(wall.updates == ["screen.changed"])
        #expect(wall.deadline == wall.now.monotonic)
        wall.run(.tick)
        #expect(wall.has("placement.rendered"))
        #expect(wall.has("campaign.shown"))
        #expect(wall.deadline == nil)
    }

    @Test func aStorageThatFailsTakesNoVisitAway() {
        var wall = Wall(["a"])
        wall.run(.placementOpen(PlacementSpecification(placement: "wall")))
        wall.run(.screen(name: "home", data: [:]))
        wall.run(.tick)
        let headers = wall.stored.map { StoredHeader($0.key, $0.value) }.sorted {
            $0.key.key < $1.key.key
        }
        wall.updates = []
        wall.run(.restore(headers))
        #expect(wall.engine.vendors[0].screens.visit?.name == "home")
        #expect(wall.engine.vendors[0].screens.plan.places.map(\.target) == ["wall"])
        #expect(wall.engine.vendors[0].screens.people.count == 1)
        // The only view there may be is used up, and that is not forgotten.
        wall.run(.screen(name: "home", data: [:]))
        wall.run(.tick)
        #expect(!wall.has("campaign.shown"))
    }

    @Test func peopleAreRememberedWithinBounds() {
        var wall = Wall(["a"])
        wall.run(.placementOpen(PlacementSpecification(placement: "wall")))
        for number in 0..<40 {
            wall.run(
                .identify(ids: ["registered": .string("u\(number)")], properties: [:], key: nil))
            wall.run(.screen(name: "home", data: [:]))
            wall.run(.tick)
        }
        #expect(wall.updates.filter { $0 == "campaign.shown" }.count == 40)
        #expect(wall.engine.vendors[0].screens.people.count == 32)
        let documents = wall.stored.keys.filter { $0.key.hasPrefix("views/") }
        #expect(documents.count == 32)
        #expect(documents.allSatisfy { !$0.key.dropFirst(6).contains("u") })
    }

    @Test func whatIsNotOnScreensIsRefused() {
        var wall = Wall([])
        for kind in [PlacementSpecification.Kind.cell, .carousel] {
            let slot = kind == .cell ? "1" : ""
            let effects = wall.engine.handle(
                .placementOpen(PlacementSpecification(placement: "wall", kind: kind, slot: slot)),
                at: wall.now)
            guard case .refuse(let error)? = effects.first else {
                Issue.record("\(kind) was opened")
                continue
            }
            #expect(error.reason == "kind_not_on_screens")
        }
    }

    @Test func aStopEndsTheVisit() {
        var wall = Wall(["a"])
        wall.run(.placementOpen(PlacementSpecification(placement: "wall")))
        wall.run(.screen(name: "home", data: [:]))
        wall.run(.tick)
        wall.updates = []
        wall.run(.stop)
        #expect(wall.updates == ["session.ended", "placement.collapsed", "engine.stopped"])
        #expect(wall.engine.vendors[0].screens.visit == nil)
        wall.run(.tick)
        #expect(wall.updates.count == 3)
    }
}
