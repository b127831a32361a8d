/// What went wrong, in the same words for every host.
///
/// The code is coarse and stable, for a program to branch on; the reason is
/// fine and stable too, for a test or a support desk; the message is for a
/// person and may change.
public struct PersonalizeError: Error, Sendable, Equatable {
    /// The coarse kind of a failure. The raw values are the C ABI's.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// An argument of the call is not usable.
        public static let argument = Code(rawValue: -1)
        /// The handle or id is stale, foreign or NULL.
        public static let handle = Code(rawValue: -2)
        /// The process forked and the handle was not reopened.
        public static let forked = Code(rawValue: -3)
        /// The configuration is wrong.
        public static let configuration = Code(rawValue: -4)
        /// The text is not JSON.
        public static let json = Code(rawValue: -5)
        /// The call does not fit the state the engine is in.
        public static let state = Code(rawValue: -6)
        /// What the call names does not exist.
        public static let notFound = Code(rawValue: -7)
        /// The storage failed.
        public static let storage = Code(rawValue: -8)
        /// Another process or handle owns the storage.
        public static let storageBusy = Code(rawValue: -9)
        /// Something is larger than is accepted.
        public static let limit = Code(rawValue: -10)
        /// Another caller is already waiting.
        public static let busy = Code(rawValue: -11)
        /// A hook of the host failed.
        public static let hook = Code(rawValue: -12)
        /// The network failed.
        public static let transport = Code(rawValue: -13)
        /// A fault of the library itself.
        public static let internalFault = Code(rawValue: -14)

        /// The name the documentation and JSON forms use.
        public var name: String {
            switch self {
            case .argument: "argument"
            case .handle: "handle"
            case .forked: "forked"
            case .configuration: "config"
            case .json: "json"
            case .state: "state"
            case .notFound: "not_found"
            case .storage: "storage"
            case .storageBusy: "storage_busy"
            case .limit: "limit"
            case .busy: "busy"
            case .hook: "hook"
            case .transport: "transport"
            default: "internal"
            }
        }
    }

    public var code: Code
    /// A stable identifier of the exact reason, such as `unknown_key`.
    public var reason: String
    /// One sentence for a person.
    public var message: String
    /// Where in the input, as a JSON path such as `$.vendors[0].base_url`.
    public var path: String?
    /// What to do about it.
    public var hint: String?
    /// The vendor instance concerned.
    public var vendor: String?

    public init(
        _ code: Code, _ reason: String, _ message: String, path: String? = nil,
        hint: String? = nil, vendor: String? = nil
    ) {
        self.code = code
        self.reason = reason
        self.message = message
        self.path = path
        self.hint = hint
        self.vendor = vendor
    }
}
