import PersonalizeCore
import PersonalizeJSON

/// The functions that the vendor's SDKs bring along. They have nothing to see.
enum SystemFunction: String, CaseIterable {
    case askPermission = "ctsystem_pushpermission"
    case openURL = "ctsystem_openurl"
    case askRating = "ctsystem_apprating"

    private static let settings = "fbSettings"

    static var definitions: [TemplateDefinition] {
        allCases.map {
            TemplateDefinition(
                $0.rawValue, kind: .function, isVisual: false, arguments: $0.arguments)
        }
    }

    private var arguments: [TemplateArgument] {
        switch self {
        case .askPermission: [TemplateArgument(Self.settings, .boolean, defaultValue: false)]
        case .openURL:
            ["linux", "Android", "iOS"].map { TemplateArgument($0, .string, defaultValue: "") }
        case .askRating: []
        }
    }

    /// Nil when there is nothing to do, such as a link that is blank.
    func effect(_ values: TemplateValues, on platform: Platform) -> SystemEffect? {
        switch self {
        case .askPermission:
            return .askPermission(opensSettings: values.boolean(Self.settings) ?? false)
        case .openURL:
            let order =
                platform == .ios ? ["iOS", "linux", "Android"] : ["linux", "Android", "iOS"]
            let links = order.compactMap { values.string($0) }
            return links.first { !$0.allSatisfy(\.isWhitespace) }.map(SystemEffect.openURL)
        case .askRating: return .askRating
        }
    }
}
