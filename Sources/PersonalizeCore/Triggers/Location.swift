/// A place on the globe, in degrees.
public struct Location: Sendable, Equatable {
    public var latitude: Double
    public var longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The radius that vendors compute with, in kilometres.
    private static let earthRadius = 6378.2

    /// The distance along the surface; not a number when a coordinate is none,
    /// and so within no radius.
    public func kilometres(to other: Location) -> Double {
        let radians = Double.pi / 180
        let up = Trigonometry.sine((other.latitude - latitude) * radians / 2)
        let along = Trigonometry.sine((other.longitude - longitude) * radians / 2)
        let chord =
            up * up + Trigonometry.cosine(latitude * radians)
            * Trigonometry.cosine(other.latitude * radians) * along * along
        // Rounding can take the chord of two antipodes beyond 1.
        return 2 * Self.earthRadius * Trigonometry.arcsine(min(chord, 1).squareRoot())
    }
}

/// What a distance on a sphere needs, by series: so it comes out the same
/// whatever C library a journal is replayed on.
enum Trigonometry {
    static func sine(_ angle: Double) -> Double {
        var angle = angle.remainder(dividingBy: 2 * .pi)
        if angle > .pi / 2 { angle = .pi - angle }
        if angle < -.pi / 2 { angle = -.pi - angle }
        var term = angle
        var sum = angle
        for step in 1...11 {
            let order = Double(2 * step)
            term *= -angle * angle / (order * (order + 1))
            sum += term
        }
        return sum
    }

    static func cosine(_ angle: Double) -> Double { sine(angle + .pi / 2) }

    /// Of a number from 0 to 1.
    static func arcsine(_ sine: Double) -> Double {
        let rest = (1 - sine * sine).squareRoot()
        return sine > rest ? .pi / 2 - arctangent(rest / sine) : arctangent(sine / rest)
    }

    /// Of a number from 0 to 1.
    private static func arctangent(_ ratio: Double) -> Double {
        // Twice half the angle, until the series is short.
        var small = ratio
        for _ in 0..<2 { small /= 1 + (1 + small * small).squareRoot() }
        var power = small
        var sum = small
        for step in 1...12 {
            power *= -small * small
            sum += power / Double(2 * step + 1)
        }
        return 4 * sum
    }
}
