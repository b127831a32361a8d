import PersonalizeCore
import PersonalizeJSON

/// The member `inbox` of an instance's settings: the host's texts.
enum InboxSettings {
    /// What the vendor's files of texts put before the names.
    static let labelPrefix = "exponea.inbox."

    static func style(_ settings: Settings) throws(PersonalizeError) -> InboxStyle {
        var style = InboxStyle(labelPrefix: labelPrefix)
        guard let object = try settings.optional("inbox", as: .object) else { return style }
        let own = Settings(
            object, path: settings.fields.path(of: "inbox"), vendor: settings.vendor)
        try own.refuseUnknown(allowed: ["labels", "relative_time", "image_inset"])
        if let labels = try own.optional("labels", as: .object) {
            let reader = Settings(
                labels, path: own.fields.path(of: "labels"), vendor: settings.vendor)
            let keys = InboxLabels.keys(prefix: labelPrefix)
            try reader.refuseUnknown(allowed: keys)
            for key in keys { _ = try reader.optional(key, as: .string) }
            style.labels = labels
        }
        style.relativeTime = try own.optional("relative_time", as: .object) ?? [:]
        style.imageInset = try own.optional("image_inset", as: .double) ?? style.imageInset
        guard style.imageInset >= 0 else {
            throw own.invalid("image_inset", "The inset must not be negative.")
        }
        return style
    }
}
