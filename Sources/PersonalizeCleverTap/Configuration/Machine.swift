import Glibc

/// What the system says of the machine, for settings that say nothing. Read
/// when an instance is made, and written into its redacted settings, so that a
/// replay elsewhere tells the same.
enum Machine {
    /// The machine's manufacturer, by its firmware.
    static var maker: String? { firmware("sys_vendor") }

    /// The machine's model, by its firmware.
    static var product: String? { firmware("product_name") }

    /// Language and country of the environment, such as `en_GB`.
    static var locale: String? {
        let names: [String] = ["LC_ALL", "LANG"]
        return locale(of: names.compactMap { name in getenv(name).map { String(cString: $0) } })
    }

    /// The first that is set, without its encoding; nil for those that stand
    /// for none.
    static func locale(of values: [String]) -> String? {
        guard let value = values.first(where: { !$0.isEmpty }) else { return nil }
        let name = String(value.prefix { $0 != "." && $0 != "@" })
        return name.isEmpty || name == "C" || name == "POSIX" ? nil : name
    }

    private static func firmware(_ name: String) -> String? {
        let file = open("/sys/class/dmi/id/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(file, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = SettingRules.trimmed(String(decoding: bytes.prefix(count), as: UTF8.self))
        return text.isEmpty ? nil : text
    }
}
