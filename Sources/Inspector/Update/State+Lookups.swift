import AppLinks
import Screen

// F fetches the page of a web link, J runs its scripts too, and V fetches its association files. Only these keys use the network. An
// arriving link never does, so its sender cannot learn that a user looks at the link.

extension State {
    /// Opens a window with the last answer about the selected link's page or site. Starts a lookup if there is no answer or the last lookup
    /// failed.
    mutating func show(_ kind: Lookup.Kind) -> [Effect] {
        lookupWindow(kind).map { show($0) } ?? []
    }

    private mutating func show(_ window: LookupWindow) -> [Effect] {
        lookups.note(window.url, asSubjectOf: window.record)
        overlay = .lookup(window)
        let outcome = lookups.answer(window.kind, window.url)?.value
        let isKnown = outcome.map { $0.isFound || $0.isStopped } ?? false
        if isKnown || lookups.isRunning(window.kind, window.url) { return [] }
        return startLookup(window.kind, window.url, isFresh: false)
    }

    /// Returns a window for the selected web link. If there is no web link, or the selected link is truncated, returns nil and shows a
    /// notice.
    private mutating func lookupWindow(_ kind: Lookup.Kind) -> LookupWindow? {
        if isCutLink {
            notice = Notice(.bad, "This link is too long and was only partly read, so it cannot be fetched.")
            return nil
        }
        guard let (record, url) = webLink else {
            let isEmpty = detail.subject == nil
            notice = Notice(
                .plain,
                isEmpty ? "There is no link yet. Paste one, or press i or s." : "The selection contains no web link.")
            return nil
        }
        return LookupWindow(kind: kind, url: url, record: record)
    }

    private mutating func startLookup(_ kind: Lookup.Kind, _ url: LinkURL, isFresh: Bool, runsScripts: Bool = false) -> [Effect] {
        let isReplacing = lookups.running != nil
        return (isReplacing ? [.stopLookup] : []) + [.lookUp(lookups.start(kind, url, isFresh: isFresh, runsScripts: runsScripts))]
    }

    /// Stops the running lookup. Its results are kept. News that arrives later is ignored.
    mutating func stopLookup(now: Int64) -> [Effect] {
        guard let running = lookups.running else { return [] }
        let isKept = lookups.stop(now: now)
        notice = Notice(.good, isKept ? "Stopped. \(running.kind.key) shows what was found." : "Stopped. \(running.key) starts again.")
        return [.stopLookup]
    }

    mutating func record(_ news: LookupNews, of lookup: Lookup, now: Int64) {
        guard lookups.running == lookup, lookups.record(news, of: lookup, now: now) else { return }
        if case .lookup(var window) = overlay, window.kind == lookup.kind, window.url == lookup.url {
            // The window now shows different rows, so it is scrolled to the top.
            window.top = 0
            overlay = .lookup(window)
        } else if case .stopped = news {
            notice = Notice(.bad, "The lookup has ended without an answer. \(lookup.key) starts again.")
        } else {
            let host = display.mask.beginning(of: lookup.url.host ?? "", columns: 40)
            let what = lookup.kind == .page ? "The page" : "The verdict"
            notice = Notice(.good, "\(what) of \(host) is ready: select its link and press \(lookup.key).")
        }
    }

    // MARK: Scripts

    /// Opens the window that shows the selected link's page after its scripts have run. Runs the scripts if they have not run yet.
    mutating func showScripts() -> [Effect] {
        guard let window = lookupWindow(.page) else { return [] }
        let isKnown = lookups.page(of: window.url)?.scripts != nil
        guard isKnown, lookups.running?.url != window.url else { return runScripts(window) }
        overlay = .lookup(window)
        return []
    }

    /// Runs the scripts of the window's page, even if they have run before.
    private mutating func runScripts(_ window: LookupWindow) -> [Effect] {
        let window = LookupWindow(kind: .page, url: window.url, record: window.record)
        lookups.note(window.url, asSubjectOf: window.record)
        overlay = .lookup(window)
        if lookups.isRunning(.page, window.url), lookups.running?.runsScripts == true { return [] }
        // When the scripts run for the first time, the page may come from the cache, because only its scripts are needed.
        let isFresh = lookups.page(of: window.url)?.scripts != nil
        return startLookup(.page, window.url, isFresh: isFresh, runsScripts: true)
    }

    // MARK: The keys of the window

    mutating func press(_ key: Key, in window: LookupWindow, now: Int64) -> [Effect]? {
        let isRunning = lookups.isRunning(window.kind, window.url)
        switch key {
        case .escape:
            overlay = nil
            return isRunning ? stopLookup(now: now) : []
        case "q":
            overlay = nil
            return isRunning ? notify(.good, "The lookup continues: \(lookups.running?.key ?? "F") shows it, Esc stops it.") : []
        case "F", "V":
            let kind: Lookup.Kind = key == "F" ? .page : .verdict
            if kind != window.kind { return show(LookupWindow(kind: kind, url: window.url, record: window.record)) }
            // A running lookup that may use the cache is started again, ignoring the cache. A running lookup that ignores the cache
            // continues.
            if isRunning, let running = lookups.running {
                return running.isFresh ? [] : startLookup(kind, window.url, isFresh: true, runsScripts: running.runsScripts)
            }
            return startLookup(kind, window.url, isFresh: true)
        case "J": return runScripts(window)
        case "o" where window.kind == .page:
            guard lookups.page(of: window.url) != nil else { return [] }
            overlay = .opening(openingChoice(of: window.url, window.record))
            return []
        case .tab where window.kind == .verdict:
            var window = window
            window.isOfSite.toggle()
            window.top = 0
            overlay = .lookup(window)
            return []
        case "S", .control("z"), .control("l"): return nil
        default:
            var window = window
            window.top = scrolled(window.top, count: lookupRows(of: window).lines.count, by: key) ?? window.top
            overlay = .lookup(window)
            return []
        }
    }

    /// Returns the last row at which the view of a window may begin.
    func lastTop(of window: LookupWindow) -> Int { max(lookupRows(of: window).lines.count - windowPlace.rows, 0) }
}
