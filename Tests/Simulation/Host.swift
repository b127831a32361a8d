import PersonalizeCore
import PersonalizeJSON

/// What the host knows, from replies and updates alone.
struct Host {
    /// Open placements by id, with their kinds.
    private(set) var placements: [(id: Int64, kind: String)] = []
    /// The URLs that each placement offers.
    private(set) var actions: [Int64: [String]] = [:]
    private(set) var presentations: [Int64] = []
    private(set) var messages: [(vendor: String, id: String)] = []
    private(set) var stats = JSONObject()
    var opening: String?
    private var disk: Set<String> = []

    mutating func reset() {
        placements = []
        actions = [:]
        presentations = []
        opening = nil
    }

    mutating func closed(_ id: Int64) { placements.removeAll { $0.id == id } }

    mutating func took(_ reply: JSONObject) {
        if let id = reply["placement"]?.integer, let kind = opening {
            if !placements.contains(where: { $0.id == id }) { placements.append((id, kind)) }
        }
        if let vendors = reply["vendors"]?.array, vendors.first?["accepted"] != nil {
            stats = reply
        }
        opening = nil
    }

    mutating func took(update: JSONObject) {
        switch update["update"]?.string {
        case "placement.shown", "carousel.shown":
            guard let id = update["placement_id"]?.integer else { return }
            actions[id] = (update["actions"]?.array ?? []).compactMap { $0["url"]?.string }
        case "presentation.wanted":
            if let id = update["presentation_id"]?.integer { presentations.append(id) }
        case "presentation.dismissed", "presentation.failed":
            presentations.removeAll { $0 == update["presentation_id"]?.integer }
        default: break
        }
    }

    func answer(_ question: HookQuestion, _ chance: inout RandomSource) -> JSONObject? {
        guard chance.below(3) == 0 else { return nil }
        switch question.hook {
        case .campaignPrepared: return ["render": .bool(chance.below(2) == 0)]
        case .behaviourOverride: return ["track": .bool(chance.below(2) == 0)]
        case .clickOverride: return ["handled": true]
        case .overlayReview: return ["show": .bool(chance.below(2) == 0)]
        default: return [:]
        }
    }

    /// A disk that takes everything.
    mutating func files(_ work: FileWork) -> Command? {
        switch work {
        case .write(let token, let name, _):
            disk.insert(name)
            return .filesAnswered(token: token, FileAnswer(directory: "/files"))
        case .look(let token, let names):
            return .filesAnswered(
                token: token,
                FileAnswer(directory: "/files", missing: names.filter { !disk.contains($0) }))
        case .remove(let names):
            disk.subtract(names)
            return nil
        case .keep(let names):
            disk.formIntersection(names)
            return nil
        }
    }
}
