import Personalize

let reportingCalls: [String: Call] = [
    "charge": done { engine, step throws(PersonalizeError) in
        try engine.charge(
            step.members("details"), items: step.objects("items"),
            vendors: step.vendors)
    },
    "profile": done { engine, step throws(PersonalizeError) in
        try engine.changeProfile(step.members("operations"), vendors: step.vendors)
    },
    "locate": done { engine, step throws(PersonalizeError) in
        let location = step.members("location")
        guard let latitude = location["latitude"]?.double,
            let longitude = location["longitude"]?.double
        else { return try engine.locate(nil) }
        try engine.locate(Location(latitude: latitude, longitude: longitude))
    },
    "opt_out": done { engine, step throws(PersonalizeError) in
        try engine.setOptOut(
            step.flag("opted_out"), allowSystem: step.flag("allow_system"),
            vendor: step.text("vendor"))
    },
    "unmute": done { engine, step throws(PersonalizeError) in
        try engine.unmute(vendor: step.text("vendor"))
    },
    "clear_queue": done { engine, step throws(PersonalizeError) in
        try engine.clearQueue(vendor: step.text("vendor"))
    },
    "overlays_fetch": done { engine, step throws(PersonalizeError) in
        try engine.fetchOverlays(vendor: step.text("vendor"), key: step.text("key"))
    },
    "templates_sync": done { engine, step throws(PersonalizeError) in
        try engine.syncTemplates(vendor: step.text("vendor"), key: step.text("key"))
    },
]

extension Step {
    /// The vendors that the options name; nil for every vendor.
    fileprivate var vendors: [String]? {
        members("options")["vendors"]?.array.map { $0.compactMap(\.string) }
    }

    fileprivate func objects(_ argument: String) -> [JSONObject] {
        (self[argument]?.array ?? []).compactMap(\.object)
    }
}
