import Personalize

let screenCalls: [String: Call] = [
    "screen": done { engine, step throws(PersonalizeError) in
        try engine.screen(step.text("name") ?? "", data: step.members("data"))
    },
    "screen_data": done { engine, step throws(PersonalizeError) in
        try engine.setScreenData(step.members("data"))
    },
    "placement_select": onPlacement { placement, step throws(PersonalizeError) in
        let members = step.members("part")
        guard let kind = ContentPart.Kind(rawValue: members["part"]?.string ?? "") else {
            refuse("cannot be said in Swift", "part")
        }
        try placement.select(ContentPart(kind, index: Int(members["index"]?.integer ?? 0)))
    },
    "campaign_track": done { engine, step throws(PersonalizeError) in
        try engine.track(
            campaign: step.text("campaign") ?? "",
            placement: step.members("event")["placement"]?.string, tracking(step))
    },
    "hook_add": addHook,
    "hook_remove": removeHook,
]
