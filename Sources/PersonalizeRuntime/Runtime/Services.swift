import PersonalizeCore
import PersonalizeStorage
import PersonalizeTransport

/// What a runtime uses of the system.
struct Services {
    let store: Store
    let files: FileDirectory
    let loop: EventLoop
    let transport: any Transport
    let journal: Journal?

    /// Opens everything, or nothing.
    static func open(
        _ configuration: Configuration, storage: String, journal: String?
    ) throws(PersonalizeError) -> Services {
        try ForkGuard.withoutForks { () throws(PersonalizeError) in
            try Services(configuration, storage: storage, journal: journal)
        }
    }

    private init(
        _ configuration: Configuration, storage: String, journal path: String?
    ) throws(PersonalizeError) {
        loop = try EventLoop()
        files = FileDirectory(
            configuration.filesPlace(storage: storage),
            isDurable: configuration.durability == .power)
        do throws(PersonalizeError) {
            store = try Store.open(path: storage, durability: configuration.durability)
        } catch {
            loop.close()
            throw error
        }
        do throws(PersonalizeError) {
            journal = try path.map { path throws(PersonalizeError) in try Journal(path: path) }
            transport = try Self.transport(configuration, loop)
        } catch {
            store.close()
            loop.close()
            throw error
        }
    }

    private static func transport(
        _ configuration: Configuration, _ loop: EventLoop
    ) throws(PersonalizeError) -> any Transport {
        switch configuration.transport {
        case .host: return HostTransport()
        case .scripted: return ScriptedTransport()
        case .http:
            let http = configuration.http
            var options = CurlOptions()
            options.caFile = http.certificateFile
            options.proxy = http.proxy
            options.noProxy = http.noProxy
            options.maximumRedirects = Int(http.maximumRedirects)
            options.connectTimeout = http.connectTimeout
            options.userAgent = "libpersonalize/\(Runtime.version)"
            return try CurlTransport(loop: loop, options: options)
        }
    }
}
