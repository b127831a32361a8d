import CPersonalize
import PersonalizeCore
import PersonalizeJSON

@implementation @_cdecl("personalize_template_builder_new")
public func personalize_template_builder_new(
    _ kind: UnsafePointer<CChar>?, _ length: Int, _ visual: Int32,
    _ builder: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let output = try Arguments.output(builder, "builder")
        let word = try Arguments.text(kind, length, "kind")
        guard let kind = TemplateKind(rawValue: word) else {
            throw PersonalizeError(
                .argument, "unknown_kind", "There is no kind \"\(word)\" of definitions.",
                hint: "Give \"template\" or \"function\".")
        }
        let isVisual = try Arguments.flag(visual, "visual")
        guard let handle = BuilderTable.insert(TemplateBuilder(kind, isVisual: isVisual)) else {
            throw PersonalizeError(.limit, "too_many_builders", "Too many builders are there.")
        }
        output.pointee = handle
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_template_builder_set_name")
public func personalize_template_builder_set_name(
    _ builder: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let name = try Arguments.text(name, length, "name")
        try BuilderTable.change(builder) { builder throws(PersonalizeError) in
            try builder.setName(name)
        }
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_template_builder_set_presenter")
public func personalize_template_builder_set_presenter(
    _ builder: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        try BuilderTable.change(builder) { builder in builder.setPresenter() }
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_template_builder_add")
public func personalize_template_builder_add(
    _ builder: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ name_length: Int,
    _ type: UnsafePointer<CChar>?, _ type_length: Int, _ value: UnsafePointer<CChar>?,
    _ value_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let name = try Arguments.text(name, name_length, "name")
        let word = try Arguments.text(type, type_length, "type")
        var given = JSONValue?.none
        if value != nil { given = try Arguments.json(value, value_length, "value") }
        try BuilderTable.change(builder) { builder throws(PersonalizeError) in
            try builder.add(name, word: word, value: given)
        }
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_template_builder_build")
public func personalize_template_builder_build(
    _ builder: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    finish(error) { () throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let definition = try BuilderTable.change(builder) { builder throws(PersonalizeError) in
            try builder.build()
        }
        try give(JSONValue.object(definition.json).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_template_builder_free")
public func personalize_template_builder_free(_ builder: OpaquePointer?) {
    BuilderTable.remove(builder)
}
