import CPersonalize
import PersonalizeCore
import PersonalizeJSON
import PersonalizeRuntime

/// Carries out a command of an inbox that has no outputs.
private func performInbox(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ error: ErrorOutput?, _ command: () throws(PersonalizeError) -> InboxCommand
) -> Int32 {
    perform(engine, error) { () throws(PersonalizeError) in
        .inbox(
            vendor: try Arguments.optionalText(vendor, vendor_length, "vendor"), try command())
    }
}

@implementation @_cdecl("personalize_inbox_fetch")
public func personalize_inbox_fetch(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ key: UnsafePointer<CChar>?, _ key_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    performInbox(engine, vendor, vendor_length, error) { () throws(PersonalizeError) in
        .fetch(key: try Arguments.optionalText(key, key_length, "key"))
    }
}

@implementation @_cdecl("personalize_inbox_list")
public func personalize_inbox_list(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ query: UnsafePointer<CChar>?, _ query_length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let members = try Members(
            Arguments.optionalObject(query, query_length, "query"),
            allowed: ["offset", "limit", "content"])
        let list = try runtime.perform(
            .inbox(
                vendor: Arguments.optionalText(vendor, vendor_length, "vendor"),
                .list(InboxQuery(host: members))))
        try give(JSONValue.object(list).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_inbox_message")
public func personalize_inbox_message(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ message: UnsafePointer<CChar>?, _ message_length: Int, _ key: UnsafePointer<CChar>?,
    _ key_length: Int, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let reply = try runtime.perform(
            .inbox(
                vendor: Arguments.optionalText(vendor, vendor_length, "vendor"),
                .message(
                    id: Arguments.text(message, message_length, "message"),
                    key: Arguments.optionalText(key, key_length, "key"))))
        guard let message = reply["message"], !message.isNull else {
            output.pointee = nil
            return PERSONALIZE_NONE
        }
        try give(message.encoded(), to: output)
        return PERSONALIZE_OK
    }
}

@implementation @_cdecl("personalize_inbox_mark_read")
public func personalize_inbox_mark_read(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ message: UnsafePointer<CChar>?, _ message_length: Int, _ options: UnsafePointer<CChar>?,
    _ options_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    performInbox(engine, vendor, vendor_length, error) { () throws(PersonalizeError) in
        let options = try Members(
            Arguments.optionalObject(options, options_length, "options"),
            allowed: ["optimistic", "key"])
        return .markRead(
            id: try Arguments.text(message, message_length, "message"),
            isOptimistic: try options.optional("optimistic", as: .bool) ?? false,
            key: try options.optional("key", as: .string))
    }
}

@implementation @_cdecl("personalize_inbox_opened")
public func personalize_inbox_opened(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ message: UnsafePointer<CChar>?, _ message_length: Int, _ options: UnsafePointer<CChar>?,
    _ options_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    performInbox(engine, vendor, vendor_length, error) { () throws(PersonalizeError) in
        .opened(
            id: try Arguments.text(message, message_length, "message"),
            ignoresConsent: try ignoresConsent(options, options_length))
    }
}

@implementation @_cdecl("personalize_inbox_clicked")
public func personalize_inbox_clicked(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ message: UnsafePointer<CChar>?, _ message_length: Int, _ action: UnsafePointer<CChar>?,
    _ action_length: Int, _ options: UnsafePointer<CChar>?, _ options_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    performInbox(engine, vendor, vendor_length, error) { () throws(PersonalizeError) in
        .clicked(
            id: try Arguments.text(message, message_length, "message"),
            try MessageAction(host: Arguments.object(action, action_length, "action")),
            ignoresConsent: try ignoresConsent(options, options_length))
    }
}

@implementation @_cdecl("personalize_inbox_item_click")
public func personalize_inbox_item_click(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ message: UnsafePointer<CChar>?, _ message_length: Int, _ key: UnsafePointer<CChar>?,
    _ key_length: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    performInbox(engine, vendor, vendor_length, error) { () throws(PersonalizeError) in
        .itemClick(
            id: try Arguments.text(message, message_length, "message"),
            key: try Arguments.optionalText(key, key_length, "key"))
    }
}

@implementation @_cdecl("personalize_inbox_action_click")
public func personalize_inbox_action_click(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ message: UnsafePointer<CChar>?, _ message_length: Int, _ url: UnsafePointer<CChar>?,
    _ url_length: Int, _ key: UnsafePointer<CChar>?, _ key_length: Int,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    performInbox(engine, vendor, vendor_length, error) { () throws(PersonalizeError) in
        .actionClick(
            id: try Arguments.text(message, message_length, "message"),
            url: try Arguments.text(url, url_length, "url"),
            key: try Arguments.optionalText(key, key_length, "key"))
    }
}

@implementation @_cdecl("personalize_inbox_view")
public func personalize_inbox_view(
    _ engine: OpaquePointer?, _ vendor: UnsafePointer<CChar>?, _ vendor_length: Int,
    _ view: UnsafePointer<CChar>?, _ view_length: Int,
    _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    call(engine, error) { runtime throws(PersonalizeError) in
        let output = try Arguments.output(json, "json")
        let drawn = try runtime.inboxView(
            InboxViewSpecification(host: Arguments.object(view, view_length, "view")),
            vendor: Arguments.optionalText(vendor, vendor_length, "vendor"))
        try give(JSONValue.object(drawn).encoded(), to: output)
        return PERSONALIZE_OK
    }
}

private func ignoresConsent(
    _ options: UnsafePointer<CChar>?, _ length: Int
) throws(PersonalizeError) -> Bool {
    let options = try Members(
        Arguments.optionalObject(options, length, "options"), allowed: ["without_consent"])
    return try options.optional("without_consent", as: .bool) ?? false
}
