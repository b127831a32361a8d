import Personalize

let authorizationCalls: [String: Call] = [
    "authorization_set": done { engine, step throws(PersonalizeError) in
        try engine.setAuthorization(step.text("token"), vendor: step.text("vendor") ?? "")
    },
    "identify_with": done { engine, step throws(PersonalizeError) in
        let options = step.members("options")
        try engine.identify(
            ids: step.members("ids"), properties: step.members("properties"),
            key: options["key"]?.string, tokens: options["tokens"]?.object ?? [:])
    },
    "segments": giving { engine, step throws(PersonalizeError) in
        let options = step.members("options")
        return .object(
            try engine.segments(
                options["category"]?.string ?? "", vendor: step.text("vendor"),
                force: options["force"]?.bool ?? false, key: options["key"]?.string))
    },
    "stop": done { engine, _ throws(PersonalizeError) in try engine.stop() },
    "clear_local_data": { _, step throws(PersonalizeError) in
        try PersonalizeEngine.clearLocalData(configuration: step.members("configuration"))
        return .null
    },
]
