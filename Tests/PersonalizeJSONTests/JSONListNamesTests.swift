import Testing

@testable import PersonalizeJSON

@Suite struct JSONListNamesTests {
    private func index(_ key: String, _ names: [String]) -> Int? {
        Array(key.utf8).withUnsafeBytes { JSONListNames(names).index(ofKey: $0) }
    }

    @Test(arguments: [
        ("data", "data"), (#"\u0064ata"#, "data"), (#"dat\u0061"#, "data"),
        (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{08}\u{0C}\n\r\t"), (#"\u00e9\u00E9"#, "\u{E9}\u{E9}"),
        (#"\ud83d\ude00"#, "\u{1F600}"), ("\u{1F600}", "\u{1F600}"), (#"\uFfFf"#, "\u{FFFF}"),
    ])
    func comparesWithWhatAKeyMeans(key: String, name: String) {
        #expect(index(key, ["other", name]) == 1)
    }

    @Test(arguments: [
        "dat", "dataa", "Data", #"d\u0041ta"#, #"dat\"#, #"dat\u"#, #"dat\u006"#, #"dat\u00g1"#,
        #"dat\x61"#, #"data\u0000"#, #"\ud83d"#, #"\ud83dx"#, #"\ud83d\u0061"#, #"\ude00"#, "",
    ])
    func tellsOtherKeysApart(key: String) {
        #expect(index(key, ["data", "\u{1F600}", ""]) == nil)
    }

    @Test func tellsNamesApartByTheirBytes() {
        #expect(index("e\u{301}", ["\u{E9}"]) == nil)
        #expect(index("e\u{301}", ["\u{E9}", "e\u{301}"]) == 1)
    }

    @Test func theEmptyNameIsTheDocument() {
        #expect(JSONListNames(["data", ""]).document == 1)
        #expect(JSONListNames(["data"]).document == nil)
    }

    @Test func namesBeyondTheSixtyFourthAreOrdinaryMembers() {
        let names = (0..<70).map { "name\($0)" }
        #expect(index("name63", names) == 63)
        #expect(index("name64", names) == nil)
    }
}
