public import PersonalizeCore
public import PersonalizeJSON

extension PersonalizeError {
    /// A text that is no JSON, or more of it than is accepted.
    public init(_ error: JSONError) {
        let code: Code =
            switch JSONError.Reason(rawValue: error.reason) {
            case .documentTooLarge, .tooDeep, .stringTooLong, .numberTooLong, .tooManyValues,
                .outOfMemory:
                .limit
            default: .json
            }
        self.init(
            code, error.reason,
            "\(error.message) at line \(error.line), column \(error.column)",
            path: error.path ?? "$",
            hint: code == .limit
                ? "Shorten or split it; docs/reference.md has the limits."
                : "Mend the text just before line \(error.line), column \(error.column).")
    }
}
