import AppLinks
import LinkLayers
import Records
import Screen
import Tasks

extension State {
    /// Enter: in the detail pane it acts on the row; everywhere else the app in front follows the selected link.
    mutating func openSelected(now: Int64) -> [Effect] {
        if focus == .detail {
            actOnDetail()
            return []
        }
        if let (record, url) = linkToOpen {
            if let page = lookups.page(of: url) { return open(page, record: record, now: now) }
            return follow(url, record)
        }
        guard let shown else {
            notice = Notice(.plain, "There is no link yet. Paste one, or press i or s.")
            return []
        }
        switch (shown.subject, shown.content) {
        case (.event, _): notice = Notice(.plain, "This event has no link to open.")
        case (.link, .link): notice = Notice(.bad, "This is not a URL, so nothing can open it. i edits a copy.")
        case (.link, _): notice = Notice(.plain, "This record has no link to open.")
        }
        return []
    }

    /// Whether Enter does something.
    var canOpen: Bool {
        focus == .detail ? detailHint != "" : linkToOpen != nil
    }

    /// The link that is selected, or that the selected event is about: where the detail pane has read it.
    private var linkToOpen: (RecordID, LinkURL)? {
        guard let shown, let record = shown.record else { return nil }
        switch shown.content {
        case .event(let event, _, _): return event.url.flatMap { LinkURL($0) }.map { (record, $0) }
        case .link(let inspection): return inspection.link.map { (record, $0.inputURL) }
        case .object, nil: return nil
        }
    }

    private mutating func follow(_ url: LinkURL, _ record: RecordID) -> [Effect] {
        openings += 1
        let opening = Opening(number: openings, record: record, url: url)
        let isReplacing = self.opening != nil
        self.opening = opening
        middle = .journey
        return (isReplacing ? [.cancelResolving] : []) + [.resolve(opening, device.pageIdiom)]
    }

    /// Follows a link whose page was fetched, to where that says.
    mutating func open(_ page: PageAnswer, record: RecordID, now: Int64) -> [Effect] {
        let isReplacing = opening != nil
        opening = nil
        return (isReplacing ? [.cancelResolving] : [])
            + act(.open(record, page.url, page.appLink(for: device.pageIdiom)), now: now)
    }

    /// The resolver has answered: go, unless the user has stopped it or gone elsewhere meanwhile.
    mutating func resolved(_ opening: Opening, _ outcome: Outcome<AppLink>, now: Int64) -> [Effect] {
        guard self.opening == opening else { return [] }
        self.opening = nil
        switch outcome {
        case .success(let appLink): return act(.open(opening.record, opening.url, appLink), now: now)
        case .cancelled: return []
        case .failure(let error):
            notice = Notice(.bad, "The App Link could not be found: \(error)")
            return []
        }
    }

    // MARK: Acts: done now and written down, or done again from the journal

    /// Does something of the user's and lets it be written down.
    mutating func act(_ act: Act, now: Int64) -> [Effect] {
        [.record(act)] + perform(act, now: now)
    }

    mutating func perform(_ act: Act, now: Int64) -> [Effect] {
        switch act {
        case .open(let record, _, let appLink):
            let departure = device.open(appLink)
            departures[record] = departure
            return apply(departure, way: .opened, link: record, now: now)
        case .goBack:
            let link = device.frontApp.flatMap { lastLinks[$0.id] }
            guard let departure = device.returnToReferer() else {
                notice = Notice(.plain, "There is no banner, because the app in front has no referer to return to.")
                return []
            }
            return apply(departure, way: .returned, link: link, now: now)
        case .dismissBanner:
            if device.closeBanner() {
                notice = Notice(
                    .good, "Banner closed, also for later referers. To reopen it, press d, then f on the app.")
            }
        case .chooseDevice(let device):
            // The hops of the device before keep the names that its apps had.
            for hop in trail { remember(hop.front) }
            self.device = device
            moveTrail(from: device.front)
        case .switchApp(let id, let isInstalled):
            let before = device.front
            device.setInstalled(isInstalled, app: id)
            moveTrail(from: before)
        case .bringToFront(let front):
            let before = device.front
            device.bringToFront(front)
            device.reopenBanner()
            moveTrail(from: before)
        }
        refreshDetail()
        return []
    }

    /// Where the user is now, when a switch of the device and no link led there.
    private mutating func moveTrail(from before: SimulatedDevice.Front) {
        if trail.isEmpty, before != device.front { trail.append(TrailStep(front: before, way: .chosen, link: nil)) }
        guard trail.last?.front != device.front else { return }
        trail.append(TrailStep(front: device.front, way: .chosen, link: nil))
    }

    /// The events of leaving and arriving, and the hop, of a departure that has happened.
    private mutating func apply(_ departure: Departure, way: TrailStep.Way, link: RecordID?, now: Int64) -> [Effect] {
        middle = .journey
        if trail.isEmpty { trail.append(TrailStep(front: departure.frontBefore, way: .chosen, link: nil)) }
        for event in departure.events {
            let app = event.app.map { appIndex($0) } ?? Self.noApp
            events.append(EventRow(kind: .posted, app: app, index: UInt32(clamping: posted.count)))
            posted.append(DeviceEvent(event: event.event, time: now, link: link))
        }
        eventCursor.append(departure.events.count)
        if case .app(let id) = departure.frontAfter, departure.outcome.type == .app { lastLinks[id] = link }
        switch departure.outcome.type {
        case .app, .browser:
            trail.append(TrailStep(front: departure.frontAfter, way: way, link: link))
            notice = Notice(.good, "\(way == .returned ? "Returned to" : "Opened in") \(name(of: departure.frontAfter)).")
        case .failure:
            let why = departure.steps.last { $0.state == .skipped }?.reason ?? "the App Link has no target and no web page"
            notice = Notice(.bad, "Nothing opened: \(why).")
        }
        refreshDetail()
        return [.post(departure.events.map(\.event))]
    }

    // MARK: Returning

    mutating func startReturning() {
        guard bannerText != nil else {
            notice = Notice(.plain, "There is no banner, because the app in front has no referer to return to.")
            return
        }
        overlay = .returning(returnPreview)
    }

    mutating func goBack(now: Int64) -> [Effect] { act(.goBack, now: now) }

    mutating func dismissBanner(now: Int64) -> [Effect] {
        guard bannerText != nil else {
            notice = Notice(.plain, "There is no banner to close.")
            return []
        }
        return act(.dismissBanner, now: now)
    }

    /// What a return would send, line by line.
    private var returnPreview: [Overlay.PreviewLine] {
        guard let preview = device.previewOfReturning() else { return [] }
        let name = bannerText.map { $0.replacingPrefix("Touch to return to ", with: "") } ?? ""
        var lines = [Overlay.PreviewLine(label: "to", value: mask.text(name))]
        lines += preview.steps.prefix(1).map { Overlay.PreviewLine(label: "then", value: mask.text($0.reason)) }
        lines += preview.events.prefix(1).map { Overlay.PreviewLine(label: "event", value: $0.event.name.rawValue) }
        for attempt in preview.outcome.attempts {
            if let url = attempt.outboundURL { lines.append(Overlay.PreviewLine(label: "URL", value: mask.text(url.text))) }
        }
        return lines
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with replacement: String) -> String {
        hasPrefix(prefix) ? replacement + dropFirst(prefix.count) : self
    }
}
