import Foundation

/// The inputs of Tests/Browser/attacks, which are also shown to a browser.
/// Grouped by what they rely on.
let attacks: [String] = ["elements", "handlers", "urls", "styles", "mutations", "syntax"]
    .flatMap(read)

private func read(_ name: String) -> [String] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../Browser/attacks/\(name).json")
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([String].self, from: data)) ?? []
}
