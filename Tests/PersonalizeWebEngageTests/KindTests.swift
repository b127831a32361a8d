import PersonalizeWebEngage
import Testing

@Test func configurationsNameTheKind() {
    #expect(kindWebEngage == "webengage")
}
