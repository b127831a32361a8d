import PersonalizeHouse
import Testing

@Test func configurationsNameTheKind() {
    #expect(kindHouse == "house")
}
