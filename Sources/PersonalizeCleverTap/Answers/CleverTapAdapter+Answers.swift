public import PersonalizeCore
public import PersonalizeJSON

extension CleverTapAdapter {
    public func readHandshake(_ response: Response, _ context: BatchContext) -> BatchAnswer {
        guard (200..<300).contains(response.status) else {
            return BatchAnswer(.failed(reason: "server_error"), context)
        }
        if let moment = Headers.mute(response, at: context.now) {
            return BatchAnswer(.muted(until: moment), context)
        }
        var answer = BatchAnswer(.delivered, context)
        if let domain = Headers.domain(response) {
            answer.account[Memory.domain] = .string(domain)
        }
        return answer
    }

    public func readBatch(
        _ response: Response, _ context: BatchContext, isFollowUp: Bool
    ) -> BatchAnswer {
        if let outcome = Self.fault(response.status) {
            var answer = BatchAnswer(outcome, context)
            if isFollowUp {
                let reason = response.status == 429 ? " It limits how often it is asked." : ""
                answer.lines.append(
                    LogLine(
                        .warning,
                        "Follow-up content failed: the server answered \(response.status).\(reason)"
                    ))
            }
            return answer
        }
        if let moment = Headers.mute(response, at: context.now) {
            return BatchAnswer(.muted(until: moment), context)
        }
        var answer = BatchAnswer(.delivered, context)
        if !isFollowUp { redirect(&answer, response, context) }
        guard answer.outcome == .delivered else { return answer }
        if !isFollowUp {
            let second = JSONValue.integer(context.now.wall / 1000)
            answer.memory[Memory.last] = second
            if answer.memory[Memory.first] == nil { answer.memory[Memory.first] = second }
        }
        guard !Headers.isEncrypted(response) else {
            answer.lines.append(
                LogLine(
                    .warning, "The answer is encrypted and was not read: nobody asked for that."))
            return answer
        }
        // Nothing at all is a good answer too.
        guard !response.body.isEmpty else { return answer }
        do throws(JSONError) {
            let reader = try AnswerReader(response.body, isFollowUp: isFollowUp)
            read(reader.body, into: &answer, isFollowUp: isFollowUp)
            answer.overlays = reader.overlays
        } catch {
            answer.diagnostics.append(JSONDiagnostic(what: "answer", error))
        }
        return answer
    }

    /// Another domain than the one that was asked means: send it again there.
    /// With a domain of the settings that could only go round in circles.
    private func redirect(
        _ answer: inout BatchAnswer, _ response: Response, _ context: BatchContext
    ) {
        guard let domain = Headers.domain(response),
            domain != context.account[Memory.domain]?.string
        else { return }
        guard !configuration.route.isFixed else {
            answer.lines.append(
                LogLine(
                    .warning,
                    "The vendor names \(domain), but the settings say where to send."))
            return
        }
        answer.account[Memory.domain] = .string(domain)
        answer.outcome = .moved
    }

    /// What a status other than success means. The vendor documents none, so
    /// these are what such statuses mean everywhere.
    private static func fault(_ status: Int) -> BatchAnswer.Outcome? {
        switch status {
        case 200..<300: nil
        case 400, 413, 422: .refused(reason: "refused")
        case 401, 403: .unauthorized(reason: "not_authorized")
        default: .failed(reason: "server_error")
        }
    }

    /// Each member is read for itself, so that one that is wrong costs nothing
    /// else.
    private func read(_ body: JSONObject, into answer: inout BatchAnswer, isFollowUp: Bool) {
        if let id = body["g"]?.string, SettingRules.isProfileID(id) { answer.profile = id }
        for cookie in Memory.cookies {
            if let value = body[cookie]?.integer { answer.memory[cookie] = .integer(value) }
        }
        if let parameters = body["arp"]?.object {
            let stored = answer.memory[Memory.parameters]?.object ?? [:]
            let merged = AdditionalParameters.merge(parameters, into: stored)
            answer.memory[Memory.parameters] = .object(merged)
            answer.discarded = AdditionalParameters.discarded(parameters)
        }
        // A follow-up that announces another would never end.
        if !isFollowUp {
            answer.followUps = (body["content_fetch"]?.array ?? []).compactMap(\.object)
        }
        for line in body["console"]?.array ?? [] {
            if let text = line.string { answer.lines.append(LogLine(.info, text)) }
        }
        if let level = body["dbg_lvl"]?.integer {
            answer.lines.append(
                LogLine(.info, "The vendor asks for log level \(level); the host decides."))
        }
    }

    public func account(_ memory: JSONObject, afterFailures count: Int64) -> JSONObject {
        guard count > 5, !configuration.route.isFixed else { return memory }
        var memory = memory
        memory[Memory.domain] = nil
        return memory
    }

    public func templatesFailure(_ response: Response) -> VendorFailure? {
        let text = (try? JSONValue.parse(response.body))?["error"]?.string
        switch response.status {
        case 200..<300: return nil
        case 400:
            return VendorFailure(
                "invalid_definition", text ?? "The vendor refused the definitions.", status: 400)
        case 401:
            return VendorFailure(
                "not_a_test_profile",
                "This installation's profile has to be marked as a test profile.", status: 401)
        default:
            return VendorFailure(
                "server_error", "The server answered \(response.status).",
                status: response.status)
        }
    }
}
