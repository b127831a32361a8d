/// As what kind of device the library presents itself.
///
/// The vendor addresses campaigns to platforms, so this decides what a
/// customer may get. It is chosen before the first start: the beginning of the
/// device id stays.
enum Platform: String, Sendable, CaseIterable {
    case linux
    case android
    case ios

    /// The query parameter `os` and the app field `OS`.
    var osName: String {
        switch self {
        case .linux: "Linux"
        case .android: "Android"
        case .ios: "iOS"
        }
    }

    /// What a device id begins with.
    var devicePrefix: String {
        switch self {
        case .linux: "#"
        case .android: "__"
        case .ios: "-"
        }
    }

    /// The revision of the vendor's SDK for this platform that is spoken here;
    /// the server may tell features by it.
    var revision: Int64 {
        switch self {
        case .linux: 50_503
        case .android: 80_200
        case .ios: 70_700
        }
    }

    /// iOS writes sizes as text, Android as numbers.
    var writesSizesAsText: Bool { self == .ios }

    /// The names under which a campaign's actions keep their links, the first
    /// one that is not empty winning.
    var linkOrder: [String] {
        self == .ios ? ["ios", "linux", "android"] : ["linux", "android", "ios"]
    }
}
