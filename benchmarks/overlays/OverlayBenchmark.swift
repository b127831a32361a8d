import Glibc

/// What finding the in-apps for one event costs: ten that wait for it among a
/// hundred, and the same ten among ten thousand. The core alone, without
/// storage: an event that nobody waits for is taken off.
@main
struct OverlayBenchmark {
    static let rounds = 41
    static let events = 200
    static let mostRatio = 1.5
    static let mostMicroseconds = 20.0

    static func main() throws {
        var few = try Subject(campaigns: 100)
        var many = try Subject(campaigns: 10_000)
        // Before anything is measured, and so that both are as warm.
        _ = (measure(&few), measure(&many))
        var ofFew: [Double] = []
        var ofMany: [Double] = []
        for _ in 0..<rounds {
            ofFew.append(measure(&few))
            ofMany.append(measure(&many))
        }
        let (few10, many10) = (median(ofFew), median(ofMany))
        let ratio = many10 / few10
        print("overlays: 10 in-apps of 100 cost \(rounded(few10)) us an event")
        print("overlays: 10 in-apps of 10000 cost \(rounded(many10)) us an event")
        print("overlays: ratio \(rounded(ratio)), at most \(mostRatio)")
        guard ratio <= mostRatio, many10 <= mostMicroseconds, many.chosen == 1 else {
            print("overlays: too slow")
            exit(1)
        }
    }

    /// Microseconds of one event beyond one that nobody waits for.
    private static func measure(_ subject: inout Subject) -> Double {
        let idle = time { subject.track(false) }
        let busy = time { subject.track(true) }
        return max(busy - idle, 0) / Double(events) * 1e6
    }

    private static func time(_ work: () -> Void) -> Double {
        let start = now()
        for _ in 0..<events { work() }
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        // What others do on the machine meanwhile does not count.
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
