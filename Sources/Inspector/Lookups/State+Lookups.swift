import AppLinks
import LinkLayers
import Screen

// F fetches the page of a web link, J runs its scripts too, V asks for its association files. Only these keys ask the network, never an arrival: who sends a link must not
// learn by that that somebody looks at it.

extension State {
    /// Opens the window on what is known of the selected link's page or site; asks, if nothing is.
    mutating func show(_ kind: Lookup.Kind) -> [Effect] {
        guard let window = lookupWindow(kind) else { return [] }
        return show(window)
    }

    /// The window on the selected web link; says so where there is none.
    mutating func lookupWindow(_ kind: Lookup.Kind) -> LookupWindow? {
        if isCutLink {
            notice = Notice(.bad, "This link is too long and was only partly read, so it cannot be fetched.")
            return nil
        }
        guard let (record, url) = webLink else {
            notice = Notice(
                .plain, shown == nil ? "There is no link yet. Paste one, or press i or s." : "The selection contains no web link.")
            return nil
        }
        return LookupWindow(kind, url, record: record)
    }

    private mutating func show(_ window: LookupWindow) -> [Effect] {
        overlay = .lookup(window)
        lookupRows = nil
        let isKnown = lookups.isAnswered(window.kind, window.url) || lookups.isStopped(window.kind, window.url)
        if isKnown || lookups.isRunning(window.kind, window.url) { return [] }
        return startLookup(window.kind, window.url, isFresh: false)
    }

    mutating func startLookup(_ kind: Lookup.Kind, _ url: LinkURL, isFresh: Bool, runsScripts: Bool = false) -> [Effect] {
        let isReplacing = lookups.running != nil
        lookupRows = nil
        return (isReplacing ? [.stopLookup] : []) + [.lookUp(lookups.start(kind, url, isFresh: isFresh, runsScripts: runsScripts))]
    }

    /// Stops the running lookup. What it found is kept; what comes late is not heard.
    mutating func stopLookup(now: Int64) -> [Effect] {
        guard let running = lookups.running else { return [] }
        let isKept = lookups.stop(now: now)
        notice = Notice(.good, isKept ? "Stopped. \(running.showingKey) shows what was found." : "Stopped. \(running.key) starts again.")
        refreshDetail()
        return [.stopLookup]
    }

