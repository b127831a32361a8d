import PersonalizeCore
import PersonalizeJSON

/// Why an answer cannot be used as a whole.
enum AnswerFault: Error {
    /// It is no JSON, or too much of it.
    case json(JSONError)
    /// It is JSON, but not of the form agreed on.
    case form(FieldError)
    /// It says that the request failed, maybe with the reason.
    case refused(String?)

    /// How a fetch failed.
    func failure(status: Int) -> VendorFailure {
        switch self {
        case .json(let error): VendorFailure("malformed", error.description, status: status)
        case .form(let error): VendorFailure("malformed", error.description, status: status)
        case .refused(let complaint):
            VendorFailure("refused", complaint ?? Self.refusal, status: status)
        }
    }

    /// Why a payload of the host was refused.
    func error(vendor: String) -> PersonalizeError {
        switch self {
        case .json(let error):
            PersonalizeError(
                Self.isLimit(error) ? .limit : .json, error.reason, error.description,
                path: error.path ?? "$",
                hint: "Give the vendor's answer as it came, whole.", vendor: vendor)
        case .form(let error):
            PersonalizeError(
                .json, error.reason, error.message, path: error.path,
                hint: "Give the vendor's answer as it came, with its \"success\".",
                vendor: vendor)
        case .refused(let complaint):
            PersonalizeError(
                .json, "refused", complaint ?? Self.refusal, path: "$.success",
                hint: "This is the vendor's answer to a request that failed.", vendor: vendor)
        }
    }

    private static let refusal = "The answer says that the request failed."

    private static func isLimit(_ error: JSONError) -> Bool {
        switch JSONError.Reason(rawValue: error.reason) {
        case .documentTooLarge, .tooDeep, .stringTooLong, .numberTooLong, .tooManyValues,
            .outOfMemory:
            true
        default: false
        }
    }
}
