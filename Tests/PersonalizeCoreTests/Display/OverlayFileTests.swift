import PersonalizeCore
import PersonalizeJSON
import Testing

@Suite struct OverlayFileTests {
    private static let image = "https://post.test/a/b.PNG?size=2"

    private func showing(_ values: JSONObject, _ more: Overlay...) -> DisplayHarness {
        DisplayHarness([.poster("1", values: values)] + more)
    }

    @Test func filesAreThereBeforeTheHostIsTold() throws {
        var display = showing(["image": .string(Self.image)])
        #expect(display.presented == [])
        let request = try #require(display.engine.open.first { $0.purpose == "file" })
        #expect(request.url == Self.image)
        #expect(request.maximumBytes == 5 << 20)
        #expect(request.timeout == 25_000)
        display.engine.answer("file", "picture")
        #expect(display.presented == ["1"])
        #expect(display.engine.disk == ["file-1.png": Array("picture".utf8)])
    }

    @Test func aFileIsFetchedOnce() {
        var display = showing(["image": .string(Self.image)])
        display.engine.answer("file", "picture")
        display.restart()
        #expect(display.presented == ["1"])
        #expect(display.engine.sent.allSatisfy { $0.purpose != "file" })
    }

    @Test func oneRequestServesAllThatWait() {
        var display = showing(
            ["image": .string(Self.image)],
            .poster("2", template: "bell", values: ["sound": .string(Self.image)]))
        #expect(display.engine.sent.filter { $0.purpose == "file" }.count == 1)
        display.engine.answer("file", "x")
        #expect(display.presented == ["1", "2"])
    }

    @Test func aFileThatVanishedIsFetchedAgain() {
        var display = showing(["image": .string(Self.image)])
        display.engine.answer("file", "picture")
        display.engine.disk = [:]
        display.restart()
        #expect(display.presented == [])
        display.engine.answer("file", "picture")
        #expect(display.presented == ["1"])
        // A name is never given twice while somebody may hold its path.
        #expect(display.engine.disk.keys.sorted() == ["file-2.png"])
    }

    @Test(arguments: [201, 204, 302, 404, 500]) func onlyStatus200Counts(status: Int) {
        var display = showing(["image": .string(Self.image)], .poster("2"))
        display.engine.answer("file", "page", status: status)
        #expect(display.dropped == ["1 file_unavailable"])
        #expect(display.presented == ["2"])
        #expect(display.engine.disk == [:])
        #expect(display.stored == ["2"])
    }

    @Test func aFailedTransferSkipsAndMovesOn() {
        var display = showing(["image": .string(Self.image)], .poster("2"))
        display.engine.answer("file", .failure(.init(.tooLarge, "too large")))
        #expect(display.dropped == ["1 file_unavailable"])
        #expect(display.presented == ["2"])
    }

    @Test func aFullDiskSkipsAndMovesOn() {
        var display = showing(["image": .string(Self.image)], .poster("2"))
        display.engine.diskFailure = "no space"
        display.engine.answer("file", "picture")
        #expect(display.dropped == ["1 file_unavailable"])
        #expect(display.presented == ["2"])
        #expect(display.engine.records.keys.allSatisfy { $0.space != .file })
    }

    @Test(arguments: ["", "a.png", "ftp://x/y", "data:image/png;base64,AA", "//post.test/x"])
    func whatIsNoAddressSkips(url: String) {
        let display = showing(["image": .string(url)], .poster("2"))
        #expect(display.dropped == ["1 file_unavailable"])
        #expect(display.presented == ["2"])
    }

    @Test func offlineSkipsAndMovesOn() {
        var display = DisplayHarness(
            [.poster("1", values: ["image": .string(Self.image)]), .poster("2")], isStarted: false)
        display.engine.perform(.offline(true))
        display.engine.perform(.start)
        #expect(display.dropped == ["1 file_unavailable"])
        #expect(display.presented == ["2"])
    }

    @Test func filesOfFunctionsInActionsAreFetchedToo() {
        var display = showing([
            "image": .string(Self.image),
            "go": [
                "do": "function", "name": "bell", "with": ["sound": "https://post.test/ding"],
            ],
        ])
        #expect(display.engine.open.filter { $0.purpose == "file" }.count == 2)
        display.engine.answer("file", "picture")
        #expect(display.presented == [])
        display.engine.answer("file", "ding")
        #expect(display.presented == ["1"])
        display.perform(.trigger(argument: "go"), display.wanted)
        // It is here already.
        #expect(display.presented == ["1", "1"])
        #expect(display.engine.sent.filter { $0.purpose == "file" }.count == 2)
    }

    @Test func aFunctionWhoseFileIsGoneIsDropped() {
        var display = showing([
            "go": [
                "do": "function", "name": "bell", "with": ["sound": "https://post.test/ding"],
            ]
        ])
        display.engine.answer("file", "ding")
        let parent = display.wanted
        display.engine.disk = [:]
        display.perform(.trigger(argument: "go"), parent)
        #expect(display.presented == ["1"])
        display.engine.answer("file", "", status: 404)
        #expect(display.dropped == ["1 file_unavailable"])
        #expect(display.perform(.presented, parent) == true)
    }

