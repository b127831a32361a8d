import PersonalizeCore
import PersonalizeJSON
import Testing

/// Vendor spec, 1.3: parsing.
@Suite struct CustomerTokenTests {
    /// The header and the signature are not looked at.
    static func token(payload: String) -> String {
        let encoded =
            Base64.encode(Array(payload.utf8))
            .split(separator: "=", omittingEmptySubsequences: true).first.map(String.init) ?? ""
        return "eyJhbGciOiJub25lIn0."
            + String(encoded.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
            + ".c2ln"
    }

    @Test(arguments: [
        (#"{"exp":1767225600}"#, 1_767_225_600_000 as Int64?),
        (#"{"exp":1767225600.25,"sub":"ada"}"#, 1_767_225_600_250),
        (#"{"sub":"ä??>>~~","exp":2}"#, 2000),
        (#"{"exp":-1}"#, -1000),
        (#"{"exp":"1767225600"}"#, nil),
        (#"{"exp":9223372036854775807}"#, nil),
        (#"{"exp":1e300}"#, nil),
        (#"{"sub":"ada"}"#, nil),
        ("[]", nil), ("{", nil), ("", nil),
    ])
    func readsTheExpiry(payload: String, expiry: Int64?) {
        #expect(CustomerToken.read(Self.token(payload: payload)).expiry == expiry)
    }

    /// Three parts, no spaces; anything else is a token whose expiry is not known.
    @Test(arguments: [
        "opaque", "a.b", "a.e30", "a.eyJleHAiOjF9.c.d", "a. eyJleHAiOjF9.c", "a.eyJleHAiOjF9.c ",
        "..", "a.!!!!.c", "a.eyJleHAiOjF9x.c",
    ])
    func takesOtherTokensAsTheyAre(text: String) {
        let read = CustomerToken.read(text)
        #expect(read.value == text)
        #expect(read.expiry == nil)
    }

    @Test func acceptsPadding() {
        #expect(CustomerToken.read("a.eyJleHAiOjF9.c").expiry == 1000)
        #expect(CustomerToken.read("a.eyJleHAiOjEyfQ==.c").expiry == 12_000)
        #expect(CustomerToken.read("a.eyJleHAiOjEyfQ.c").expiry == 12_000)
    }

    @Test func takesTheSchemeOff() {
        let read = CustomerToken.read("Bearer a.eyJleHAiOjF9.c")
        #expect(read.value == "a.eyJleHAiOjF9.c")
        #expect(read.expiry == 1000)
    }

    @Test func survivesItsJSON() {
        let token = CustomerToken(vendor: "post", reference: "customer/1", expiry: 5)
        #expect(CustomerToken(json: token.json) == token)
        let unknown = CustomerToken(vendor: "post", reference: "customer/2")
        #expect(CustomerToken(json: unknown.json) == unknown)
        #expect(CustomerToken(json: ["vendor": "post"]) == nil)
    }
}
