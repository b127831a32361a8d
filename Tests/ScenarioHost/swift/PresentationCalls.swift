import Glibc
import Personalize

let presentationCalls: [String: Call] = [
    "presentation_presented": saying { context, _ throws(PersonalizeError) in
        try context.presented()
    },
    "presentation_dismissed": saying { context, _ throws(PersonalizeError) in
        try context.dismissed()
    },
    "presentation_trigger": saying { context, step throws(PersonalizeError) in
        try context.triggerAction(step.text("argument") ?? "")
    },
    "presentation_failed": saying { context, step throws(PersonalizeError) in
        try context.failed(step.text("message") ?? "")
    },
    "presentation_release": saying { context, _ throws(PersonalizeError) in
        try context.release()
        return true
    },
    "presentation_string": reading { $0.string($1).map(JSONValue.string) },
    "presentation_boolean": reading { $0.boolean($1).map(JSONValue.bool) },
    "presentation_integer": reading { $0.integer($1).map(JSONValue.integer) },
    "presentation_number": reading { $0.double($1).map(JSONValue.number) },
    "presentation_file": reading { $0.file($1).map(JSONValue.string) },
    "presentation_map": reading { $0.map($1).map(JSONValue.object) },
    "presentation_arguments": reading { context, _ in .object(context.arguments.all) },
    "presentation_describe": reading { context, _ in .string(context.description) },
    "presentation_find": giving { engine, step throws(PersonalizeError) in
        let found = try engine.presentation(
            of: step.text("template") ?? "", vendor: step.text("vendor"))
        return found.map { .integer($0.id) } ?? .null
    },
    "display": giving { engine, step throws(PersonalizeError) in
        let command = step.members("command")
        switch command["command"]?.string {
        case "suspend": return .object(try engine.suspendDisplay())
        case "discard":
            return .object(
                try engine.discardOverlays(dismissing: command["dismiss"]?.bool ?? false))
        case "resume": return .object(try engine.resumeDisplay())
        case "state": return .object(try engine.displayState())
        default: refuse("cannot be said in Swift", "command")
        }
    },
    "clear_files": giving { engine, step throws(PersonalizeError) in
        .integer(
            try engine.clearFiles(
                vendor: step.text("vendor"), expiredOnly: step.flag("expired_only")))
    },
]

private func context(
    _ host: Host, _ step: Step
) throws(PersonalizeError) -> PresentationContext {
    try host.engine(step).presentation(host.number(step["presentation"]))
}

/// What a host says of a presentation; gives whether it had an effect.
private func saying(
    _ body: @escaping @Sendable (PresentationContext, Step) throws(PersonalizeError) -> Bool
) -> Call {
    { host, step throws(PersonalizeError) in .bool(try body(context(host, step), step)) }
}

/// The value of an argument, without the directory the host runs in, which is
/// another each time.
private func reading(
    _ body: @escaping @Sendable (PresentationContext, String) -> JSONValue?
) -> Call {
    { host, step throws(PersonalizeError) in
        let value = try body(context(host, step), step.text("name") ?? "") ?? .null
        return (try? JSONValue.parse(stripped(value.encoded()))) ?? .null
    }
}

private func stripped(_ text: String) -> String {
    guard let directory = getcwd(nil, 0) else { return text }
    defer { free(directory) }
    let prefix = Array((String(cString: directory) + "/").utf8)
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index...].starts(with: prefix) {
            index += prefix.count
        } else {
            result.append(bytes[index])
            index += 1
        }
    }
    return String(decoding: result, as: UTF8.self)
}
