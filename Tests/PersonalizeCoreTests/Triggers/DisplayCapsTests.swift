import PersonalizeJSON
import Testing

@testable import PersonalizeCore

@Suite struct DisplayCapsTests {
    private func cap(
        _ caps: DisplayCaps, session: Int64 = 0, today: Int64 = 0, lifetime: Int64 = 0,
        allSession: Int64 = 0, allToday: Int64 = 0
    ) -> String? {
        caps.rejection(
            .init(session: session, today: today, lifetime: lifetime),
            all: .init(session: allSession, today: allToday), sessionCap: 10, dayCap: 20)?.reason
    }

    @Test func eachCapHolds() {
        let caps = DisplayCaps(perSession: 1, perDay: 2, lifetime: 3)
        #expect(cap(caps) == nil)
        #expect(cap(caps, session: 1) == "campaign_session")
        #expect(cap(caps, allSession: 10) == "session")
        #expect(cap(caps, lifetime: 3) == "campaign_lifetime")
        #expect(cap(caps, allToday: 20) == "day")
        #expect(cap(caps, today: 2) == "campaign_day")
    }

    @Test func theFirstInOrderDecides() {
        let caps = DisplayCaps(perSession: 1, perDay: 1, lifetime: 1)
        #expect(
            cap(caps, session: 1, today: 1, lifetime: 1, allSession: 10, allToday: 20)
                == "campaign_session")
        #expect(
            cap(caps, today: 1, lifetime: 1, allSession: 10, allToday: 20) == "session")
        #expect(cap(caps, today: 1, lifetime: 1, allToday: 20) == "campaign_lifetime")
        #expect(cap(caps, today: 1, allToday: 20) == "day")
    }

    @Test func zeroIsNever() {
        #expect(cap(DisplayCaps(perSession: 0)) == "campaign_session")
        #expect(cap(DisplayCaps(perDay: 0)) == "campaign_day")
    }

    @Test func unsetIsAThousandASession() {
        #expect(cap(DisplayCaps(), session: 999) == nil)
        #expect(cap(DisplayCaps(), session: 1_000) == "campaign_session")
        #expect(cap(DisplayCaps(), today: 1_000_000, lifetime: 1_000_000) == nil)
    }

    @Test func whatIsExcludedHasNone() {
        let caps = DisplayCaps(perSession: 0, perDay: 0, lifetime: 0, isExcluded: true)
        #expect(cap(caps, allSession: 99, allToday: 99) == nil)
    }

    @Test func storedFormReadsBack() {
        let caps = DisplayCaps(perSession: 1, perDay: 2, lifetime: 3, isExcluded: true)
        #expect(DisplayCaps(json: caps.json) == caps)
        #expect(DisplayCaps(json: [:]) == DisplayCaps())
    }
}
