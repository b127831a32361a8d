import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

/// Reads a JSON object of the host's strictly: a member it does not know is an
/// error, with the one that was probably meant.
struct Members {
    private let fields: JSONFields

    init(_ object: JSONObject, allowed: [String]) throws(PersonalizeError) {
        fields = JSONFields(object)
        do throws(FieldError) { try fields.refuseUnknown(allowed: allowed) } catch {
            let unknown = object.keys.first { !allowed.contains($0) }
            let nearest = unknown.flatMap { SimilarNames.nearest(to: $0, among: allowed) }
            throw Self.error(
                error,
                hint: nearest.map { "Did you mean \"\($0)\"?" }
                    ?? "Known keys: \(allowed.joined(separator: ", ")).")
        }
    }

    func has(_ key: String) -> Bool { fields.has(key) }

    func required<Value>(
        _ key: String, as type: FieldType<Value>
    ) throws(PersonalizeError) -> Value {
        do throws(FieldError) { return try fields.required(key, as: type) } catch {
            throw Self.error(error)
        }
    }

    func optional<Value>(
        _ key: String, as type: FieldType<Value>
    ) throws(PersonalizeError) -> Value? {
        do throws(FieldError) { return try fields.optional(key, as: type) } catch {
            throw Self.error(error)
        }
    }

    /// A document of another form is `json`; a value that cannot be is
    /// `argument`.
    static func error(_ error: FieldError, hint: String? = nil) -> PersonalizeError {
        let (code, reason): (PersonalizeError.Code, String) =
            switch FieldError.Reason(rawValue: error.reason) {
            case .missingField: (.json, "missing_key")
            case .unknownField: (.json, "unknown_key")
            case .wrongType: (.json, error.reason)
            default: (.argument, error.reason)
            }
        return PersonalizeError(
            code, reason, error.message, path: error.path, hint: hint ?? error.hint)
    }
}
