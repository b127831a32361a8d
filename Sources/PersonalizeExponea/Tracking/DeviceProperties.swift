import PersonalizeCore
import PersonalizeJSON

extension ExponeaAdapter {
    /// What the host runs on, as every event of the vendor's own tells it. A
    /// default property of the same name wins.
    var deviceProperties: JSONObject {
        var properties: JSONObject = [
            "os_name": .string(device.osName), "os_version": .string(device.osVersion),
            "sdk": .string(device.sdk), "sdk_version": .string(device.sdkVersion),
            "device_model": .string(device.model), "device_type": .string(device.type),
            "app_version": .string(device.appVersion),
        ]
        for key in properties.keys {
            if let value = configuration.defaultProperties[key] { properties[key] = value }
        }
        return properties
    }
}
