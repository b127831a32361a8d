import PersonalizeCore
import PersonalizeJSON

/// Why a document cannot be used as a whole.
enum DocumentFault: Error {
    /// It is no JSON, or too much of it.
    case json(JSONError)
    /// It is JSON, but no document of the house.
    case form(FieldError)

    var reason: String {
        switch self {
        case .json: "malformed"
        case .form(let error): error.reason
        }
    }

    var description: String {
        switch self {
        case .json(let error): error.description
        case .form(let error): error.description
        }
    }

    /// Why a document that the host brought was refused.
    func error(vendor: String) -> PersonalizeError {
        switch self {
        case .json(let error):
            PersonalizeError(
                .json, error.reason, error.description, path: error.path ?? "$",
                hint: "Give a whole document; docs/house.md has its form.", vendor: vendor)
        case .form(let error):
            PersonalizeError(
                .json, error.reason, error.message, path: error.path,
                hint: error.hint, vendor: vendor)
        }
    }
}
