import PersonalizeMarkup
import Testing

/// 8.3: links that are tracked without consent.
@Suite struct ForcedTrackingTests {
    @Test(arguments: [
        "https://e.test?force=true", "https://e.test?force=1", "https://e.test/?a=b&force=TRUE",
        "https://e.test?force", "https://e.test?force=", "https://e.test?force&a=b",
        "shop://x?force=true#frag", "https://e.test?f%6Frce=tru%65", "https://e.test?&&force=1",
        "tel:1?force", "https://e.test?force=1&force=0",
    ]) func forced(_ url: String) {
        #expect(ForcedTracking.isForced(url, parameter: "force"))
    }

    @Test(arguments: [
        "https://e.test", "https://e.test?force=false", "https://e.test?force=0",
        "https://e.test?force=yes", "https://e.test?a=force", "https://e.test?a=force=true",
        "https://e.test#force=true", "https://e.test#?force=true", "https://e.test?xforce=true",
        "https://e.test?forced=true", "https://e.test?FORCE=true", "https://e.test/force=true",
        "", "?", "https://e.test?force=0&force=1", "https://e.test?force=%",
        "https://e.test?force=2",
    ]) func notForced(_ url: String) {
        #expect(!ForcedTracking.isForced(url, parameter: "force"))
    }
}
