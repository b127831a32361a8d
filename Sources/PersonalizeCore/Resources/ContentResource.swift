/// A file that content wants.
public struct ContentResource: Sendable, Equatable {
    /// What the file has to be.
    public enum Kind: String, Sendable {
        case image, font

        /// Whether a media type is one of the kind.
        func includes(_ type: String) -> Bool {
            type.hasPrefix("image/") == (self == .image)
        }
    }

    public var url: String
    public var kind: Kind
    /// Whether the content is as good as broken without it. What is not
    /// required is left out when it cannot be had, and the host is told.
    public var isRequired: Bool

    public init(url: String, kind: Kind = .image, isRequired: Bool = true) {
        self.url = url
        self.kind = kind
        self.isRequired = isRequired
    }
}

/// Something in content that its author should know of, and that stops
/// nothing.
public struct ContentNote: Sendable, Equatable {
    /// A stable identifier; hosts see it in a `diagnostic` when the line is a
    /// warning.
    public var reason: String
    public var line: LogLine

    public init(reason: String, line: LogLine) {
        self.reason = reason
        self.line = line
    }
}
