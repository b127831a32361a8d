import Glibc
import Testing

@testable import PersonalizeCore

@Suite struct LocationTests {
    @Test func seriesAgreeWithTheCLibrary() {
        for step in -400...400 {
            let angle = Double(step) / 50
            #expect(abs(Trigonometry.sine(angle) - sin(angle)) < 1e-14)
            #expect(abs(Trigonometry.cosine(angle) - cos(angle)) < 1e-14)
        }
        for step in 0...1_000 {
            let sine = Double(step) / 1_000
            #expect(abs(Trigonometry.arcsine(sine) - asin(sine)) < 1e-14)
        }
    }

    @Test func distancesAreThoseOfASphere() {
        let paris = Location(latitude: 48.8566, longitude: 2.3522)
        let london = Location(latitude: 51.5074, longitude: -0.1278)
        #expect(abs(paris.kilometres(to: london) - 344.0) < 0.5)
        #expect(paris.kilometres(to: paris) == 0)
        let antipode = Location(latitude: -48.8566, longitude: -177.6478)
        #expect(abs(paris.kilometres(to: antipode) - 6378.2 * .pi) < 1e-6)
        #expect(Location(latitude: .infinity, longitude: 0).kilometres(to: paris).isNaN)
    }
}
