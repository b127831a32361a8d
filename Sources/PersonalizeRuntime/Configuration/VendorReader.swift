import PersonalizeCore
import PersonalizeJSON

/// Reads the vendor instances of a configuration.
struct VendorReader {
    let factories: [any AdapterFactory]

    func read(
        _ settings: Settings, device: Device
    ) throws(PersonalizeError) -> [ConfiguredAdapter] {
        let values = try settings.optional("vendors", as: .array(of: .object)) ?? []
        var vendors: [ConfiguredAdapter] = []
        var ids: [String] = []
        for (index, object) in values.enumerated() {
            let path = "$.vendors[\(index)]"
            let own = Settings(object, path: path)
            let id = try own.required(
                "id", as: .string, hint: "Give the instance a name of your own, such as \"shop\".")
            guard Self.isIdentifier(id) else {
                throw own.invalid(
                    "id", "must be 1 to 64 letters, digits, '-', '_' and '.'",
                    hint: "Use a name such as \"shop\".")
            }
            guard !ids.contains(id) else {
                throw own.invalid(
                    "id", reason: "duplicate_vendor", "Two vendors have the id \"\(id)\".",
                    hint: "Give each instance an id of its own; kinds may repeat.")
            }
            ids.append(id)
            vendors.append(try make(id, own, object, device: device, path: path))
        }
        return vendors
    }

    private func make(
        _ id: String, _ own: Settings, _ object: JSONObject, device: Device, path: String
    ) throws(PersonalizeError) -> ConfiguredAdapter {
        let kinds = factories.map(\.kind)
        let known = "Known kinds: \(kinds.joined(separator: ", "))."
        let kind = try own.required("kind", as: .string, hint: known)
        guard let factory = factories.first(where: { $0.kind == kind }) else {
            let nearest = SimilarNames.nearest(to: kind, among: kinds)
            throw own.invalid(
                "kind", reason: "unknown_kind", "There is no vendor of the kind \"\(kind)\".",
                hint: nearest.map { "Did you mean \"\($0)\"? \(known)" } ?? known)
        }
        var settings = object
        settings["id"] = nil
        settings["kind"] = nil
        do throws(PersonalizeError) {
            var vendor = try factory.make(
                instance: id, settings: settings, device: device, path: path)
            var redacted: JSONObject = ["id": .string(id), "kind": .string(kind)]
            redacted.merge(vendor.redacted)
            vendor.redacted = redacted
            return vendor
        } catch {
            var error = error
            error.vendor = error.vendor ?? id
            throw error
        }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                byte == 0x2D || byte == 0x2E || byte == 0x5F || (0x30...0x39).contains(byte)
                    || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            }
    }
}
