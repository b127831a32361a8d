import PersonalizeJSON

/// Caps across vendors for what needs the display slot. A function without
/// anything to see, and what an action asks for, is no display.
extension Engine {
    func crossCapRejection(of preparation: OverlayPreparation) -> Rejection? {
        guard preparation.definition.isVisual, !preparation.overlay.isAction else { return nil }
        return crossCapRejection(
            vendor: preparation.vendor, surface: .overlay(preparation.overlay.template))
    }

    mutating func countCrossCap(of presentation: OverlayPresentation) {
        guard presentation.definition.isVisual else { return }
        countCrossCap(
            vendor: presentation.vendor, surface: .overlay(presentation.overlay.template))
    }

    /// How many displays of the slot are as good as certain although the host
    /// has not said yet that the customer sees them: they count, so that
    /// nothing else takes their room meanwhile.
    func pendingDisplays(_ cap: Cap) -> Int {
        let prepared = display.preparations.filter { preparation in
            switch preparation.stage {
            case .reviewing, .agreed:
                preparation.definition.isVisual && !preparation.overlay.isAction
                    && covers(cap, preparation.overlay, vendor: preparation.vendor)
            default: false
            }
        }
        let wanted = display.active.filter { id in
            guard let presentation = display.presentations[id] else { return false }
            return presentation.stage == .wanted && presentation.definition.isVisual
                && presentation.isFollowed
                && covers(cap, presentation.overlay, vendor: presentation.vendor)
        }
        return prepared.count + wanted.count
    }

    private func covers(_ cap: Cap, _ overlay: Overlay, vendor: Int) -> Bool {
        cap.covers(.overlay(overlay.template), vendor: vendors[vendor].id)
    }
}
