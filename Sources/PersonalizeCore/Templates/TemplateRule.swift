import PersonalizeJSON

/// The rules that definitions have to keep; the raw values are the reasons of
/// the errors.
///
/// A program can branch on them, and docs/templates.md lists them.
public enum TemplateRule: String, Sendable, CaseIterable {
    // MARK: Arguments

    case argumentNameEmpty = "arg_name_empty"
    case argumentNameDots = "arg_name_dots"
    case argumentNameDeep = "arg_name_too_deep"
    case argumentDuplicate = "arg_duplicate"
    case defaultNull = "default_null"
    case argumentParentIsValue = "arg_parent_is_value"
    case argumentIsParent = "arg_is_parent"
    case mapEmpty = "map_empty"
    case mapEmptyNested = "map_empty_nested"
    case mapValueType = "map_value_type"
    case mapKeyDots = "map_key_dots"
    case actionInFunction = "action_in_function"

    // MARK: The whole

    case nameEmpty = "name_empty"
    case nameAlreadySet = "name_already_set"
    case nameMissing = "name_missing"
    case presenterMissing = "presenter_missing"

    // MARK: Documents

    case jsonEmpty = "json_empty"
    case jsonParse = "json_parse"
    case jsonRoot = "json_root"
    case jsonTemplateType = "json_template_type"
    case jsonArgumentType = "json_arg_type"
    case jsonValueOnFile = "json_value_on_file"
    case jsonValueOnAction = "json_value_on_action"
    case jsonNestedType = "json_nested_type"
    case jsonValueType = "json_value_type"
    case jsonDuplicateKey = "json_duplicate_key"

    // MARK: Registration

    case templateDuplicate = "template_duplicate"
    case templateReserved = "template_reserved"

    /// What to do about it.
    public var hint: String {
        switch self {
        case .argumentNameEmpty: "Give the argument a name with something to read in it."
        case .argumentNameDots: "Put single dots between the parts of a name, and none at its ends."
        case .argumentNameDeep: "A name may have up to \(TemplateName.mostParts) parts."
        case .argumentDuplicate: "Add each name once; a map adds the names within it."
        case .defaultNull: "Give a value that is used when a campaign gives none."
        case .argumentParentIsValue: "Rename it, or make the argument before the dot a map."
        case .argumentIsParent: "Rename it: the name stands for the arguments that begin with it."
        case .mapEmpty, .mapEmptyNested: "Put an argument into the map, or leave it out."
        case .mapValueType: "Use strings, numbers, booleans and maps of them."
        case .mapKeyDots: "Give keys that are not empty, with single dots between their parts."
        case .actionInFunction: "Make it a template, or leave the action out."
        case .nameEmpty: "Give a name with something to read in it."
        case .nameAlreadySet: "Set the name once; begin another builder for another definition."
        case .nameMissing: "Set the name before building."
        case .presenterMissing: "Declare who presents it; without that nothing could be shown."
        case .jsonEmpty: "Give an object that has the definitions by their names."
        case .jsonParse: "Mend the text where the message says."
        case .jsonRoot: "Give an object: {\"Promo\": {\"type\": \"template\", \"arguments\": {}}}."
        case .jsonTemplateType: "Say \"type\": \"template\" or \"type\": \"function\"."
        case .jsonArgumentType:
            "The types are \"string\", \"boolean\", \"number\", \"object\", \"file\" and \"action\"."
        case .jsonValueOnFile, .jsonValueOnAction: "Leave \"value\" out: a campaign gives it."
        case .jsonNestedType:
            "Put it beside the object and name it with a dot, such as \"style.image\"."
        case .jsonValueType: "Give a default of the argument's own type."
        case .jsonDuplicateKey: "Name everything once; the second would hide the first."
        case .templateDuplicate: "Give each definition a name of its own, over all producers."
        case .templateReserved: "Choose another name: the vendor has a function of this one."
        }
    }

    /// What a program gets: the code is `json` for a text that is none, and
    /// `argument` for whatever it says.
    var code: PersonalizeError.Code {
        switch self {
        case .jsonEmpty, .jsonParse, .jsonRoot, .jsonDuplicateKey: .json
        default: .argument
        }
    }

    func error(_ message: String, path: String? = nil) -> PersonalizeError {
        PersonalizeError(code, rawValue, message, path: path, hint: hint)
    }

    /// The path of something within something else.
    static func path(_ base: String, _ key: String) -> String {
        JSONFields(JSONObject(), path: base).path(of: key)
    }
}
