/// How often the customer may be shown something at all, whoever shows it.
///
/// A vendor counts what it has shown itself. A cap counts across vendors, which
/// none of them could do alone.
public struct Cap: Sendable, Equatable {
    /// The name that explanations give it; unique among the caps.
    public var name: String
    /// How many displays there may be within the period; 1 at least.
    public var limit: Int64
    public var period: Period
    /// The vendor instances whose content it counts; nil for all.
    public var vendors: [String]?
    public var placements: Scope
    public var overlays: Scope

    /// The time over which displays are counted.
    public enum Period: Sendable, Equatable {
        /// The session of the first vendor that the cap covers.
        case session
        /// From one local midnight to the next.
        case day
        /// From one local midnight before a Monday to the next.
        case week
        /// For as long as the customer is the same.
        case ever
        /// The last milliseconds, whenever they are looked at.
        case window(Int64)
    }

    /// Which of the things by name.
    public enum Scope: Sendable, Equatable {
        case all
        case none
        case some([String])

        func includes(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .none: false
            case .some(let names): names.contains(name)
            }
        }
    }

    public init(
        name: String, limit: Int64, period: Period, vendors: [String]? = nil,
        placements: Scope = .all, overlays: Scope = .all
    ) {
        self.name = name
        self.limit = limit
        self.period = period
        self.vendors = vendors
        self.placements = placements
        self.overlays = overlays
    }

    /// More displays need not be remembered: 1,000.
    public static let highestLimit: Int64 = 1_000
}

/// Where something is about to be shown.
public enum CapSurface: Sendable, Equatable {
    /// A placement of this name.
    case placement(String)
    /// The display slot, by the template or function of this name.
    case overlay(String)
}

extension Cap {
    func covers(_ surface: CapSurface, vendor: String) -> Bool {
        guard vendors?.contains(vendor) != false else { return false }
        return switch surface {
        case .placement(let name): placements.includes(name)
        case .overlay(let name): overlays.includes(name)
        }
    }
}

extension Cap.Period {
    /// The first wall millisecond that counts at `now`; nil when all count.
    ///
    /// - Parameter session: when the session in question began; nil while
    ///   there is none.
    func begin(at now: Instant, session: Int64?) -> Int64? {
        switch self {
        case .ever: nil
        case .session: session ?? now.wall
        case .window(let length):
            now.wall.subtractingReportingOverflow(length).overflow
                ? nil : now.wall &- length &+ 1
        case .day: Self.midnight(at: now, daysBefore: 0)
        // 1970 began with a Thursday.
        case .week: Self.midnight(at: now, daysBefore: Self.modulo(Self.day(at: now) &+ 3, 7))
        }
    }

    private static let dayLength: Int64 = 86_400_000

    private static func modulo(_ value: Int64, _ divisor: Int64) -> Int64 {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }

    private static func local(_ now: Instant) -> Int64 {
        let (sum, overflow) = now.wall.addingReportingOverflow(now.offset &* 1000)
        return overflow ? now.wall : sum
    }

    private static func day(at now: Instant) -> Int64 {
        let local = local(now)
        return (local &- modulo(local, dayLength)) / dayLength
    }

    private static func midnight(at now: Instant, daysBefore: Int64) -> Int64 {
        let passed = modulo(local(now), dayLength) &+ daysBefore &* dayLength
        let (moment, overflow) = now.wall.subtractingReportingOverflow(passed)
        return overflow ? .min : moment
    }

    var word: String {
        switch self {
        case .session: "session"
        case .day: "day"
        case .week: "week"
        case .ever: "ever"
        case .window: "window"
        }
    }
}
