public import PersonalizeJSON

/// What a host reads of a presentation: its arguments, with files as paths.
///
/// Everything is nil for a name that is not defined, or has another type, or a
/// file or action that the campaign has not given.
public struct PresentationArguments: Sendable {
    /// The vendor instance.
    public let vendor: String
    /// What was merged of the campaign's values and the defaults.
    public let values: TemplateValues
    private let files: [String: String]

    init(vendor: String, values: TemplateValues, files: [String: String]) {
        self.vendor = vendor
        self.values = values
        self.files = files
    }

    /// The name of the template or function.
    public var template: String { values.definition.name }

    public func string(_ name: String) -> String? { values.string(name) }

    public func boolean(_ name: String) -> Bool? { values.boolean(name) }

    /// A number without its fraction; what is too large or too small is the
    /// largest or smallest there is.
    public func integer(_ name: String) -> Int64? { values.integer(name) }

    /// A number, as near as a `Double` comes.
    public func double(_ name: String) -> Double? { values.double(name) }

    /// A number as it was written.
    public func number(_ name: String) -> JSONValue? { values.number(name) }

    /// The absolute path of a file.
    public func file(_ name: String) -> String? { values.file(name).flatMap { files[$0] } }

    /// Everything whose name begins with `name` and a dot, as nested objects.
    public func map(_ name: String) -> JSONObject? { values.map(name) { files[$0] } }

    /// Everything by its whole name; null for what has no value.
    public var all: JSONObject { values.all { files[$0] } }

    /// The whole for a log.
    public var description: String { values.describe { files[$0] } }
}

extension Engine {
    /// The arguments of a presentation; nil when there is none with the id.
    public func arguments(ofPresentation id: Int64) -> PresentationArguments? {
        display.presentations[id].map {
            PresentationArguments(
                vendor: vendors[$0.vendor].id, values: $0.values, files: $0.files)
        }
    }

    /// The newest presentation of a template that is not dismissed; of any
    /// vendor when `vendor` is nil.
    public func presentation(ofTemplate template: String, vendor: String?) -> Int64? {
        display.active.last { id in
            guard let presentation = display.presentations[id] else { return false }
            return presentation.definition.name == template
                && (vendor == nil || vendors[presentation.vendor].id == vendor)
        }
    }

    public static var unknownPresentation: PersonalizeError {
        PersonalizeError(
            .handle, "unknown_presentation", "There is no presentation with this id.",
            hint: "Use the id that came with presentation.wanted; one that was released, or"
                + " dismissed long ago, is invalid.")
    }
}
