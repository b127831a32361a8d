import PersonalizeCore
import PersonalizeJSON

extension ConfigurationReader {
    /// The part about the files of overlays; nil when there is none.
    private func files(_ settings: Settings) throws(PersonalizeError) -> Settings? {
        guard let object = try settings.optional("files", as: .object) else { return nil }
        let own = Settings(object, path: "$.files")
        try own.refuseUnknown(allowed: ["path", "maximum_bytes", "timeout_ms", "parallel"])
        return own
    }

    func filesPath(_ settings: Settings) throws(PersonalizeError) -> String? {
        try files(settings)?.optional("path", as: .nonEmptyString)
    }

    func readFiles(
        _ settings: Settings, into engine: inout EngineConfiguration
    ) throws(PersonalizeError) {
        guard let own = try files(settings) else { return }
        engine.maximumFileBytes =
            try own.optional("maximum_bytes", as: .integer(in: 1...(1 << 30)))
            .map { Int($0) } ?? engine.maximumFileBytes
        engine.fileTimeout =
            try own.optional("timeout_ms", as: .integer(in: 1...3_600_000)) ?? engine.fileTimeout
        engine.maximumFileFetches =
            try own.optional("parallel", as: .integer(in: 1...100)).map { Int($0) }
            ?? engine.maximumFileFetches
    }
}
