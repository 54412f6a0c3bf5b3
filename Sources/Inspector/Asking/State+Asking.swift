import AppLinks
import LinkLayers
import Screen

// F fetches the page of a web link, J runs its scripts too, V asks for its association files. Only these keys ask the network, never an arrival: who sends a link must not
// learn by that that somebody looks at it.

extension State {
    /// Opens the window on what is known of the selected link's page or site; asks, if nothing is.
    mutating func show(_ kind: Inquiry.Kind) -> [Effect] {
        guard let window = askable(kind) else { return [] }
        return show(window)
    }

    /// The window on the selected web link; says so where there is none.
    mutating func askable(_ kind: Inquiry.Kind) -> AskedWindow? {
        if isCutLink {
            notice = Notice(.bad, "This link is too long and was only partly read, so it cannot be fetched.")
            return nil
        }
        guard let (record, url) = webLink else {
            notice = Notice(
                .plain, shown == nil ? "There is no link yet. Paste one, or press i or s." : "The selection contains no web link.")
            return nil
        }
        return AskedWindow(kind, url, record: record)
    }

    private mutating func show(_ window: AskedWindow) -> [Effect] {
        overlay = .asked(window)
        askedLines = nil
        let isKnown = inquiries.isAnswered(window.kind, window.url) || inquiries.isStopped(window.kind, window.url)
        if isKnown || inquiries.isRunning(window.kind, window.url) { return [] }
        return ask(window.kind, window.url, isFresh: false)
    }

    mutating func ask(_ kind: Inquiry.Kind, _ url: LinkURL, isFresh: Bool, runsScripts: Bool = false) -> [Effect] {
        let isReplacing = inquiries.running != nil
        askedLines = nil
        return (isReplacing ? [.stopAsking] : []) + [.ask(inquiries.start(kind, url, isFresh: isFresh, runsScripts: runsScripts))]
    }

    /// Stops the running lookup. What it found is kept; what comes late is not heard.
    mutating func stopAsking(now: Int64) -> [Effect] {
        guard let running = inquiries.running else { return [] }
        inquiries.stop(now: now)
        let isKept = inquiries.isStopped(running.kind, running.url)
        notice = Notice(.good, isKept ? "Stopped. \(running.showingKey) shows what was found." : "Stopped. \(running.key) starts again.")
        refreshDetail()
        return [.stopAsking]
    }

    mutating func record(_ news: InquiryNews, of inquiry: Inquiry, now: Int64) {
        guard inquiries.running == inquiry else { return }
        askedLines = nil
        guard inquiries.record(news, of: inquiry, now: now) else { return }
        // Other rows than those that were scrolled.
        if case .asked(var window) = overlay, window.kind == inquiry.kind, window.url == inquiry.url {
            window.top = 0
            overlay = .asked(window)
        } else if case .stopped = news {
            notice = Notice(.bad, "The lookup has ended without an answer. \(inquiry.key) asks again.")
        } else {
            let host = mask.beginning(of: inquiry.url.host ?? "", columns: 40)
            let what = inquiry.kind == .page ? "The page" : "The verdict"
            notice = Notice(.good, "\(what) of \(host) is ready: \(inquiry.key) on its link shows it.")
        }
        refreshDetail()
    }

    // MARK: The keys of the window

    mutating func press(_ key: Key, in window: AskedWindow, now: Int64) -> [Effect]? {
        let isRunning = inquiries.isRunning(window.kind, window.url)
        switch key {
        case .escape:
            overlay = nil
            return isRunning ? stopAsking(now: now) : []
        case "q":
            overlay = nil
            if isRunning { notice = Notice(.good, "Still running: \(inquiries.running?.key ?? "F") shows it, Esc stops it.") }
            return []
        case "F", "V":
            let kind: Inquiry.Kind = key == "F" ? .page : .verdict
            if kind != window.kind { return show(AskedWindow(kind, window.url, record: window.record)) }
            // A lookup that may answer from the cache starts anew without it; one that ignores the cache already does what is asked.
            if isRunning, let running = inquiries.running {
                return running.isFresh ? [] : ask(kind, window.url, isFresh: true, runsScripts: running.runsScripts)
            }
            return ask(kind, window.url, isFresh: true)
        case "J": return askForScripts(window)
        case .enter where window.kind == .page: return openResolved(window, now: now)
        case .tab where window.kind == .verdict:
            var window = window
            window.isOfSite.toggle()
            window.top = 0
            overlay = .asked(window)
            askedLines = nil
            return []
        case "S", .control("z"), .control("l"): return nil
        default:
            scroll(window, key)
            return []
        }
    }

