import PersonalizeJSON

/// Bringing what won a place to the host: content, the host's word, the data,
/// and what it is drawn with.
extension Engine {
    mutating func startJob(_ presentation: Presentation, target: String, vendor: Int) {
        guard let slot = vendors[vendor].screens.slot(target) else { return }
        let timeout = presentation.campaign.screen?.timeout ?? 0
        let (due, overflow) = now.monotonic.addingReportingOverflow(timeout)
        let token = nextID()
        vendors[vendor].screens.slots[slot].job = ScreenJob(
            presentation: presentation, epoch: customer.epoch, stage: .reading(token: token),
            due: overflow ? nil : due)
        guard vendors[vendor].screens.hasTarget(target) else {
            return failJob(
                target, vendor: vendor, .noTarget,
                message: "The host has no place \"\(target)\" on this screen.")
        }
        noteLoading(target, vendor: vendor)
        readings[token] = .screenContent(target: target, vendor: vendor)
        effects.append(
            .load(
                token: token,
                keys: [vendors[vendor].key(.campaign, presentation.campaign.id)]))
    }

    func screenJob(_ target: String, _ vendor: Int) -> ScreenJob? {
        vendors[vendor].screens.slot(target).flatMap { vendors[vendor].screens.slots[$0].job }
    }

    mutating func changeJob(
        _ target: String, vendor: Int, _ change: (inout ScreenJob) -> Void
    ) {
        guard let slot = vendors[vendor].screens.slot(target),
            var job = vendors[vendor].screens.slots[slot].job
        else { return }
        change(&job)
        vendors[vendor].screens.slots[slot].job = job
    }

    // MARK: Content

    /// Has what the campaign carries; fetches what it does not.
    mutating func screenTook(
        _ record: LoadedRecord?, target: String, vendor: Int, token: Int64
    ) {
        guard let job = screenJob(target, vendor), job.stage == .reading(token: token),
            let screening = vendors[vendor].screening
        else { return }
        do throws(ContentFailure) {
            let variation = job.presentation.screen?.variation ?? ""
            if let content = try screening.content(of: variation, in: record?.body) {
                return screenReceived(content, target: target, vendor: vendor)
            }
        } catch {
            return failJob(target, vendor: vendor, .fetch, message: error.message)
        }
        var presentation = job.presentation
        var deviceID = customer.deviceID
        // Asking for content says who asks.
        if vendors[vendor].consent.personalization != .granted {
            presentation.identity = Identity(anonymousID: "")
            deviceID = ""
        }
        guard
            let draft = screening.contentRequest(
                for: presentation, deviceID: deviceID,
                template: vendors[vendor].screens.plan.contentURL)
        else {
            return failJob(
                target, vendor: vendor, .fetch,
                message: "The campaign carries no content, and there is nowhere to fetch it.")
        }
        guard !isOffline else {
            return failJob(target, vendor: vendor, .fetch, message: "The engine is offline.")
        }
        let request = send(
            draft, vendor: vendor, purpose: "content",
            for: .screenContent(target: target, vendor: vendor))
        changeJob(target, vendor: vendor) { $0.stage = .fetching(request: request) }
    }

    mutating func screenFetched(
        _ exchange: Exchange, target: String, vendor: Int, request: Int64
    ) {
        guard let job = screenJob(target, vendor), job.stage == .fetching(request: request),
            let screening = vendors[vendor].screening
        else { return }
        switch response(of: exchange).flatMap(screening.readContent) {
        case .failure(let failure):
            failJob(target, vendor: vendor, .fetch, message: failure.message)
        case .success(let content): screenReceived(content, target: target, vendor: vendor)
        }
    }

    // MARK: The host's word

    private mutating func screenReceived(
        _ content: any ScreenContent, target: String, vendor: Int
    ) {
        changeJob(target, vendor: vendor) { $0.content = content }
        guard let job = screenJob(target, vendor) else { return }
        trackScreen(.received, job.presentation, vendor: vendor)
        guard hooks.contains(.campaignPrepared) else {
            return deliverData(target, vendor: vendor)
        }
        let token = nextID()
        questions[token] = .screenPrepared(target: target, vendor: vendor)
        changeJob(target, vendor: vendor) { $0.stage = .confirming(token: token) }
        effects.append(
            .ask(
                HookQuestion(
                    token: token, hook: .campaignPrepared,
                    question: screenQuestion(target, job, vendor: vendor))))
    }

