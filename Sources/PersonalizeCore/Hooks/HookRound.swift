import PersonalizeJSON

/// One question on its way from one registration to the next.
struct HookRound: Sendable, Equatable {
    var question: HookQuestion
    /// Who is still to be asked.
    var left: ArraySlice<String>
    /// What they have answered together; nil while nobody has.
    var answer: JSONObject?
}

extension HookName {
    /// Several answers as one. Whoever handles something has handled it for
    /// all, whoever turns something down has turned it down for all, and of
    /// other members the last one counts.
    func merged(_ former: JSONObject?, _ answer: JSONObject?) -> JSONObject? {
        guard let former, let answer else { return answer ?? former }
        var merged = former
        merged.merge(answer)
        for flag in ["handled"] where former[flag]?.bool == true { merged[flag] = true }
        for flag in ["render", "track", "open"] where former[flag]?.bool == false {
            merged[flag] = false
        }
        if var view = former["view"]?.object, let own = answer["view"]?.object {
            view.merge(own)
            merged["view"] = .object(view)
        }
        return merged
    }

    /// Whether nobody else needs to be asked.
    func isSettled(by answer: JSONObject?) -> Bool {
        self == .authorizationWanted && answer?["token"] != nil
    }

    /// The question as the next registration gets it: with what the one before
    /// has made of its subject.
    func next(_ question: JSONObject, after answer: JSONObject?) -> JSONObject {
        guard let answer else { return question }
        var next = question
        if let ids = answer["campaigns"]?.array, let campaigns = question["campaigns"]?.array {
            next["campaigns"] = .array(
                ids.compactMap { id in
                    campaigns.first { $0 == id || $0["id"] == id || $0["campaign"]?["id"] == id }
                })
            if question["default"] != nil { next["default"] = .array(ids) }
        }
        if var view = question["view"]?.object, let own = answer["view"]?.object {
            view.merge(own)
            next["view"] = .object(view)
        }
        return next
    }
}

extension Engine {
    /// Has each question of this command begin with the first who registered
    /// for it.
    mutating func beginRounds() {
        for index in effects.indices {
            guard case .ask(var question) = effects[index], rounds[question.token] == nil else {
                continue
            }
            let names = hooks.names(for: question.hook)
            question.registration = names.first ?? ""
            effects[index] = .ask(question)
            rounds[question.token] = HookRound(question: question, left: names.dropFirst())
        }
    }

    /// Takes one answer of several. Nil while others are to be asked,
    /// otherwise all answers as one.
    mutating func advanceRound(_ token: Int64, _ answer: JSONObject?) -> HookRoundEnd? {
        guard var round = rounds.removeValue(forKey: token) else {
            return HookRoundEnd(answer: answer)
        }
        let hook = round.question.hook
        round.answer = hook.merged(round.answer, answer)
        round.question.question = nextQuestion(round, after: answer)
        while let name = round.left.popFirst(), !hook.isSettled(by: round.answer) {
            guard hooks.contains(hook, name) else { continue }
            round.question.registration = name
            rounds[token] = round
            effects.append(.ask(round.question))
            return nil
        }
        return HookRoundEnd(answer: round.answer)
    }

    private mutating func nextQuestion(
        _ round: HookRound, after answer: JSONObject?
    ) -> JSONObject {
        if case .screenPrepared(let target, let vendor) = questions[round.question.token] {
            return changed(round.question, by: answer, target: target, vendor: vendor)
        }
        return round.question.hook.next(round.question.question, after: answer)
    }
}

/// All that was answered to a question.
struct HookRoundEnd {
    var answer: JSONObject?
}
