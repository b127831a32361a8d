/// One of several creatives of a campaign.
public struct Variation: Sendable, Equatable {
    public var id: String
    /// Its share among the others'; 0 is never chosen.
    public var weight: Int64

    public init(id: String, weight: Int64 = 1) {
        self.id = id
        self.weight = weight
    }
}

/// Chance that is none: the same person draws the same lot on every host, at
/// every visit and after every restart. Two questions have two draws, so that
/// a larger control group does not reshuffle the variations.
public enum VariationDraw {
    /// How many lots there are.
    public static let lots: Int64 = 10_000

    /// FNV-1a of 64 bits over the text's bytes.
    public static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// A lot from 0 to `lots` - 1.
    public static func draw(_ text: String) -> Int64 {
        Int64(hash(text) % UInt64(lots))
    }

    /// Whether a person belongs to those who are shown nothing, for comparison.
    ///
    /// - Parameters:
    ///   - group: what is drawn for: a campaign, or what holds several.
    ///   - share: in lots, so that 1 % is 100.
    public static func isHeldOut(user: String, group: String, share: Int64) -> Bool {
        draw("\(user):\(group):control") < share
    }

    /// The variation for a person; nil when there is none to choose.
    public static func choose(
        _ variations: [Variation], user: String, campaign: String
    ) -> Variation? {
        var whole: Int64 = 0
        for variation in variations {
            let (sum, overflow) = whole.addingReportingOverflow(max(variation.weight, 0))
            whole = overflow ? .max : sum
        }
        guard whole > 0 else { return nil }
        // Products of numbers that may both be large.
        let wanted = UInt64(draw("\(user):\(campaign):variation"))
            .multipliedFullWidth(by: UInt64(whole))
        var before: Int64 = 0
        for variation in variations {
            let (sum, overflow) = before.addingReportingOverflow(max(variation.weight, 0))
            before = overflow ? .max : sum
            let reach = UInt64(before).multipliedFullWidth(by: UInt64(lots))
            if (wanted.high, wanted.low) < (reach.high, reach.low) { return variation }
        }
        return nil
    }
}
