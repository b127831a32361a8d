import PersonalizeJSON

extension Exchange {
    var json: JSONObject {
        switch self {
        case .response(let response):
            var object: JSONObject = [
                "status": .integer(Int64(response.status)),
                "headers": .array(
                    response.headers.map {
                        ["name": .string($0.name), "value": .string($0.value)]
                    }),
            ]
            object.set(bytes: response.body, as: "body")
            return object
        case .failure(let failure):
            return [
                "failure": .string(failure.kind.rawValue), "message": .string(failure.message),
            ]
        }
    }

    init?(json: JSONObject) {
        if let kind = json["failure"]?.string.flatMap(TransportFailure.Kind.init(rawValue:)) {
            self = .failure(TransportFailure(kind, json["message"]?.string ?? ""))
            return
        }
        guard let status = json["status"]?.integer.flatMap(Int.init(exactly:)),
            let headers = json["headers"]?.objects(Response.Header.init(json:))
        else { return nil }
        self = .response(
            Response(status: status, headers: headers, body: json.bytes(as: "body") ?? []))
    }
}

extension Response.Header {
    init?(json: JSONObject) {
        guard let name = json["name"]?.string, let value = json["value"]?.string else {
            return nil
        }
        self.init(name, value)
    }
}
