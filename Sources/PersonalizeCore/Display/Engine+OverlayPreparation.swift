import PersonalizeJSON

/// From an overlay's turn to the moment the host is told to present it.
extension Engine {
    /// Begins with the overlay whose turn it is.
    mutating func prepare(_ entry: QueuedOverlay, _ definition: TemplateDefinition) {
        prepare(
            entry.overlay, definition, number: entry.number, vendor: entry.vendor,
            profile: entry.profile)
    }

    /// Begins with a function that an action called and that waits for nothing.
    mutating func prepareLoose(
        _ overlay: Overlay, _ definition: TemplateDefinition, vendor: Int
    ) {
        display.lastLoose &-= 1
        prepare(
            overlay, definition, number: display.lastLoose, vendor: vendor,
            profile: vendors[vendor].profile)
    }

    private mutating func prepare(
        _ overlay: Overlay, _ definition: TemplateDefinition, number: Int64, vendor: Int,
        profile: String
    ) {
        guard let adapter = overlayAdapter(vendor) else { return leaveQueue(number) }
        let registry = vendors[vendor].templates
        let values = TemplateValues(
            definition, overrides: overlay.values, readAction: adapter.readAction)
        display.preparations.append(
            OverlayPreparation(
                number: number, vendor: vendor, profile: profile, overlay: overlay,
                definition: definition, values: values,
                urls: values.fileURLs(
                    following: { registry[$0] }, readAction: adapter.readAction)))
        advance(preparation: number)
    }

    /// Carries on with a preparation until it has to wait.
    mutating func advance(preparation number: Int64) {
        var isMoving = true
        while isMoving, let index = display.preparations.firstIndex(where: { $0.number == number })
        {
            isMoving = advanceOnce(display.preparations[index], at: index)
        }
    }

    /// Gives whether it can go on at once.
    private mutating func advanceOnce(_ preparation: OverlayPreparation, at index: Int) -> Bool {
        switch preparation.stage {
        case .begun: return begin(preparation, at: index)
        case .looking, .reviewing: return false
        case .fetching(let missing):
            guard missing.isEmpty else { return false }
            return review(preparation, at: index)
        case .agreed:
            guard mayGoOn(preparation) else { return false }
            present(preparation)
            return false
        }
    }

    private mutating func begin(_ preparation: OverlayPreparation, at index: Int) -> Bool {
        guard isInTime(preparation) else { return false }
        let vendor = vendors[preparation.vendor].id
        let names = preparation.urls.compactMap { url in
            files[ResourceKey(vendor: vendor, url: url)]?.name
        }
        guard names.isEmpty else {
            let token = nextID()
            display.preparations[index].stage = .looking(token: token)
            effects.append(.files(.look(token: token, names: names)))
            return false
        }
        fetchMissing(preparation.number)
        return true
    }

    /// What an overlay expects of the files was looked for on the disk.
    mutating func found(_ answer: FileAnswer, token: Int64) {
        guard
            let index = display.preparations.firstIndex(where: {
                $0.stage == .looking(token: token)
            })
        else { return }
        let preparation = display.preparations[index]
        let vendor = vendors[preparation.vendor].id
        for url in preparation.urls {
            let key = ResourceKey(vendor: vendor, url: url)
            guard let entry = files[key] else { continue }
            if answer.missing.contains(entry.name) {
                forgetFile(key)
            } else {
                display.preparations[index].files[url] = "\(answer.directory)/\(entry.name)"
                refresh(key)
            }
        }
        fetchMissing(preparation.number)
    }

    private mutating func fetchMissing(_ number: Int64) {
        guard let index = display.preparations.firstIndex(where: { $0.number == number }) else {
            return
        }
        let preparation = display.preparations[index]
        let missing = preparation.urls.filter { preparation.files[$0] == nil }
        display.preparations[index].stage = .fetching(missing: missing)
        if let wrong = missing.first(where: { !isFile($0) }) {
            return lose(number, url: wrong, message: "This is no address of a file.")
        }
        let vendor = vendors[preparation.vendor].id
        for url in missing { fetches.ask(ResourceKey(vendor: vendor, url: url)) }
        advanceFetches()
    }

    /// A file has come, or will not.
    mutating func fileEnded(_ key: ResourceKey, path: String?, message: String) {
        for preparation in display.preparations where vendors[preparation.vendor].id == key.vendor {
            guard case .fetching(var missing) = preparation.stage, missing.contains(key.url),
                let index = display.preparations.firstIndex(where: {
                    $0.number == preparation.number
                })
            else { continue }
            guard let path else {
                lose(preparation.number, url: key.url, message: message)
                continue
            }
            missing.removeAll { $0 == key.url }
            display.preparations[index].files[key.url] = path
            display.preparations[index].stage = .fetching(missing: missing)
        }
    }

    private mutating func lose(_ number: Int64, url: String, message: String) {
        reject(
            number,
            Rejection(
                .resources, "file_unavailable",
                values: ["url": .string(url), "message": .string(message)],
                hint: "The file could not be fetched; check that its address can be reached."))
    }

    /// Ends a preparation for good.
    private mutating func reject(_ number: Int64, _ rejection: Rejection) {
        guard let index = display.preparations.firstIndex(where: { $0.number == number }) else {
            return
        }
        let preparation = display.preparations.remove(at: index)
        leaveQueue(number)
        display.inputs = nil
        drop(preparation.overlay, vendor: preparation.vendor, rejection)
    }

    // MARK: - With its files

    private mutating func review(_ preparation: OverlayPreparation, at index: Int) -> Bool {
        guard preparation.isQueued else {
            display.preparations[index].stage = .agreed
            return true
        }
        guard mayGoOn(preparation) else { return false }
        let rejection =
            displayRejection(of: preparation.overlay, vendor: preparation.vendor)
            ?? crossCapRejection(of: preparation)
        if let rejection {
            reject(preparation.number, rejection)
            return false
        }
        guard hooks.contains(.overlayReview) else {
            display.preparations[index].stage = .agreed
            return true
        }
        let token = nextID()
        display.preparations[index].stage = .reviewing(token: token)
        questions[token] = .overlay(number: preparation.number)
        var question: JSONObject = [
            "vendor": .string(vendors[preparation.vendor].id)
        ]
        question.merge(preparation.overlay.fields)
        question["extras"] = .object(preparation.overlay.extras)
        effects.append(
            .ask(HookQuestion(token: token, hook: .overlayReview, question: question)))
        return false
    }

    mutating func reviewed(_ number: Int64, token: Int64, isRefused: Bool) {
        guard
            let index = display.preparations.firstIndex(where: {
                $0.number == number && $0.stage == .reviewing(token: token)
            })
        else { return }
        if isRefused {
            reject(
                number,
                Rejection(.hook, "refused", hint: "The host's hook overlay_review refused it."))
        } else {
            display.preparations[index].stage = .agreed
        }
    }

    /// Looks again at what may have changed while files came or the host was
    /// asked. What has to wait begins anew when it may go on.
    private mutating func mayGoOn(_ preparation: OverlayPreparation) -> Bool {
        guard preparation.isQueued else { return true }
        guard isInTime(preparation) else { return false }
        guard display.mode == .resumed, isForeground,
            preparation.profile == vendors[preparation.vendor].profile
        else {
            display.preparations.removeAll { $0.number == preparation.number }
            display.inputs = nil
            return false
        }
        return true
    }

    private mutating func isInTime(_ preparation: OverlayPreparation) -> Bool {
        guard preparation.isQueued,
            let rejection = expiryRejection(of: preparation.overlay)
        else { return true }
        reject(preparation.number, rejection)
        return false
    }
}
