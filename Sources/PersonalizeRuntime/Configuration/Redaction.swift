import PersonalizeCore
import PersonalizeJSON

/// Takes out of a configuration what must not get into a journal.
enum Redaction {
    /// Vendors are replaced by what their adapters call harmless; a proxy may
    /// have a password in it; and what a host keeps in `extra` is its own.
    ///
    /// The device is written out, since a replay may run on another.
    static func redact(
        _ configuration: JSONObject, vendors: [JSONObject], device: Device
    ) -> JSONObject {
        var result = configuration
        result["device"] = [
            "os_name": .string(device.osName), "os_version": .string(device.osVersion),
            "platform": .string(device.platform), "model": .string(device.model),
            "type": .string(device.type), "app_version": .string(device.appVersion),
        ]
        if configuration["vendors"] != nil {
            result["vendors"] = .array(vendors.map { .object(withoutExtra($0)) })
        }
        if var http = configuration["http"]?.object, http["proxy"]?.string != nil {
            http["proxy"] = "***"
            result["http"] = .object(http)
        }
        result["seed"] = nil
        return withoutExtra(result)
    }

    private static func withoutExtra(_ object: JSONObject) -> JSONObject {
        var result = JSONObject()
        for (key, value) in object.members where key != "extra" {
            result[key] = value.object.map { .object(withoutExtra($0)) } ?? value
        }
        return result
    }
}