    mutating func record(_ news: LookupNews, of lookup: Lookup, now: Int64) {
        guard lookups.running == lookup else { return }
        lookupRows = nil
        guard lookups.record(news, of: lookup, now: now) else { return }
        // Other rows than those that were scrolled.
        if case .lookup(var window) = overlay, window.kind == lookup.kind, window.url == lookup.url {
            window.top = 0
            overlay = .lookup(window)
        } else if case .stopped = news {
            notice = Notice(.bad, "The lookup has ended without an answer. \(lookup.key) starts again.")
        } else {
            let host = mask.beginning(of: lookup.url.host ?? "", columns: 40)
            let what = lookup.kind == .page ? "The page" : "The verdict"
            notice = Notice(.good, "\(what) of \(host) is ready: \(lookup.key) on its link shows it.")
        }
        refreshDetail()
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
            if isRunning { notice = Notice(.good, "Still running: \(lookups.running?.key ?? "F") shows it, Esc stops it.") }
            return []
        case "F", "V":
            let kind: Lookup.Kind = key == "F" ? .page : .verdict
            if kind != window.kind { return show(LookupWindow(kind, window.url, record: window.record)) }
            // A lookup that may answer from the cache starts anew without it; one that ignores the cache already does what is asked.
            if isRunning, let running = lookups.running {
                return running.isFresh ? [] : startLookup(kind, window.url, isFresh: true, runsScripts: running.runsScripts)
            }
            return startLookup(kind, window.url, isFresh: true)
        case "J": return lookUpWithScripts(window)
        case .enter where window.kind == .page: return openResolved(window, now: now)
        case .tab where window.kind == .verdict:
            var window = window
            window.isOfSite.toggle()
            window.top = 0
            overlay = .lookup(window)
            lookupRows = nil
            return []
        case "S", .control("z"), .control("l"): return nil
        default:
            scroll(window, key)
            return []
        }
    }

    private mutating func openResolved(_ window: LookupWindow, now: Int64) -> [Effect] {
        guard let page = lookups.page(of: window.url) else { return [] }
        overlay = nil
        return open(page, record: window.record, now: now)
    }

    private mutating func scroll(_ window: LookupWindow, _ key: Key) {
        let last = max((lookupRows?.rows.count ?? 0) - lookupHeight, 0)
        let page = max(lookupHeight - 1, 1)
        var top = min(window.top, last)
        switch Binding.command(for: key) {
        case .down: top += 1
        case .up: top -= 1
        case .pageDown: top += page
        case .pageUp: top -= page
        case .first: top = 0
        case .last: top = last
        default: return
        }
        var window = window
        window.top = min(max(top, 0), last)
        overlay = .lookup(window)
    }

    /// The keys of the window, for the last row.
    func hints(of window: LookupWindow) -> [(String, String)] {
        if lookups.isRunning(window.kind, window.url) { return [("Esc", "stop"), ("q", "continue in background")] }
        let (again, other) = window.kind == .page ? ("F", ("V", "verdict")) : ("V", ("F", "page"))
        let isAnswered = lookups.isAnswered(window.kind, window.url)
        let first: [(String, String)] =
            switch window.kind {
            case .page: (isAnswered ? [("Enter", "open")] : []) + scriptHints(of: window)
            case .verdict: isAnswered ? [("Tab", window.isOfSite ? "the link" : "the site")] : []
            }
        return first + [("Esc", "close"), (again, "again"), other, ("j/k", "scroll")]
    }

    // MARK: Its rows

    /// Inside the window.
    var lookupColumns: Int { min(WindowPlace(size).columns, 112) }
    var lookupHeight: Int { WindowPlace(size).rows }

    /// Makes the rows of the window when something changed since.
    mutating func settleLookup() {
        guard case .lookup(var window) = overlay else {
            lookupRows = nil
            return
        }
        if lookupRows?.columns != lookupColumns {
            let isNarrow = lookupColumns < 34
            let whole = isNarrow ? lines(of: window).flatMap(\.stacked) : lines(of: window)
            let wrapping = DetailWrapping(columns: lookupColumns, sanitizer: glyphs.sanitizer)
            let labelColumns = isNarrow ? 0 : wrapping.labelColumns(of: whole)
            lookupRows = LookupRows(
                rows: wrapping.wrapped(whole, labelColumns: labelColumns), labelColumns: labelColumns, columns: lookupColumns)
        }
        let last = max((lookupRows?.rows.count ?? 0) - lookupHeight, 0)
        if window.top > last {
            window.top = last
            overlay = .lookup(window)
        }
    }

    private func lines(of window: LookupWindow) -> [DetailLine] {
        let outlines = LookupLines(url: window.url, mask: mask)
        if lookups.isRunning(window.kind, window.url) { return outlines.lines(of: lookups.progress) }
        switch window.kind {
        case .page:
            guard let page = lookups.pageAnswer(of: window.url) else { return [] }
            switch page.outcome {
            case .found(let answer):
                return PageLines(answer: answer, asked: clock(page.askedAt), device: device, mask: mask).lines()
            case .failed(let failure, let claims): return outlines.lines(of: failure, claims: claims, key: "F")
            case .stopped(let progress): return outlines.lines(ofStopped: progress, at: clock(page.askedAt), key: "F")
            }
        case .verdict:
            guard let verdict = lookups.verdictAnswer(of: window.url) else { return [] }
            switch verdict.outcome {
            case .found(let answer):
                let shown = window.isOfSite ? answer.site : answer.link
                return VerdictLines(verdict: shown, asked: clock(verdict.askedAt), mask: mask).lines()
            case .failed(let failure, _): return outlines.lines(of: failure, key: "V")
            case .stopped(let progress): return outlines.lines(ofStopped: progress, at: clock(verdict.askedAt), key: "V")
            }
        }
    }
}

extension DetailLine {
    /// The name above its value: on a narrow screen there is no room beside it.
    fileprivate var stacked: [DetailLine] {
        guard !label.isEmpty, !value.isEmpty else { return [withoutIndent] }
        var name = withoutIndent
        name.value = ""
        var rest = withoutIndent
        rest.label = ""
        return [name, rest]
    }

    private var withoutIndent: DetailLine {
        var line = self
        line.indent = 0
        return line
    }
}