    @Test func onlySoManyAreFetchedTogether() {
        var configuration = EngineConfiguration()
        configuration.maximumFileFetches = 2
        var display = DisplayHarness(
            (1...4).map {
                .poster(
                    "\($0)", template: "bell", values: ["sound": .string("https://a.test/\($0)")])
            }, configuration: configuration)
        #expect(display.engine.open.filter { $0.purpose == "file" }.count == 2)
        display.engine.answer("file", "x")
        #expect(display.engine.open.filter { $0.purpose == "file" }.count == 2)
        for _ in 0..<3 { display.engine.answer("file", "x") }
        #expect(display.presented == ["1", "2", "3", "4"])
    }

    @Test func equalNamesOnDifferentServersDoNotCollide() {
        var display = showing(
            ["image": "https://a.test/x.png"],
            .poster("2", template: "bell", values: ["sound": "https://b.test/x.png"]))
        display.engine.answer("file", "a")
        display.engine.answer("file", "b")
        #expect(
            display.engine.disk == [
                "file-1.png": Array("a".utf8), "file-2.png": Array("b".utf8),
            ])
    }

    // MARK: - Cleaning

    private static let day: Int64 = 86_400_000

    private func stored(_ url: String, number: Int64, expires: Int64) -> (RecordKey, LoadedRecord) {
        let header: JSONValue = [
            "number": .integer(number), "bytes": 1, "expires_ms": .integer(expires),
        ]
        return (
            RecordKey(.file, vendor: "post", key: url),
            LoadedRecord(header: header.encoded(), body: nil)
        )
    }

    private func display(
        _ overlays: [Overlay] = [], _ files: [(RecordKey, LoadedRecord)]
    ) -> DisplayHarness {
        var display = DisplayHarness(
            overlays, records: Dictionary(files, uniquingKeysWith: { $1 }), isStarted: false)
        for number in 1...files.count { display.engine.disk["file-\(number)"] = [1] }
        return display
    }

    @Test func whatIsPastItsTimeGoesAtTheStart() {
        var display = display(
            [],
            [
                stored("https://a.test/1", number: 1, expires: 1_000_000 - 60_000),
                stored("https://a.test/2", number: 2, expires: 1_000_000 - 1_000),
                stored("https://a.test/3", number: 3, expires: 1_000_000),
                stored("https://a.test/4", number: 4, expires: 1_001_000),
            ])
        display.start()
        #expect(display.engine.disk.keys.sorted() == ["file-3", "file-4"])
        #expect(display.engine.records.keys.filter { $0.space == .file }.count == 2)
    }

    @Test func whatWaitsInTheQueueKeepsItsFiles() {
        var display = display(
            [.poster("1"), .poster("2", values: ["image": "https://a.test/1"])],
            [
                stored("https://a.test/1", number: 1, expires: 0),
                stored("https://a.test/2", number: 2, expires: 0),
            ])
        display.start()
        #expect(display.engine.disk.keys.sorted() == ["file-1"])
    }

    @Test func cleaningIsSeldom() {
        var display = display([], [stored("https://a.test/1", number: 1, expires: 1_500_000)])
        display.start()
        display.engine.now.wall += 13 * Self.day
        display.restart()
        #expect(display.engine.disk.count == 1)
        display.engine.now.wall += 2 * Self.day
        display.restart()
        #expect(display.engine.disk.count == 0)
    }

    @Test func aHitPutsOffTheEnd() {
        var display = showing(["image": .string(Self.image)])
        display.engine.answer("file", "picture")
        display.engine.now.wall += 13 * Self.day
        display.restart()
        display.perform(.dismissed, display.wanted)
        display.engine.now.wall += 13 * Self.day
        display.restart()
        #expect(display.engine.disk.count == 1)
    }

    @Test func clearingTakesTheExpiredOrAll() {
        var display = display(
            [],
            [
                stored("https://a.test/1", number: 1, expires: 1_000_100),
                stored("https://a.test/2", number: 2, expires: 9_000_000),
            ])
        display.start()
        display.engine.now.wall += 200
        #expect(display.perform(.clearFiles(vendor: "post", expiredOnly: true)) == ["removed": 1])
        #expect(display.engine.disk.keys.sorted() == ["file-2"])
        #expect(display.perform(.clearFiles(vendor: nil, expiredOnly: false)) == ["removed": 1])
        #expect(display.engine.disk == [:])
    }

    @Test func whatIsOnShowKeepsItsFiles() {
        var display = showing(["image": .string(Self.image)])
        display.engine.answer("file", "picture")
        #expect(display.perform(.clearFiles(vendor: nil, expiredOnly: false)) == ["removed": 0])
        display.perform(.dismissed, display.wanted)
        #expect(display.perform(.clearFiles(vendor: nil, expiredOnly: false)) == ["removed": 1])
    }

    @Test func leftoversOfAnEndedProcessGoAtTheOpening() {
        var display = showing(["image": .string(Self.image)])
        display.engine.answer("file", "picture")
        let records = display.engine.records
        display.engine.disk["file-9.png"] = [1]
        display.engine.perform(
            .restore(
                records.map { StoredHeader($0.key, $0.value.header) }
                    .sorted { $0.key.key < $1.key.key }))
        #expect(display.engine.disk.keys.sorted() == ["file-1.png"])
    }
}
