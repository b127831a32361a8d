import PersonalizeCore
import PersonalizeJSON

/// A request as rules and the log of a script see it.
struct ScriptSubject {
    let request: Request
    /// The body as JSON if it is JSON, else as text; null for none.
    let body: JSONValue

    init(_ request: Request) {
        self.request = request
        body = request.body.map { (try? JSONValue.parse($0)) ?? .string($0) } ?? .null
    }

    /// A secret shows as three asterisks and its name.
    func logged(at now: Instant, isMatched: Bool) -> JSONObject {
        var headers = JSONObject()
        for header in request.headers {
            let name = HTTPText.lowercased(header.name)
            let value = header.value + (header.secret.map { "***" + $0 } ?? "")
            let before = headers[name]?.string
            headers[name] = .string(before.map { "\($0), \(value)" } ?? value)
        }
        var entry: JSONObject = [
            "id": .integer(request.id),
            "at_ms": .integer(now.wall),
            "vendor": .string(request.vendor),
            "purpose": .string(request.purpose),
            "method": .string(request.method),
            "url": .string(request.url),
            "headers": .object(headers),
            "body": body,
        ]
        if !isMatched { entry["unmatched"] = true }
        return entry
    }
}
