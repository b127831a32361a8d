extension PersonalizeEngine {
    /// Says that the host came to a screen. Where a vendor's campaigns belong
    /// to screens its placements become empty, and are filled anew at the end
    /// of the host's turn, when the engine is processed next. Of no effect for
    /// vendors without screens.
    public func screen(_ name: String, data: JSONObject = [:]) throws(PersonalizeError) {
        try perform(.screen(name: name, data: data))
    }

    /// Replaces the data of the screen the host is on. It counts from the next
    /// evaluation on.
    public func setScreenData(_ data: JSONObject) throws(PersonalizeError) {
        try perform(.screenData(data))
    }

    /// Tells a vendor of a campaign that the host has from a hook or an update;
    /// `placement` tells several places of one campaign apart. Each call is one
    /// event while a place of the present screen has the campaign's data, and
    /// nothing otherwise.
    public func track(
        campaign: String, placement: String? = nil, _ tracking: HostTracking
    ) throws(PersonalizeError) {
        try perform(.campaignTrack(campaign: campaign, placement: placement, tracking))
    }
}
