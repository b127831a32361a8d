import PersonalizeJSON

extension Engine {
    mutating func perform(
        _ command: TemplateCommand, vendor: String?
    ) throws(PersonalizeError) {
        let positions = try overlayPositions(ofVendor: vendor)
        switch command {
        case .define(let definitions): try define(definitions, positions)
        case .payload:
            guard let position = positions.first,
                let adapter = vendors[position].adapter as? any OverlayAdapter
            else { return reply() }
            reply(adapter.templatesPayload(vendors[position].templates.definitions))
        }
    }

    /// Registers definitions with instances that have not begun; those that have
    /// keep what they know, and the answer counts them.
    private mutating func define(
        _ definitions: [TemplateDefinition], _ positions: [Int]
    ) throws(PersonalizeError) {
        let open = isStarted ? [] : positions
        var registries: [TemplateRegistry] = []
        for position in open {
            do throws(PersonalizeError) {
                registries.append(try vendors[position].templates.adding(definitions))
            } catch {
                var error = error
                error.vendor = vendors[position].id
                throw error
            }
        }
        for (position, registry) in zip(open, registries) {
            vendors[position].templates = registry
        }
        reply([
            "defined": .array(open.isEmpty ? [] : definitions.map { .string($0.name) }),
            "vendors": .array(open.map { .string(vendors[$0].id) }),
            "unaffected": .integer(Int64(positions.count - open.count)),
        ])
    }

    /// The vendors a call about overlays means: one, or all that have any.
    private func overlayPositions(ofVendor id: String?) throws(PersonalizeError) -> [Int] {
        let positions = try positions(ofVendor: id).filter { vendors[$0].hasOverlays }
        guard !positions.isEmpty else {
            throw PersonalizeError(
                .state, "no_templates",
                id == nil
                    ? "No vendor instance presents templates."
                    : "This vendor instance presents no templates.",
                hint: "Name a vendor instance that presents templates.", vendor: id)
        }
        return positions
    }
}

extension Vendor {
    /// Whether its content can be presented by templates.
    var hasOverlays: Bool { adapter is any OverlayAdapter }
}
