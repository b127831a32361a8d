import PersonalizeCore
import PersonalizeJSON

/// What a script answers, and after how long.
struct ScriptAnswer {
    /// Milliseconds of the engine's clock.
    let delay: Int64
    /// Whether no answer ever comes.
    let isNever: Bool
    private let response: Response
    /// How many times the response's body is sent.
    private let repeats: Int
    private let fault: TransportFailure?

    /// What a request gets that no rule matches.
    static let unmatched = ScriptAnswer(Response(status: 404))

    private init(_ response: Response) {
        delay = 0
        isNever = false
        self.response = response
        repeats = 1
        fault = nil
    }

    init(_ fields: JSONFields) throws(FieldError) {
        try fields.refuseUnknown(
            allowed: [
                "status", "headers", "body", "body_base64", "body_repeat", "delay_ms", "fault",
            ])
        response = try fields.response(status: 200, body: try Self.body(fields))
        repeats = Int(
            clamping: try fields.optional("body_repeat", as: .integer(in: 0...Int64.max)) ?? 1)
        delay = try fields.optional("delay_ms", as: .integer(in: 0...Int64.max)) ?? 0
        let never = "never"
        let names = TransportFailure.Kind.allCases.map(\.rawValue) + [never]
        let name = try fields.optional("fault", as: .string(of: names))
        isNever = name == never
        fault = name.flatMap(TransportFailure.Kind.init).map {
            TransportFailure($0, "The script says \"\($0.rawValue)\".")
        }
    }

    /// The end of a request whose answer may have so many bytes. A body that
    /// is longer is never built.
    func exchange(limit: Int) -> Exchange {
        if let fault { return .failure(fault) }
        let (length, overflow) = response.body.count.multipliedReportingOverflow(by: repeats)
        guard !overflow, length <= limit else { return .failure(.tooLarge(limit)) }
        guard repeats != 1 else { return .response(response) }
        var whole = response
        whole.body = []
        whole.body.reserveCapacity(length)
        if !response.body.isEmpty {
            for _ in 0..<repeats { whole.body.append(contentsOf: response.body) }
        }
        return .response(whole)
    }

    /// A text as it is, any other JSON value encoded.
    private static func body(_ fields: JSONFields) throws(FieldError) -> [UInt8] {
        let bytes = try fields.base64Body()
        switch fields.object["body"] {
        case nil, .null?: return bytes ?? []
        case _? where bytes != nil:
            throw fields.invalid("body_base64", "stands beside \"body\"")
        case .string(let text)?: return Array(text.utf8)
        case let value?: return value.encodedBytes()
        }
    }
}
