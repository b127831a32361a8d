import PersonalizeCore
import Testing

@Suite struct LifecycleTests {
    /// 2025-06-15T10:00:00Z, a Sunday.
    private let sunday: Int64 = 1_749_981_600_000
    private let hour: Int64 = 3_600_000

    private func at(_ wall: Int64, offset: Int64 = 0) -> Instant {
        Instant(wall: wall, monotonic: 0, offset: offset)
    }

    @Test func weeksBeginOnMondayByLocalTime() {
        let week = Lifecycle.Period.week
        let before = week.number(at: at(sunday))
        #expect(week.number(at: at(sunday + 13 * hour)) == before)
        #expect(week.number(at: at(sunday + 14 * hour)) == before + 1)
        #expect(week.number(at: at(sunday + 13 * hour, offset: 3_600)) == before + 1)
        #expect(week.number(at: at(sunday - 154 * hour)) == before)
        #expect(week.number(at: at(sunday - 155 * hour)) == before - 1)
    }

    @Test func monthsFollowTheCalendar() {
        let month = Lifecycle.Period.month
        let january = month.number(at: at(1_735_689_600_000))  // 2025-01-01
        #expect(month.number(at: at(1_738_367_999_000)) == january)
        #expect(month.number(at: at(1_738_368_000_000)) == january + 1)
        #expect(month.number(at: at(1_740_787_199_000)) == january + 1)
        #expect(month.number(at: at(1_740_787_200_000)) == january + 2)  // 2025-03-01
        #expect(month.number(at: at(1_767_225_600_000)) == january + 12)
        #expect(Lifecycle.Period.day.number(at: at(-1)) == -1)
        #expect(Lifecycle.Period.hour.number(at: at(.min)) < 0)
    }

    @Test func aCycleEndsByItsViewsOrAClick() {
        let lifecycle = Lifecycle(maximumViews: 2)
        var views = CampaignViews()
        views.enter(lifecycle, at: at(sunday))
        views.countView()
        #expect(views.rejection(by: lifecycle) == nil)
        views.countView()
        #expect(views.rejection(by: lifecycle)?.reason == "views_used_up")
        var clicked = CampaignViews()
        clicked.enter(lifecycle, at: at(sunday))
        clicked.countClick()
        #expect(clicked.rejection(by: lifecycle)?.reason == "clicked")
    }

    @Test func repetitionsCountFromTheFirstPeriodUsedOrNot() {
        let lifecycle = Lifecycle(maximumViews: 1, period: .week, repetitions: 3)
        var views = CampaignViews()
        views.enter(lifecycle, at: at(sunday))
        views.countView()
        #expect(views.rejection(by: lifecycle) != nil)
        views.enter(lifecycle, at: at(sunday + 3 * 7 * 24 * hour))
        #expect(views.rejection(by: lifecycle) == nil)
        views.enter(lifecycle, at: at(sunday + 4 * 7 * 24 * hour))
        #expect(views.rejection(by: lifecycle)?.reason == "all_cycles_over")
        #expect(views.views == 1)
    }
}
