import PersonalizeCore
import Testing

@Test func randomSourceRepeatsItself() {
    var first = RandomSource(seed: 7)
    var second = RandomSource(seed: 7)
    #expect(first.uuid() == second.uuid())
    #expect(first.uuid() != second.hexadecimal128())
}
