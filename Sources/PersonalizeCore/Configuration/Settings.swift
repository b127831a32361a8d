public import PersonalizeJSON

/// Reads one object of the configuration strictly.
///
/// What is wrong comes out as a `configuration` error with the path of the
/// member, and one of the reasons `missing_key`, `unknown_key`, `wrong_type`,
/// `out_of_range` and `invalid_value`, or a finer one of the reader's own.
public struct Settings: Sendable {
    /// The object with its place in the configuration.
    public let fields: JSONFields
    /// The vendor instance the errors are about; nil for none.
    public let vendor: String?

    /// - Parameter path: where the object stands, such as `$.vendors[0]`.
    public init(_ object: JSONObject, path: String = "$", vendor: String? = nil) {
        fields = JSONFields(object, path: path)
        self.vendor = vendor
    }

    /// Throws `unknown_key` at the first key that is not among these, with the
    /// key that was probably meant as the hint. `extra` is always allowed.
    public func refuseUnknown(allowed: [String]) throws(PersonalizeError) {
        let allowed = allowed + ["extra"]
        do throws(FieldError) { try fields.refuseUnknown(allowed: allowed) } catch {
            let unknown = fields.object.keys.first { !allowed.contains($0) }
            let nearest = unknown.flatMap { SimilarNames.nearest(to: $0, among: allowed) }
            throw configurationError(
                error,
                hint: nearest.map { "Did you mean \"\($0)\"?" }
                    ?? "Known keys: \(allowed.joined(separator: ", ")).")
        }
    }

    /// A member that has to be there.
    public func required<Value>(
        _ key: String, as type: FieldType<Value>, hint: String? = nil
    ) throws(PersonalizeError) -> Value {
        do throws(FieldError) { return try fields.required(key, as: type) } catch {
            throw configurationError(error, hint: hint)
        }
    }

    /// A member that may be missing or null; nil then.
    public func optional<Value>(
        _ key: String, as type: FieldType<Value>, hint: String? = nil
    ) throws(PersonalizeError) -> Value? {
        do throws(FieldError) { return try fields.optional(key, as: type) } catch {
            throw configurationError(error, hint: hint)
        }
    }

    /// Whether a member is there and is null, where null has a meaning.
    public func isNull(_ key: String) -> Bool { fields.object[key]?.isNull == true }

    /// An error about a member whose value the reader has looked at itself.
    public func invalid(
        _ key: String, reason: String = "invalid_value", _ message: String, hint: String? = nil
    ) -> PersonalizeError {
        PersonalizeError(
            .configuration, reason, message, path: fields.path(of: key), hint: hint,
            vendor: vendor)
    }

    private func configurationError(_ error: FieldError, hint: String?) -> PersonalizeError {
        let reason =
            switch FieldError.Reason(rawValue: error.reason) {
            case .missingField: "missing_key"
            case .unknownField: "unknown_key"
            default: error.reason
            }
        return PersonalizeError(
            .configuration, reason, error.message, path: error.path, hint: hint ?? error.hint,
            vendor: vendor)
    }
}
