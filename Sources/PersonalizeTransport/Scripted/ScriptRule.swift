import PersonalizeCore
import PersonalizeJSON

/// Which requests a script answers, how often, and with what.
struct ScriptRule {
    private let method: String?
    private let url: TextPattern?
    private let purpose: String?
    private let vendor: String?
    private let body: JSONValue?
    private let answers: [ScriptAnswer]
    /// How many more requests it answers; nil for any number.
    private var left: Int64?
    private var given = 0

    init(_ fields: JSONFields) throws(FieldError) {
        try fields.refuseUnknown(allowed: ["match", "times", "answer", "answers"])
        let match = try fields.optionalFields("match")
        try match?.refuseUnknown(allowed: ["method", "url", "purpose", "vendor", "body"])
        method = try match?.optional("method", as: .string)
        url = try match?.optional("url", as: .string).map(TextPattern.init)
        purpose = try match?.optional("purpose", as: .string)
        vendor = try match?.optional("vendor", as: .string)
        body = match?.object["body"]
        left = try fields.optional("times", as: .integer(in: 0...Int64.max))
        answers = try Self.answers(fields)
    }

    func matches(_ subject: ScriptSubject) -> Bool {
        let request = subject.request
        return left != 0
            && (method.map { equalsIgnoringASCIICase($0, request.method) } ?? true)
            && (url?.matches(request.url) ?? true)
            && (purpose.map { $0 == request.purpose } ?? true)
            && (vendor.map { $0 == request.vendor } ?? true)
            && (body.map { JSONSubset.contains($0, in: subject.body) } ?? true)
    }

    /// The answer for one more request; the last one repeats.
    mutating func nextAnswer() -> ScriptAnswer? {
        left = left.map { $0 &- 1 }
        guard given < answers.count else { return answers.last }
        given &+= 1
        return answers[given &- 1]
    }

    private static func answers(_ fields: JSONFields) throws(FieldError) -> [ScriptAnswer] {
        let one = try fields.optionalFields("answer")
        guard fields.has("answers") else {
            guard let one else { return [try ScriptAnswer(fields.requiredFields("answer"))] }
            return [try ScriptAnswer(one)]
        }
        guard one == nil else { throw fields.invalid("answers", "stands beside \"answer\"") }
        var answers: [ScriptAnswer] = []
        for entry in try fields.fieldsList("answers") { answers.append(try ScriptAnswer(entry)) }
        guard !answers.isEmpty else { throw fields.invalid("answers", "holds no answer") }
        return answers
    }
}
