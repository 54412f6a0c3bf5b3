import AppLinks
import Deciding
import DeviceTools
import Panes
import Records
import Screen

// F fetches the page of a web link, J runs its scripts too, and V fetches its association files. Only these keys use the network. An
// arriving link never does, so its sender cannot learn that a user looks at the link. After the user has opened a link on an Android
// device, V also asks this device.

extension State {
    /// Shows the tab with the last answer about the selected link's page or site. Starts a lookup if there is no answer, if the last lookup
    /// failed, or if the tab already shows the answer. In the last case, the cache is ignored.
    mutating func show(_ kind: Lookup.Kind) -> [Effect] {
        if kind == .verdict, webLink == nil, linkToOpen != nil, !isCutLink {
            // No site decides about a custom scheme, but the devices do.
            detail.tab = .verdict
            panes.focus = .detail
            return []
        }
        guard let (record, url) = linkToLookUp() else { return [] }
        let isShown = isShowing(kind, of: url)
        show(kind, of: url, record)
        if lookups.isRunning(kind, url), let running = lookups.running {
            // A running lookup that may use the cache is started again without it. A running lookup that ignores it continues.
            guard isShown, !running.isFresh else { return [] }
            return startLookup(kind, url, of: record, isFresh: true, runsScripts: running.runsScripts)
        }
        let outcome = lookups.answer(kind, url)?.value
        let isKnown = outcome.map { ($0.isFound || $0.isStopped) && !lacksDevice($0) } ?? false
        if isKnown, !isShown { return [] }
        return startLookup(kind, url, of: record, isFresh: isShown && outcome != nil)
    }

    /// Returns whether an answer is a verdict for which no device was asked, although verdicts ask one now.
    private func lacksDevice(_ outcome: LookupOutcome) -> Bool {
        if case .verdict(let answer) = outcome { answer.link.device == nil && lookups.device != nil } else { false }
    }

    /// Handles the typed command: `adb`, then the ID or name of the device, then the app, or `off`.
    mutating func lookUpOnDevice(_ words: String) throws(TypedCommand.Mistake) -> [Effect] {
        let words = words.split(separator: " ").map(String.init)
        switch words.first?.lowercased() {
        case "off" where words.count == 1:
            lookups.device = nil
            return notify(.plain, "Verdicts ask no device.")
        case "adb" where words.count <= 3:
            let device = VerdictDevice(id: words.count > 1 ? words[1] : nil, app: words.count > 2 ? words[2] : nil)
            if let problem = device.request(about: "").problem { throw TypedCommand.Mistake(message: Self.sentence(problem)) }
            lookups.device = device
            guard let (record, url) = linkToLookUp() else { return [] }
            show(.verdict, of: url, record)
            return startLookup(.verdict, url, of: record, isFresh: false)
        default: throw .usage
        }
    }

    private mutating func show(_ kind: Lookup.Kind, of url: LinkURL, _ record: RecordID) {
        lookups.note(url, asSubjectOf: record)
        detail.tab = kind.tab
        panes.focus = .detail
    }

    /// Returns whether the focused tab shows the lookup of a web link.
    private func isShowing(_ kind: Lookup.Kind, of url: LinkURL) -> Bool {
        panes.focus == .detail && detail.tab == kind.tab && lookupSubject?.1 == url
    }

    /// Returns the web link to look up, with its record. In the tabs Page and Verdict, it is the one that the tab shows. If there is no web
    /// link, or the selected link is truncated, returns nil and shows a notice.
    private mutating func linkToLookUp() -> (RecordID, LinkURL)? {
        if isCutLink {
            notice = Notice(.bad, "This link is too long and was only partly read, so it cannot be fetched.")
            return nil
        }
        guard let subject = detail.tab.lookup == nil ? webLink : lookupSubject else {
            tell(.plain, detail.subject == nil ? .noLink : "The selection contains no web link.")
            return nil
        }
        return subject
    }

    mutating func startLookup(
        _ kind: Lookup.Kind, _ url: LinkURL, of link: RecordID, isFresh: Bool, runsScripts: Bool = false
    ) -> [Effect] {
        let stopping: [Effect] = lookups.running == nil ? [] : [.stopLookup]
        return stopping + [.lookUp(lookups.start(kind, url, of: link, isFresh: isFresh, runsScripts: runsScripts))]
    }

    /// Stops the running lookup. Its results are kept. News that arrives later is ignored.
    mutating func stopLookup(now: Int64) -> [Effect] {
        guard let running = lookups.running else { return [] }
        let isKept = lookups.stop(now: now)
        let isShown = detail.tab == running.kind.tab && lookupSubject?.1 == running.url
        let end: HintedText =
            isKept && !isShown ? "\(running.kind.command) shows what was found." : "\(running.command) starts again."
        notice = Notice(.good, "Stopped. \(end)")
        return [.stopLookup] + (isKept ? keepSummary(of: running, now: now) : [])
    }

    /// Requests to store in the journal what a lookup found.
    private mutating func keepSummary(of lookup: Lookup, now: Int64) -> [Effect] {
        guard let outcome = lookups.answer(lookup.kind, lookup.url)?.value else { return [] }
        return act(.lookedUp(lookup.link, LookupSummary(outcome, of: lookup)), now: now)
    }

    /// Returns whether the detail pane shows the progress or the answer of a lookup.
    func shows(_ lookup: Lookup) -> Bool {
        detail.tab == lookup.kind.tab && !layout.detail.isEmpty && lookupSubject?.1 == lookup.url
    }

    mutating func record(_ news: LookupNews, of lookup: Lookup, now: Int64) -> [Effect] {
        guard lookups.running == lookup else { return [] }
        let hasEnded = lookups.record(news, of: lookup, now: now)
        let isInView = shows(lookup)
        if case .planned = news, isInView { detail.cursor = ListCursor() }
        guard hasEnded else { return [] }
        let effects = keepSummary(of: lookup, now: now)
        if isInView {
            // The tab now shows different rows, so it is scrolled to the top.
            detail.cursor = ListCursor()
        } else if case .stopped = news {
            notice = Notice(.bad, "The lookup has ended without an answer. \(lookup.command) starts again.")
        } else {
            let host = display.mask.beginning(of: lookup.url.host ?? "", columns: 40)
            let what = lookup.kind == .page ? "The page" : "The verdict"
            notice = Notice(.good, "\(what) of \(host) is ready: select its link and \(press: lookup.command).")
        }
        return effects
    }

    // MARK: Scripts

    /// Shows the selected link's page after its scripts have run. Runs them if they have not run yet, or if the tab already shows it.
    mutating func showScripts() -> [Effect] {
        guard let (record, url) = linkToLookUp() else { return [] }
        let isShown = isShowing(.page, of: url)
        show(.page, of: url, record)
        if lookups.isRunning(.page, url), lookups.running?.runsScripts == true { return [] }
        let hasRun = lookups.page(of: url)?.scripts != nil
        if hasRun, !isShown, !lookups.isRunning(.page, url) { return [] }
        // When the scripts run for the first time, the page may come from the cache, because only its scripts are needed.
        return startLookup(.page, url, of: record, isFresh: hasRun, runsScripts: true)
    }
}