    private mutating func openResolved(_ window: AskedWindow, now: Int64) -> [Effect] {
        guard let page = inquiries.page(of: window.url) else { return [] }
        overlay = nil
        return open(page, record: window.record, now: now)
    }

    private mutating func scroll(_ window: AskedWindow, _ key: Key) {
        let last = max((askedLines?.rows.count ?? 0) - askedRows, 0)
        let page = max(askedRows - 1, 1)
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
        overlay = .asked(window)
    }

    /// The keys of the window, for the last row.
    func hints(of window: AskedWindow) -> [(String, String)] {
        if inquiries.isRunning(window.kind, window.url) { return [("Esc", "stop"), ("q", "continue in background")] }
        let (again, other) = window.kind == .page ? ("F", ("V", "verdict")) : ("V", ("F", "page"))
        let isAnswered = inquiries.isAnswered(window.kind, window.url)
        let first: [(String, String)] =
            switch window.kind {
            case .page: (isAnswered ? [("Enter", "open")] : []) + scriptHints(of: window)
            case .verdict: isAnswered ? [("Tab", window.isOfSite ? "the link" : "the site")] : []
            }
        return first + [("Esc", "close"), (again, "again"), other, ("j/k", "scroll")]
    }

    // MARK: Its rows

    /// Inside the window.
    var askedColumns: Int { min(WindowPlace(size).columns, 112) }
    var askedRows: Int { WindowPlace(size).rows }

    /// Makes the rows of the window when something changed since.
    mutating func settleAsked() {
        guard case .asked(var window) = overlay else {
            askedLines = nil
            return
        }
        if askedLines?.columns != askedColumns {
            let isNarrow = askedColumns < 34
            let whole = isNarrow ? lines(of: window).flatMap(\.stacked) : lines(of: window)
            let wrapping = DetailWrapping(columns: askedColumns, sanitizer: glyphs.sanitizer)
            let labelColumns = isNarrow ? 0 : wrapping.labelColumns(of: whole)
            askedLines = AskedLines(
                rows: wrapping.wrapped(whole, labelColumns: labelColumns), labelColumns: labelColumns, columns: askedColumns)
        }
        let last = max((askedLines?.rows.count ?? 0) - askedRows, 0)
        if window.top > last {
            window.top = last
            overlay = .asked(window)
        }
    }

    private func lines(of window: AskedWindow) -> [DetailLine] {
        let asking = AskingLines(url: window.url, mask: mask)
        if inquiries.isRunning(window.kind, window.url) { return asking.lines(of: inquiries.progress) }
        switch window.kind {
        case .page:
            guard let page = inquiries.pageAnswer(of: window.url) else { return [] }
            switch page.outcome {
            case .found(let answer):
                return PageLines(answer: answer, asked: clock(page.askedAt), device: device, mask: mask).lines()
            case .failed(let failure, let claims): return asking.lines(of: failure, claims: claims, key: "F")
            case .stopped(let progress): return asking.lines(ofStopped: progress, at: clock(page.askedAt), key: "F")
            }
        case .verdict:
            guard let verdict = inquiries.verdictAnswer(of: window.url) else { return [] }
            switch verdict.outcome {
            case .found(let answer):
                let shown = window.isOfSite ? answer.site : answer.link
                return VerdictLines(verdict: shown, asked: clock(verdict.askedAt), mask: mask).lines()
            case .failed(let failure, _): return asking.lines(of: failure, key: "V")
            case .stopped(let progress): return asking.lines(ofStopped: progress, at: clock(verdict.askedAt), key: "V")
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
