import PersonalizeCore
import Testing

@testable import PersonalizeStorage

/// The size that the engine must open with; the times are printed, not tested.
@Suite(.serialized) struct StoreLoadTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func tenThousandCampaignsOpenByTheirHeaders() throws {
        let clock = ContinuousClock()
        let header = "{\"name\":\"" + String(repeating: "x", count: 280) + "\"}"
        let changes = (0..<10_000).map { number in
            StoreChange.put(
                campaign(number), header: header, body: content(campaign(number), size: 5_000))
        }
        let store = try directory.open()
        let filling = try clock.measure { try store.commit(changes) }
        store.close()

        var reopened: Store?
        let opening = try clock.measure { reopened = try directory.open() }
        let again = try #require(reopened)
        var headers: [StoredHeader] = []
        let reading = try clock.measure { headers = try again.headers() }
        #expect(headers.count == 10_000)
        #expect(headers.allSatisfy { $0.header == header })
        #expect(try again.body(campaign(7_777))?.body == content(campaign(7_777), size: 5_000))
        let replacing = try clock.measure { try again.commit(changes) }
        let removing = try clock.measure { try again.commit([.removeAll(.campaign, vendor: nil)]) }
        #expect(try again.headers().isEmpty)
        print(
            "10,000 campaigns: fill \(filling), open \(opening), headers \(reading),",
            "replace \(replacing), remove \(removing)")
    }

    @Test(arguments: [Durability.process, .power])
    func anEventIsCommitted(durability: Durability) throws {
        let clock = ContinuousClock()
        let store = try directory.open(durability: durability)
        try store.commit((0..<1_000).map { put(campaign($0), bodySize: 5_000) })
        var times: [Duration] = []
        for number in 0..<2_000 {
            let change = put(event(number))
            times.append(try clock.measure { try store.commit([change]) })
        }
        #expect(try store.headers().count == 3_000)
        times.sort()
        print(
            "Commit of one event of 500 bytes, \(durability):",
            "median \(times[1_000]), 99 % \(times[1_980]), longest \(times[1_999])")
    }
}
