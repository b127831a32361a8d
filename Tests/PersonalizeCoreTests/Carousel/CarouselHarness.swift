import PersonalizeCore
import PersonalizeJSON

extension EngineHarness {
    /// Opens a placement of any kind, and loads a carousel.
    mutating func open(
        _ kind: PlacementSpecification.Kind, slot: String = "",
        options: PlacementOptions = PlacementOptions(), isLoaded: Bool = true
    ) -> Int64 {
        let outcome = perform(
            .placementOpen(
                PlacementSpecification(
                    placement: "hall", kind: kind, slot: slot, options: options)))
        guard case .done(let reply) = outcome, let id = reply["placement"]?.integer else {
            return 0
        }
        if kind == .carousel, isLoaded {
            perform(.placementReload(id: id, force: false, key: nil))
        }
        return id
    }

    func state(_ placement: Int64) -> JSONObject {
        var harness = self
        guard case .done(let reply) = harness.perform(.placementState(id: placement)) else {
            return [:]
        }
        return reply
    }

    /// The campaigns that a carousel has shown so far, in order.
    var turns: [String] {
        updates.filter { $0["update"] == "carousel.shown" }.compactMap {
            $0["campaign"]?["id"]?.string
        }
    }

    /// The vendor's events so far, as "type card".
    var tracked: [String] {
        updates.filter { $0["update"] == "event.tracked" }.map {
            "\($0["event"]?.string ?? "") \($0["properties"]?["card"]?.string ?? "")"
        }
    }

    /// Answers the question that was asked last.
    @discardableResult
    mutating func answer(last answer: JSONObject?) -> Bool {
        guard let question = questions.last else { return false }
        perform(.answered(token: question.token, answer))
        return true
    }
}
