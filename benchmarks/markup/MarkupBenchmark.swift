/// What cleaning a block costs beside a bare parse and free of the same bytes.
///
/// Both are measured in turn in one run, so that whatever else the machine
/// does meets both; the ratio of the medians is what counts. The budget is in
/// the argument: above it the program fails.
import CGumbo
import Glibc

@main
struct MarkupBenchmark {
    private static let rounds = 41

    static func main() {
        let budget = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 2.0
        let text = Block.text(bytes: 50 << 10)
        let bytes = Array(text.utf8)
        let options = MarkupOptions(closeURLPrefix: "https://vendor.test/close_") { "1" }
        var bare: [Double] = []
        var full: [Double] = []
        var written = 0
        for _ in 0..<rounds {
            bare.append(measured { parse(bytes) })
            full.append(
                measured {
                    guard let markup = try? Markup.clean(text, options: options) else { return }
                    written = markup.html(replacing: Block.resources, isOffline: true).utf8.count
                })
        }
        let floor = median(bare)
        let cost = median(full)
        let ratio = cost / floor
        print(
            "cleaning \(bytes.count) bytes to \(written): \(microseconds(cost)) us, bare parse and"
                + " free \(microseconds(floor)) us, ratio \(rounded(ratio)) (at most \(budget))")
        guard written > bytes.count / 2, ratio <= budget else { exit(1) }
    }

    private static func parse(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var options = kGumboDefaultOptions
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            gumbo_destroy_output(&options, gumbo_parse_with_options(&options, start, buffer.count))
        }
    }

    private static func measured(_ work: () -> Void) -> Double {
        let start = now()
        work()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    private static func microseconds(_ seconds: Double) -> Int { Int(seconds * 1e6) }
    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
