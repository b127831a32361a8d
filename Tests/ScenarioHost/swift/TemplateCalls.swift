import Personalize

let templateCalls: [String: Call] = [
    "template_build": build,
    "templates_define": { host, step throws(PersonalizeError) in
        var members = step.members("request")
        if let list = members["definitions"]?.array {
            members["definitions"] = .array(list.map(host.definition))
        }
        let request = try TemplateRequest(host: members)
        let registration = try host.engine(step).defineTemplates(
            request.definitions, vendor: request.vendor)
        return [
            "defined": .array(registration.defined.map(JSONValue.string)),
            "vendors": .array(registration.vendors.map(JSONValue.string)),
            "unaffected": .integer(Int64(registration.unaffected)),
        ]
    },
    "templates_payload": giving { engine, step throws(PersonalizeError) in
        .object(try engine.templatesPayload(vendor: step.text("vendor")))
    },
]

extension Host {
    /// What an earlier builder gave, for its name.
    fileprivate func definition(_ value: JSONValue) -> JSONValue {
        guard let name = value.string, name.hasPrefix("$") else { return value }
        return names[String(name.dropFirst())]?["definition"] ?? .null
    }
}

@Sendable private func build(_ host: Host, _ step: Step) throws(PersonalizeError) -> JSONValue {
    guard let kind = TemplateKind(rawValue: step.text("kind") ?? "") else {
        refuse("cannot be said in Swift", "kind")
    }
    var builder = TemplateBuilder(kind, isVisual: step["visual"]?.bool ?? true)
    var refused: [JSONValue] = []
    func attempt<Value>(
        _ step: JSONValue, _ body: () throws(PersonalizeError) -> Value
    ) -> Value? {
        do throws(PersonalizeError) { return try body() } catch {
            refused.append([
                "step": step, "code": .string(error.code.name), "reason": .string(error.reason),
                "path": .string(error.path ?? ""),
            ])
            return nil
        }
    }
    for (number, step) in (step["program"]?.array ?? []).enumerated() {
        attempt(.integer(Int64(number))) { () throws(PersonalizeError) in
            try run(step, &builder)
        }
    }
    let definition = attempt("build") { () throws(PersonalizeError) in try builder.build() }
    return [
        "definition": definition.map { .object($0.json) } ?? .null, "refused": .array(refused),
    ]
}

private func run(
    _ step: JSONValue, _ builder: inout TemplateBuilder
) throws(PersonalizeError) {
    if step["set_presenter"] != nil {
        builder.setPresenter()
    } else if let name = step["set_name"]?.string {
        try builder.setName(name)
    } else {
        try builder.add(
            step["add"]?.string ?? "", word: step["type"]?.string ?? "", value: step["value"])
    }
}
