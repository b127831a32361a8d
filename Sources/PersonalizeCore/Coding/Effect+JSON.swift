public import PersonalizeJSON

extension Effect {
    /// The form in a journal. Effects that are equal have equal bytes; a
    /// replay compares those and reads no effect back.
    public var json: JSONObject {
        switch self {
        case .reply(let object): ["name": "reply", "reply": .object(object)]
        case .refuse(let error): ["name": "refuse", "error": .object(error.json)]
        case .update(let object): ["name": "update", "update": .object(object)]
        case .store(let change): ["name": "store", "store": .object(change.json)]
        case .load(let token, let keys):
            [
                "name": "load", "token": .integer(token),
                "keys": .array(keys.map { .object($0.json) }),
            ]
        case .files(let work): ["name": "files", "files": .object(work.json)]
        case .send(let request): ["name": "send", "request": .object(request.json)]
        case .cancel(let request): ["name": "cancel", "request": .integer(request)]
        case .forget(let secret): ["name": "forget", "secret": .string(secret)]
        case .ask(let question):
            [
                "name": "ask", "token": .integer(question.token),
                "hook": .string(question.hook.rawValue), "question": .object(question.question),
                "registration": .string(question.registration),
            ]
        case .deadline(let moment):
            ["name": "deadline", "monotonic": moment.map(JSONValue.integer) ?? .null]
        case .content(let placement, let text):
            ["name": "content", "placement": .integer(placement), "text": .optional(text)]
        case .log(let line, let vendor):
            [
                "name": "log", "level": .string(line.level.name), "vendor": .optional(vendor),
                "message": .string(line.message),
            ]
        }
    }
}

extension Request {
    var json: JSONObject {
        var object: JSONObject = [
            "id": .integer(id), "vendor": .string(vendor), "purpose": .string(purpose),
            "method": .string(method), "url": .string(url),
            "headers": .array(
                headers.map {
                    [
                        "name": .string($0.name), "value": .string($0.value),
                        "secret": .optional($0.secret),
                    ]
                }), "body": .optional(body), "timeout_ms": .integer(timeout),
            "maximum_bytes": .integer(Int64(maximumBytes)),
        ]
        if let bodySecret {
            object["body_secret"] = [
                "mark": .string(bodySecret.mark), "secret": .string(bodySecret.secret),
            ]
        }
        if !followsRedirects { object["follows_redirects"] = false }
        return object
    }
}
