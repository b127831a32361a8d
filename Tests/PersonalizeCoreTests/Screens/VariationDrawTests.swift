import PersonalizeCore
import Testing

@Suite struct VariationDrawTests {
    @Test(arguments: [
        ("user-1:cmp-ab:control", 0xc293_fad4_fd61_efb9, 777),
        ("user-1:jrn-7:control", 0xd209_c8c8_671a_794b, 5099),
        ("alice:cmp-ab:control", 0x1d81_6ccc_4f8b_fc10, 7056),
        ("alice:cmp-ab:variation", 0xc5c8_0823_b3b4_8a9c, 5788),
        ("carol:cmp-ab:variation", 0x228b_ff2e_c456_9ca3, 35),
        ("客户:cmp-ab:variation", 0xc015_73d2_1ae3_b190, 3632),
    ])
    func drawsTheSameLotOnEveryHost(_ text: String, _ hash: UInt64, _ lot: Int64) {
        #expect(VariationDraw.hash(text) == hash)
        #expect(VariationDraw.draw(text) == lot)
    }

    @Test func theShareOfThoseHeldOutIsExclusive() {
        #expect(VariationDraw.isHeldOut(user: "user-1", group: "cmp-ab", share: 778))
        #expect(!VariationDraw.isHeldOut(user: "user-1", group: "cmp-ab", share: 777))
    }

    @Test func variationsAreChosenByTheirWeights() {
        func choice(_ weights: [Int64], _ user: String) -> String? {
            let variations = weights.enumerated().map { Variation(id: "\($0)", weight: $1) }
            return VariationDraw.choose(variations, user: user, campaign: "cmp-ab")?.id
        }
        // Lots 5788 and 35.
        #expect(choice([1, 1], "alice") == "1")
        #expect(choice([5789, 4211], "alice") == "0")
        #expect(choice([5788, 4212], "alice") == "1")
        #expect(choice([0, 1], "carol") == "1")
        #expect(choice([0, 0], "carol") == nil)
        #expect(choice([], "carol") == nil)
        #expect(choice([.max, .max], "alice") == "0")
    }
}
