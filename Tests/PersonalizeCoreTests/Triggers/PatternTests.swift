import PersonalizeCore
import Testing

@Suite struct PatternTests {
    @Test(arguments: [
        ("home", "my home page", true), ("^home$", "home", true), ("^home$", "homes", false),
        ("^home/", "home/1", true), ("a|b|", "zzz", true), ("a|b", "cb", true),
        ("^(a|b)+$", "abba", true), ("^(a|b)+$", "abca", false), ("x*", "", true),
        ("^x+$", "", false), ("^[a-c]+$", "abcabc", true), ("^[^a-c]+$", "xyz", true),
        ("^[^a-c]+$", "xay", false), ("^[]a]+$", "a]", true), ("^[a-]+$", "-a", true),
        ("^\\d{3}$", "123", true), ("^\\d{3}$", "1234", false), ("^\\d{2,}$", "1234", true),
        ("^\\d{2,3}$", "1", false), ("^\\d{2,3}?$", "123", true), ("{", "a{b", true),
        ("a{b", "a{b", true), ("^\\w+\\.\\w+$", "shop.page", true), ("\\bcat\\b", "a cat!", true),
        ("\\bcat\\b", "concat", false), ("\\Bcat", "concat", true), ("^.$", "\n", false),
        ("^[\\d\\-]+$", "1-2", true), ("^[\\D]$", "x", true), ("^[\\D]$", "1", false),
        ("^(?:ab){2}$", "abab", true), ("^(a*)*$", "aaaa", true), ("^$", "", true),
        ("^ü.客$", "üx客", true), ("\\s", "a\u{3000}b", true), ("^\\S+$", "a b", false),
    ])
    func finds(_ pattern: String, _ text: String, _ isFound: Bool) throws {
        #expect(try Pattern(pattern).occurs(in: text) == isFound, "\(pattern) in \(text)")
    }

    @Test(arguments: [
        "(", ")", "[", "[b-a]", "*", "a**", "\\", "\\1", "(?=a)", "(?i)a", "a{3,2}", "a{1001}",
        "a{2", "\\q", "((((a{100}){100}){100}){100})", "((((){1000}){1000}){1000})",
        String(repeating: "(", count: 60) + String(repeating: ")", count: 60),
        String(repeating: "a", count: 1_001),
    ])
    func refuses(_ pattern: String) {
        #expect(throws: PatternError.self) { try Pattern(pattern) }
    }

    @Test func takesTimeInProportionToTheText() throws {
        let pattern = try Pattern("^(a|a)*(a|aa)+$")
        #expect(!pattern.occurs(in: String(repeating: "a", count: 20_000) + "b"))
        #expect(try !Pattern("a").occurs(in: String(repeating: "a", count: 1 << 17)))
    }
}
