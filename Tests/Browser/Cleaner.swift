/// Cleans texts for the check in a browser, as an adapter does before a host
/// shows them.
///
/// Reads texts from standard input and writes a document for each, both with
/// the number of bytes on a line in front. With the argument `resources` the
/// files that a text names are replaced by texts that try to leave their place.
import Glibc

@main
struct Cleaner {
    private static let hostile = [
        "data:image/png;base64,AA==\"><script>alert(1)</script>",
        "data:,'><img src=x onerror=alert(1)>", "data:,</style><script>alert(1)</script>",
        "data:,\");}body{background:url(https://canary.test/resource)}",
        "data:,\n\");}body{background:url(https://canary.test/resource)}",
        "data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>",
        "javascript:alert(1)", "data:,\\",
    ]

    static func main() {
        let replaces = CommandLine.arguments.contains("resources")
        let options = MarkupOptions(closeURLPrefix: "https://close.test/") { "1" }
        var rest = input()[...]
        while let end = rest.firstIndex(of: 0x0A),
            let count = Int(String(decoding: rest[..<end], as: UTF8.self))
        {
            let bytes = rest[(end + 1)...].prefix(count)
            rest = rest[(end + 1)...].dropFirst(count)
            var answer = ""
            do throws(MarkupError) {
                let markup = try Markup.clean(
                    String(decoding: bytes, as: UTF8.self), options: options)
                var resources: [String: String] = [:]
                for (index, url) in (markup.images + markup.styleResources.map(\.url)).enumerated()
                where replaces {
                    resources[url] = hostile[index % hostile.count]
                }
                answer = markup.html(replacing: resources, isOffline: true)
            } catch {
                answer = "<!DOCTYPE html><p>refused: \(error.reason.rawValue)</p>"
            }
            print(answer.utf8.count)
            print(answer, terminator: "")
        }
    }

    private static func input() -> [UInt8] {
        var input: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(0, &piece, piece.count)
            guard count > 0 else { return input }
            input.append(contentsOf: piece[..<count])
        }
    }
}
