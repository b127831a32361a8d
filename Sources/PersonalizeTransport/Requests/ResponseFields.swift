import PersonalizeCore
import PersonalizeJSON

extension JSONFields {
    /// The response these fields describe: `status`, `headers` and a body.
    ///
    /// `body` is whatever `readBody` makes of the fields; how it may be
    /// written differs between a host and a script.
    func response(status defaultStatus: Int64?, body: [UInt8]) throws(FieldError) -> Response {
        let status =
            if let defaultStatus {
                try optional("status", as: .integer(in: 100...599)) ?? defaultStatus
            } else {
                try required("status", as: .integer(in: 100...599))
            }
        return Response(status: Int(status), headers: try responseHeaders(), body: body)
    }

    /// `body_base64` as bytes; nil when it is not there.
    func base64Body() throws(FieldError) -> [UInt8]? {
        guard let text = try optional("body_base64", as: .string) else { return nil }
        guard let bytes = Base64.decode(text) else {
            throw invalid("body_base64", "not base64 with padding and without white space")
        }
        return bytes
    }

    /// `headers`, either as a list of `{"name", "value"}` or as an object of
    /// texts or lists of texts.
    private func responseHeaders() throws(FieldError) -> [Response.Header] {
        guard has("headers"), let value = object["headers"] else { return [] }
        if value.array != nil {
            var headers: [Response.Header] = []
            for entry in try fieldsList("headers") {
                headers.append(
                    Response.Header(
                        try entry.required("name", as: .nonEmptyString),
                        try entry.required("value", as: .string)))
            }
            return headers
        }
        guard let named = value.object else {
            throw invalid("headers", "expected an array or an object, found \(value.kind)")
        }
        let fields = JSONFields(named, path: path(of: "headers"))
        var headers: [Response.Header] = []
        for (name, value) in named.members {
            let values =
                value.array == nil
                ? [try fields.required(name, as: .string)]
                : try fields.required(name, as: .array(of: .string))
            headers.append(contentsOf: values.map { Response.Header(name, $0) })
        }
        return headers
    }
}

extension PersonalizeError {
    /// An argument of a call that has the wrong shape.
    init(argument error: FieldError) {
        self.init(
            .argument, error.reason, error.message, path: error.path, hint: error.hint)
    }
}
