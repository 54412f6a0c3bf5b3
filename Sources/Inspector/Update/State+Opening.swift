import AppLinks
import Records
import Tasks

extension State {
    /// Handles Enter. In the detail pane, acts on the selected row. In the other panes, lets the app in front open the selected link.
    mutating func openSelected(now: Int64) -> [Effect] {
        if panes.focus == .detail {
            actOnDetail()
            return []
        }
        if let (record, url) = linkToOpen {
            if let page = lookups.page(of: url) { return open(page, record: record, now: now) }
            return follow(url, record)
        }
        guard let subject = detail.subject else { return notify(.plain, "There is no link yet. Paste one, or press i or s.") }
        switch (subject, detail.content) {
        case (.event, _): return notify(.plain, "This event has no link to open.")
        case (.link, .link): return notify(.bad, "This is not a URL, so nothing can open it. i edits a copy.")
        case (.link, _): return notify(.plain, "This record has no link to open.")
        }
    }

    private mutating func follow(_ url: LinkURL, _ record: RecordID) -> [Effect] {
        let isReplacing = journey.opening != nil
        panes.middle = .journey
        return (isReplacing ? [.cancelResolving] : []) + [.resolve(journey.startOpening(url, of: record), device.simulated.pageIdiom)]
    }

    /// Opens the App Link of a fetched page.
    mutating func open(_ page: PageAnswer, record: RecordID, now: Int64) -> [Effect] {
        (journey.endOpening() ? [.cancelResolving] : [])
            + act(.open(record, page.url, page.appLink(for: device.simulated.pageIdiom)), now: now)
    }

    /// Opens the App Link that was resolved, unless the user has stopped the opening or opened another link.
    mutating func resolved(_ opening: Opening, _ outcome: Outcome<AppLink>, now: Int64) -> [Effect] {
        guard journey.opening == opening, journey.endOpening() else { return [] }
        switch outcome {
        case .success(let appLink): return act(.open(opening.record, opening.url, appLink), now: now)
        case .cancelled: return []
        case .failure(let error):
            return notify(.bad, "The App Link could not be found: \(error)")
        }
    }

    // MARK: Acts, done now and stored, or repeated from the journal

    /// Performs an act of the user and requests to store it in the journal.
    mutating func act(_ act: Act, now: Int64) -> [Effect] {
        [.record(act)] + perform(act, now: now)
    }

    mutating func perform(_ act: Act, now: Int64) -> [Effect] {
        switch act {
        case .open(let record, _, let appLink):
            let departure = device.simulated.open(appLink)
            journey.record(departure, of: record)
            return apply(departure, way: .opened, link: record, now: now)
        case .goBack:
            let link = device.simulated.frontApp.flatMap { journey.lastLinks[$0.id] }
            guard let departure = device.simulated.returnToReferer() else { return refuseToReturn() }
            return apply(departure, way: .returned, link: link, now: now)
        case .dismissBanner:
            if device.simulated.closeBanner() {
                return notify(.good, "Banner closed, also for later referers. To reopen it, press d, then f on the app.")
            }
        case .chooseDevice(let other):
            device.change(to: other, keepingNamesOf: journey.trail.map(\.front))
            journey.move(from: other.front, to: other.front)
        case .switchApp(let id, let isInstalled):
            let before = device.simulated.front
            device.simulated.setInstalled(isInstalled, app: id)
            journey.move(from: before, to: device.simulated.front)
        case .bringToFront(let front):
            let before = device.simulated.front
            device.simulated.bringToFront(front)
            device.simulated.reopenBanner()
            journey.move(from: before, to: device.simulated.front)
        }
        return []
    }

    /// Adds the events and the step of the trail that a departure caused.
    private mutating func apply(_ departure: Departure, way: TrailStep.Way, link: RecordID?, now: Int64) -> [Effect] {
        panes.middle = .journey
        for event in departure.events {
            let app = event.app.map { device.appIndex($0) } ?? AppNames.none
            lists.append(DeviceEvent(event: event.event, time: now, link: link), app: app)
        }
        lists.finishAppending()
        journey.follow(departure, way: way, link: link)
        switch departure.outcome.type {
        case .app, .browser:
            notice = Notice(.good, "\(way == .returned ? "Returned to" : "Opened in") \(device.name(of: departure.frontAfter)).")
        case .failure:
            let why = departure.steps.last { $0.state == .skipped }?.reason ?? "the App Link has no target and no web page"
            notice = Notice(.bad, "Nothing opened: \(why).")
        }
        return [.post(departure.events.map(\.event))]
    }

    // MARK: Returning

    mutating func startReturning() -> [Effect] {
        guard device.bannerText != nil else { return refuseToReturn() }
        overlay = .returning
        return []
    }

    private mutating func refuseToReturn() -> [Effect] {
        notify(.plain, "There is no banner, because the app in front has no referer to return to.")
    }

    mutating func dismissBanner(now: Int64) -> [Effect] {
        guard device.bannerText != nil else { return notify(.plain, "There is no banner to close.") }
        return act(.dismissBanner, now: now)
    }
}
