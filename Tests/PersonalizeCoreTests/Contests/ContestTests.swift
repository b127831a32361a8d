import Testing

@testable import PersonalizeCore

/// Whose turn it is, for every standing that three vendors can have.
@Suite struct ContestTests {
    private static let standings: [Contest.Standing] = [
        .loading, .ready(priority: 1), .ready(priority: 2), .ended,
    ]

    private static let triples: [[Contest.Standing]] = standings.flatMap { first in
        standings.flatMap { second in standings.map { [first, second, $0] } }
    }

    @Test(arguments: PlacementBinding.Policy.allCases, [false, true])
    func decides(policy: PlacementBinding.Policy, isLate: Bool) {
        for triple in Self.triples {
            let decision = Contest.decide(triple, policy, isLate: isLate)
            let ready = triple.indices.filter { triple[$0].isReady }
            let isLoading = triple.contains(.loading)
            switch decision {
            case .nothing: #expect(ready.isEmpty && !isLoading, "\(triple)")
            case .wait:
                #expect(isLoading, "\(triple)")
                // When it is late, nobody who is ready is kept waiting.
                #expect(ready.isEmpty || !isLate && policy != .firstReady, "\(triple)")
            case .won(let winner, let verdict):
                #expect(triple[winner].isReady, "\(triple)")
                switch policy {
                case .firstReady:
                    #expect(winner == ready.first && verdict == .first, "\(triple)")
                case .order:
                    #expect(winner == ready.first, "\(triple)")
                    #expect(
                        (verdict == .order) == !triple[..<winner].contains(.loading),
                        "\(triple)")
                case .priority:
                    #expect(isLate || !isLoading, "\(triple)")
                    let highest = ready.contains { triple[$0] == .ready(priority: 2) }
                    #expect(triple[winner] == .ready(priority: highest ? 2 : 1), "\(triple)")
                    #expect(triple.firstIndex(of: triple[winner]) == winner, "\(triple)")
                }
            }
        }
    }

    @Test func orderWaitsForBetterVendorsOnly() {
        let ready = Contest.Standing.ready(priority: 0)
        #expect(Contest.decide([.loading, ready], .order, isLate: false) == .wait)
        #expect(Contest.decide([ready, .loading], .order, isLate: false) == .won(0, .order))
        #expect(Contest.decide([.ended, ready], .order, isLate: false) == .won(1, .order))
        #expect(Contest.decide([.loading, ready], .order, isLate: true) == .won(1, .time))
    }

    @Test func nobodyHasNothing() {
        for policy in PlacementBinding.Policy.allCases {
            #expect(Contest.decide([], policy, isLate: false) == .nothing)
        }
    }
}
