import PersonalizeCleverTap
import Testing

@Test func configurationsNameTheKind() {
    #expect(kindCleverTap == "clevertap")
}
