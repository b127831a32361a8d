import PersonalizeJSON

/// What each person has seen: kept for those who used this installation last,
/// under a digest, so that somebody who comes back is known and nobody is
/// named.
extension Engine {
    static let peoplePrefix = "views/"
    private static let mostPeople = 32
    /// More campaigns than this are only remembered while they are known.
    private static let mostCampaigns = 1_000

    func screenUser(_ vendor: Int, _ identity: Identity? = nil) -> String {
        vendors[vendor].screening?.user(
            identity ?? self.identity(vendor), deviceID: customer.deviceID) ?? ""
    }

    private static func digest(_ user: String) -> String {
        String(VariationDraw.hash(user), radix: 16)
    }

    func screenPerson(_ vendor: Int, user: String) -> ScreenPerson {
        vendors[vendor].screens.people[Self.digest(user)] ?? ScreenPerson()
    }

    mutating func keep(_ person: ScreenPerson, vendor: Int, user: String) {
        let digest = Self.digest(user)
        var person = person
        guard vendors[vendor].screens.people[digest] != person else { return }
        person.changed = now.wall
        if person.campaigns.count > Self.mostCampaigns {
            person.campaigns = person.campaigns.filter { id, _ in
                vendors[vendor].catalog[id] != nil
            }
        }
        vendors[vendor].screens.people[digest] = person
        storeDocument(Self.peoplePrefix + digest, vendor: vendor, person.json)
        forgetOldest(vendor, but: digest)
    }

    private mutating func forgetOldest(_ vendor: Int, but digest: String) {
        let people = vendors[vendor].screens.people
        guard people.count > Self.mostPeople else { return }
        let oldest = people.keys.sorted().filter { $0 != digest }.min {
            (people[$0]?.changed ?? 0) < (people[$1]?.changed ?? 0)
        }
        guard let oldest else { return }
        vendors[vendor].screens.people[oldest] = nil
        store(.remove(vendors[vendor].key(.document, Self.peoplePrefix + oldest)))
    }

    /// Counts a view for whoever it was shown to.
    mutating func countScreenView(_ presentation: Presentation, vendor: Int) {
        changePerson(presentation, vendor: vendor) { views in views.countView() }
        let user = screenUser(vendor, presentation.identity)
        var person = screenPerson(vendor, user: user)
        person.recent.countView(session: vendors[vendor].session.started, at: now)
        keep(person, vendor: vendor, user: user)
    }

    mutating func countScreenClick(_ presentation: Presentation, vendor: Int) {
        changePerson(presentation, vendor: vendor) { views in views.countClick() }
    }

    private mutating func changePerson(
        _ presentation: Presentation, vendor: Int, _ change: (inout CampaignViews) -> Void
    ) {
        let user = screenUser(vendor, presentation.identity)
        var person = screenPerson(vendor, user: user)
        var views = person.campaigns[presentation.campaign.id] ?? CampaignViews()
        if let lifecycle = presentation.campaign.screen?.lifecycle {
            views.enter(lifecycle, at: now)
        }
        change(&views)
        person.campaigns[presentation.campaign.id] = views
        keep(person, vendor: vendor, user: user)
    }
}
