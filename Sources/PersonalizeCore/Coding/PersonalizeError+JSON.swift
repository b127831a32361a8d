public import PersonalizeJSON

extension PersonalizeError {
    /// All of it; path, hint and vendor are left out when there is nothing to
    /// say.
    public var json: JSONObject {
        var object: JSONObject = [
            "code": .string(code.name), "reason": .string(reason), "message": .string(message),
        ]
        object["path"] = path.map(JSONValue.string)
        object["hint"] = hint.map(JSONValue.string)
        object["vendor"] = vendor.map(JSONValue.string)
        return object
    }
}
