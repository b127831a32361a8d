import PersonalizeCore
import PersonalizeJSON

extension Application {
    /// The app fields: part of each request's header, of the launch event, and
    /// of what triggers look at.
    func fields(platform: Platform, revision: Int64, location: Location?) -> JSONObject {
        var fields: JSONObject = [
            "Version": .string(version), "Build": .string(build),
            "SDK Version": .integer(revision), "OS": .string(platform.osName),
            "OS Version": .string(osVersion), "Make": .string(make), "Model": .string(model),
            "useIP": .bool(reportsNetwork),
        ]
        fields["Carrier"] = text(carrier)
        fields["wdt"] = size(width, platform)
        fields["hgt"] = size(height, platform)
        fields["cc"] = text(country)
        fields["locale"] = text(locale)
        if let location {
            fields["Latitude"] = .number(location.latitude)
            fields["Longitude"] = .number(location.longitude)
        }
        fields["proxyDomain"] = text(proxyDomain)
        fields["lib"] = "libpersonalize"
        fields["libpersonalize"] = .integer(libraryRevision)
        return fields
    }

    private func text(_ value: String) -> JSONValue? { value.isEmpty ? nil : .string(value) }

    private func size(_ inches: Double?, _ platform: Platform) -> JSONValue? {
        guard let inches else { return nil }
        let number = JSONValue.number((inches * 100).rounded() / 100)
        return platform.writesSizesAsText ? .string(number.encoded()) : number
    }
}
