import PersonalizeCore
import Testing

@Suite struct FrequencyCappingTests {
    private func at(_ wall: Int64) -> Instant { Instant(wall: wall, monotonic: 0) }

    @Test func aSessionHasItsOwnCount() {
        let capping = FrequencyCapping(viewsPerSession: 2)
        var views = RecentViews()
        views.countView(session: 1, at: at(10))
        #expect(capping.rejection(after: views, session: 1, at: at(11)) == nil)
        views.countView(session: 1, at: at(11))
        #expect(capping.rejection(after: views, session: 1, at: at(12))?.reason == "session_cap")
        #expect(capping.rejection(after: views, session: 2, at: at(12)) == nil)
        views.countView(session: 2, at: at(13))
        #expect(views.inSession == 1)
    }

    @Test func theGapIsOverAtItsVeryEnd() {
        let capping = FrequencyCapping(gap: 1_000)
        var views = RecentViews()
        #expect(capping.rejection(after: views, session: nil, at: at(0)) == nil)
        views.countView(session: nil, at: at(5_000))
        #expect(capping.rejection(after: views, session: nil, at: at(5_999))?.reason == "too_soon")
        #expect(capping.rejection(after: views, session: nil, at: at(6_000)) == nil)
        #expect(capping.rejection(after: views, session: nil, at: at(4_000)) == nil)
    }
}
