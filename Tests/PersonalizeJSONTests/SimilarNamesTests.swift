import Testing

@testable import PersonalizeJSON

@Suite struct SimilarNamesTests {
    private let names = ["storage", "transport", "vendors", "version", "log", "durability"]

    @Test(arguments: [
        ("storge", "storage"), ("Storage", "storage"), ("vendor", "vendors"),
        ("vresion", "version"), ("transprot", "transport"), ("lgo", "log"), ("lo", "log"),
        ("durabilty", "durability"), ("duraability", "durability"),
    ])
    func findsWhatWasMeant(written: String, meant: String) {
        #expect(SimilarNames.nearest(to: written, among: names) == meant)
    }

    @Test(arguments: ["", "x", "zzzzzz", "port", "logging"])
    func offersNothingFarFetched(written: String) {
        #expect(SimilarNames.nearest(to: written, among: names) == nil)
    }

    @Test func prefersTheNearestAndThenTheFirst() {
        #expect(SimilarNames.nearest(to: "abcdef", among: ["abcdxx", "abcdex"]) == "abcdex")
        #expect(SimilarNames.nearest(to: "abcx", among: ["abca", "abcb"]) == "abca")
    }

    @Test func longNamesCostNothing() {
        let long = String(repeating: "a", count: 1 << 20)
        #expect(SimilarNames.nearest(to: long, among: ["a", long]) == nil)
    }
}
