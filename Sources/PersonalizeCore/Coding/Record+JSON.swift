import PersonalizeJSON

extension RecordKey {
    var json: JSONObject {
        ["space": .string(space.rawValue), "vendor": .string(vendor), "key": .string(key)]
    }

    init?(json: JSONObject) {
        guard let space = json["space"]?.string.flatMap(Space.init(rawValue:)),
            let vendor = json["vendor"]?.string, let key = json["key"]?.string
        else { return nil }
        self.init(space, vendor: vendor, key: key)
    }
}

extension StoredHeader {
    var json: JSONObject {
        var object = key.json
        object["header"] = .string(header)
        return object
    }

    init?(json: JSONObject) {
        guard let key = RecordKey(json: json), let header = json["header"]?.string else {
            return nil
        }
        self.init(key, header)
    }
}

extension LoadedRecord {
    var json: JSONObject {
        var object: JSONObject = ["header": .string(header)]
        object.set(bytes: body, as: "body")
        return object
    }

    init?(json: JSONObject) {
        guard let header = json["header"]?.string else { return nil }
        self.init(header: header, body: json.bytes(as: "body"))
    }
}

extension StoreChange {
    var json: JSONObject {
        switch self {
        case .put(let key, let header, let body):
            var object: JSONObject = ["change": "put"]
            object.merge(key.json)
            object["header"] = .string(header)
            object.set(bytes: body, as: "body")
            return object
        case .putHeader(let key, let header):
            var object: JSONObject = ["change": "put_header"]
            object.merge(key.json)
            object["header"] = .string(header)
            return object
        case .remove(let key):
            var object: JSONObject = ["change": "remove"]
            object.merge(key.json)
            return object
        case .removeAll(let space, let vendor):
            return [
                "change": "remove_all", "space": .string(space.rawValue),
                "vendor": .optional(vendor),
            ]
        }
    }
}
