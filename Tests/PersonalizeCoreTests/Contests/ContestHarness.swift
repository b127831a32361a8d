import PersonalizeCore
import PersonalizeJSON

/// Two small vendors, `left` and `right`, for one placement.
extension EngineHarness {
    static func pair(
        _ policy: PlacementBinding.Policy = .order, timeout: Int64 = 1_000, caps: [Cap] = [],
        seed: UInt64 = 1
    ) -> EngineHarness {
        var configuration = EngineConfiguration(caps: caps)
        configuration.placements["hall"] = PlacementBinding(
            vendors: ["left", "right"], policy: policy, timeout: timeout)
        return EngineHarness(
            [PostcardAdapter(instance: "left"), PostcardAdapter(instance: "right")],
            configuration: configuration, seed: seed)
    }

    /// Answers a vendor's oldest request of a purpose.
    @discardableResult
    mutating func answer(
        _ purpose: String, of vendor: String, _ body: String, status: Int = 200
    ) -> Bool {
        guard
            let request = open.first(where: { $0.purpose == purpose && $0.vendor == vendor })
        else { return false }
        open.removeAll { $0.id == request.id }
        perform(
            .exchanged(
                request: request.id,
                .response(Response(status: status, body: Array(body.utf8)))))
        return true
    }

    /// The vendor and campaign of what a placement shows.
    func shownBy(_ placement: Int64) -> [String] {
        let content = contents[placement].flatMap { try? JSONValue.parse($0) }
        return [content?["vendor"]?.string, content?["campaign"]?["id"]?.string]
            .compactMap(\.self)
    }

    /// The events accepted since the last call, as `vendor:event`.
    mutating func takeEvents() -> [String] {
        defer { updates = [] }
        return updates.filter { $0["update"]?.string == "event.tracked" }.map {
            "\($0["vendor"]?.string ?? ""):\($0["event"]?.string ?? "")"
        }
    }

    func displays(_ vendor: String) -> [String] {
        records.keys.filter { $0.space == .display && $0.vendor == vendor }.map(\.key).sorted()
    }
}