    func screenQuestion(_ target: String, _ job: ScreenJob, vendor: Int) -> JSONObject {
        [
            "placement": .string(target), "vendor": .string(vendors[vendor].id),
            "campaign": .object(describe(job.presentation)),
            "data": .object(screenData(of: job, vendor: vendor)),
            "actions": .array((job.content?.actions ?? []).map { .object($0.json) }),
        ]
    }

    func screenData(of job: ScreenJob, vendor: Int) -> JSONObject {
        guard let content = job.content, let screening = vendors[vendor].screening else {
            return [:]
        }
        return screening.data(
            of: job.presentation, content: content, isRendered: job.isRendered)
    }

    /// Takes over what one of several has changed, and gives the question as
    /// the next gets it.
    mutating func changed(
        _ question: HookQuestion, by answer: JSONObject?, target: String, vendor: Int
    ) -> JSONObject {
        guard let job = screenJob(target, vendor),
            job.stage == .confirming(token: question.token), let answer
        else { return question.question }
        if answer["render"]?.bool == false {
            changeJob(target, vendor: vendor) { $0.isRendered = false }
        }
        if answer["content"] != nil || answer["custom_data"] != nil {
            if let content = job.content?.replacing(
                content: answer["content"], values: answer["custom_data"])
            {
                changeJob(target, vendor: vendor) { $0.content = content }
            } else {
                diagnose(
                    vendor: vendor, what: "hook", path: nil, reason: "content_unreadable",
                    message: "What a hook made of campaign \(job.campaign) is no content; it "
                        + "stays as it was.")
            }
        }
        return screenJob(target, vendor).map { screenQuestion(target, $0, vendor: vendor) }
            ?? question.question
    }

    mutating func screenConfirmed(
        target: String, vendor: Int, token: Int64, isRefused: Bool
    ) {
        guard screenJob(target, vendor)?.stage == .confirming(token: token) else { return }
        if isRefused { changeJob(target, vendor: vendor) { $0.isRendered = false } }
        deliverData(target, vendor: vendor)
    }

    // MARK: Images

    /// Reads the files that content is drawn with.
    mutating func collectScreenResources(_ target: String, vendor: Int) {
        guard let job = screenJob(target, vendor), let content = job.content else { return }
        let urls = content.resources.map(\.url)
        guard !urls.isEmpty else {
            return content.lacksImage
                ? failJob(
                    target, vendor: vendor, .resource, message: "The content names no image.")
                : drawScreen(target, vendor: vendor)
        }
        let token = load(
            urls.map { vendors[vendor].key(.resource, $0) },
            for: .screenResources(target: target, vendor: vendor))
        changeJob(target, vendor: vendor) {
            $0.stage = .collecting(token: token)
            $0.missing = urls
        }
    }

    mutating func screenCollected(
        _ records: [LoadedRecord?], target: String, vendor: Int, token: Int64
    ) {
        guard let job = screenJob(target, vendor), job.stage == .collecting(token: token) else {
            return
        }
        var missing: [String] = []
        var found: [(url: String, uri: String)] = []
        for (index, url) in job.missing.enumerated() {
            let body = index < records.count ? records[index]?.body : nil
            if let body, let type = mediaType(of: body, vendor: vendor),
                ContentResource.Kind.image.includes(type)
            {
                found.append((url, dataURI(body, type: type)))
            } else {
                missing.append(url)
            }
        }
        changeJob(target, vendor: vendor) {
            $0.stage = .downloading
            $0.missing = missing
            for file in found { $0.resources[file.url] = file.uri }
        }
        guard !missing.isEmpty else { return drawScreen(target, vendor: vendor) }
        guard !isOffline else {
            return failJob(target, vendor: vendor, .resource, message: "The engine is offline.")
        }
        for url in missing { download(url, vendor: vendor) }
    }

    /// Hands a file, or the news that there is none, to whatever waits for it.
    mutating func screenResourceEnded(
        _ url: String, vendor: Int, file: (bytes: [UInt8], type: String)?, message: String = ""
    ) {
        for slot in vendors[vendor].screens.slots {
            guard let job = slot.job, job.stage == .downloading, job.missing.contains(url) else {
                continue
            }
            let target = slot.place.target
            guard let file, ContentResource.Kind.image.includes(file.type) else {
                failJob(
                    target, vendor: vendor, .resource,
                    message: "The image \(url) cannot be loaded: "
                        + (file == nil ? message : "it is no image."))
                continue
            }
            let uri = dataURI(file.bytes, type: file.type)
            changeJob(target, vendor: vendor) {
                $0.resources[url] = uri
                $0.missing.removeAll { $0 == url }
            }
            if screenJob(target, vendor)?.missing.isEmpty == true {
                drawScreen(target, vendor: vendor)
            }
        }
    }
}
