package import AppLinks
import Deciding
import LinkLayers
package import Panes
package import Records
import Screen
import Secrets

// The rows and the labels of the tabs of the detail pane.

extension State {
    /// The width of the rows of the detail pane. If the pane is not on the screen, the width that it would have if it filled the screen.
    package var tabColumns: Int {
        let columns = layout.rows(of: .detail).columns
        return columns == 0 ? max(display.size.columns, 1) : columns
    }

    /// Returns the rows that are shown while the record of the pane is being read, or if the record has no link.
    func rowsWithoutLink(_ words: String) -> DetailRows {
        if let (text, role) = detail.phase.words { return rows(saying: "\(text)", role) }
        return rows(saying: detail.phase == .loading ? "" : "\(words)", .dim)
    }

    func rows(saying words: HintedText, _ role: Role) -> DetailRows {
        let line = DetailLine("", said: words, valueRole: role).with(\.indent, 0).copying(SearchedText("", []))
        let lines = line.value.isEmpty ? [] : [line]
        return display.rows(of: lines, labelColumns: 0, columns: tabColumns)
    }

    var rawRows: DetailRows {
        detail.rawRows(beside: decodedRows, display, columns: tabColumns)
            ?? rowsWithoutLink(detail.record == nil ? "" : "This record has no link.")
    }

    /// The web link of the tabs Page and Verdict, with its record: the one that was looked up last, or else the one that F and V look up.
    package var lookupSubject: (RecordID, LinkURL)? {
        if let record = detail.record, let url = lookups.subject(of: record) { return (record, url) }
        return webLink
    }

    /// Returns the rows of the tab Page or Verdict.
    package func lookupRows(_ kind: Lookup.Kind, unfoldsSite: Bool = false) -> DetailRows {
        let isSiteFolded = !unfoldsSite && detail.folded.contains(DetailFold.site)
        let decisions = kind == .verdict ? decisions : .none
        guard let (_, url) = lookupSubject else {
            return decisions.lines.isEmpty
                ? rowsWithoutLink("The selection contains no web link.") : display.rows(decisions.lines, columns: tabColumns)
        }
        return lookups.rows(
            of: kind, url, decisions: decisions, isSiteFolded: isSiteFolded, device: shownDevice.simulated, display: display,
            columns: tabColumns)
    }

    /// What the device of the session and the others do with the link of the pane, with what is known of its site; empty without a link.
    package var decisions: DecisionLines {
        guard let (_, url) = linkToOpen, !isCutLink else { return .none }
        let devices = [shownDevice.simulated] + device.profiles.filter { $0.name != shownDevice.simulated.name }.map(device.withAssumedApps)
        let verdict = lookups.answer(.verdict, url)
        let key = DecisionKey(url: url, devices: devices, verdict: verdict, projectChanges: projectChanges, display: display)
        return knownDecisions.value(for: key) {
            DecisionLines(url, on: devices, answer: verdict?.value, project: project, mask: display.mask)
        }
    }

    /// The rows of the tab Events: the events of the record of the pane.
    var eventRows: DetailRows {
        let events = detail.record.map(lists.events(of:)) ?? []
        guard !events.isEmpty else { return rowsWithoutLink("No event: no app has received this link.") }
        let lines = events.map { index in
            DetailLine("", lists.event(at: index, device, memory)?.event.name ?? "?", indent: 0).with(\.event, index)
        }
        return DetailRows(lines, labelColumns: 0)
    }

    /// What would become of the link of the pane on other devices; nil if the pane has no link.
    package var whatIf: WhatIf? {
        guard let (_, url) = linkToOpen, !isCutLink else { return nil }
        let link = detail.inspection?.link ?? IncomingLink(url)
        let source = WhatIfSource(
            link: link, page: lookups.page(of: url) == nil ? nil : lookups.answer(.page, url),
            verdict: lookups.answer(.verdict, url), devices: device.profiles)
        return knownWhatIfs.value(for: source, source.whatIf)
    }

    /// What the focused tab What-if shows; nil if another tab has the focus.
    var shownWhatIf: WhatIf? { panes.focus == .detail && detail.tab == .whatIf ? whatIf : nil }

    var whatIfRows: DetailRows {
        guard let whatIf else { return rowsWithoutLink("The selection contains no link to open.") }
        let lines = lines(of: whatIf)
        let wrapped = display.rows(lines.lines(), columns: tabColumns)
        return DetailRows(wrapped.lines, labelColumns: wrapped.labelColumns, header: [lines.header])
    }

    /// Returns the lines of the tab What-if, which are not wrapped yet.
    func lines(of whatIf: WhatIf) -> WhatIfLines {
        let cursor = panes.focus == .detail ? detail.cursor.selected : nil
        return WhatIfLines(
            whatIf, choice: detail.whatIf, row: cursor.flatMap { whatIf.rows.indices.contains($0) ? $0 : nil }, display: display,
            columns: tabColumns)
    }

    // MARK: The row of tabs

    var tabLabels: [TabLabel] {
        DetailTab.allCases.map { tab in
            switch tab {
            case .decoded, .raw, .whatIf: return TabLabel(tab: tab)
            case .diff: return TabLabel(tab: tab, badge: detail.showsRepair ? " repair" : nil, role: .warning)
            case .page: return lookupLabel(.page)
            case .verdict: return lookupLabel(.verdict)
            case .events:
                let count = detail.record.map { lists.events(of: $0).count } ?? 0
                return TabLabel(tab: tab, badge: " \(count)")
            }
        }
    }

    private func lookupLabel(_ kind: Lookup.Kind) -> TabLabel {
        let tab = kind.tab
        guard let (_, url) = lookupSubject else { return TabLabel(tab: tab) }
        if lookups.isRunning(kind, url) { return TabLabel(tab: tab, badge: " ...", role: .accent) }
        switch lookups.answer(kind, url)?.value {
        case nil:
            let sign = display.glyphs.encoding == .utf8 ? "·" : ":"
            return TabLabel(tab: tab, badge: sign + (display.keys[kind.command] ?? ""), role: .key)
        case .stopped: return TabLabel(tab: tab, badge: " stopped", role: .warning)
        case .failed: return TabLabel(tab: tab, badge: " E", role: .error)
        case .page(let page): return label(tab, severity(of: page))
        case .verdict(let verdict):
            let link = verdict.link
            let hasError = link.causes.contains { $0.severity == .error }
            return label(tab, link.isUnknown ? (hasError ? .error : .warning) : link.isNo ? .error : nil)
        }
    }

    private func label(_ tab: DetailTab, _ severity: Finding.Severity?) -> TabLabel {
        switch severity {
        case .error: TabLabel(tab: tab, badge: " E", role: .error)
        case .warning: TabLabel(tab: tab, badge: " W", role: .warning)
        case .note, nil: TabLabel(tab: tab, badge: " ok", role: .ok)
        }
    }

    /// Returns the severity of the worst problem of a page: an error if nothing opens, and a warning if only the browser opens the page.
    private func severity(of page: PageAnswer) -> Finding.Severity? {
        var device = device.simulated
        let departure = device.open(page.appLink(for: device.pageIdiom))
        if departure.outcome.type == .failure || page.findings.contains(where: { $0.severity == .error }) { return .error }
        if case .app = departure.frontAfter, !page.findings.contains(where: { $0.severity == .warning }) { return nil }
        return .warning
    }

    // The tab Diff: the link of the detail pane beside another link, or beside the repaired link.

    /// The link to compare with the link of the detail pane: the link that was marked last. If no link is marked, it is the link above in the
    /// list. The first link is compared with the one below it. Nil if there is no other link.
    package var linkToCompare: RecordID? {
        if let marked = lists.marks.last(but: detail.record) { return marked }
        guard let number = detail.record.flatMap(lists.number) else { return nil }
        return lists.shownLinks.neighbor(of: number - 1).map { lists.links[$0].record }
    }

    var comparedLinkToRead: RecordID? {
        guard detail.tab == .diff, !detail.showsRepair, let other = linkToCompare, memory.read(other) == nil else { return nil }
        if case .unreadable? = memory.row(other) { return nil }
        return edges.recordsBeingParsed.contains(other) ? nil : other
    }

    /// Whether the focused tab shows the link beside the repaired link.
    var isShowingRepair: Bool { panes.focus == .detail && detail.tab == .diff && detail.showsRepair }

    var diffRows: DetailRows {
        guard let reading = detail.reading, reading.link != nil else { return rowsWithoutLink("This record has no link to compare.") }
        if detail.showsRepair { return diffRows(reading, nil, "as it arrived", "repaired: Enter delivers it") }
        guard let other = linkToCompare else {
            let reason = lists.isFiltered ? "The filter shows no other link" : "There is no other link"
            return rows(saying: "\(reason) to compare this one with. \(.mark) marks a link to compare with.", .dim)
        }
        let isMarked = lists.marks.contains(other)
        let name = lists.number(of: other).map { "#\($0)" } ?? "the link"
        guard let above = memory.read(other) else {
            if case .unreadable? = memory.row(other) { return rows(saying: "\(name) can no longer be read.", .error) }
            return rows(saying: "Reading \(name)...", .accent)
        }
        guard above.link != nil else {
            return rows(saying: "\(name)\(isMarked ? ", which is marked," : "") has no link to compare with.", .dim)
        }
        let own = detail.record.flatMap(lists.number(of:)).map { "#\($0)" } ?? "this link"
        return diffRows(above, reading, isMarked ? "\(name) (marked)" : name, own)
    }

    private func diffRows(_ left: ReadRecord, _ right: ReadRecord?, _ leftName: String, _ rightName: String) -> DetailRows {
        let source = DiffSource(
            left: left, right: right, leftName: leftName, rightName: rightName, isSameFolded: detail.folded.contains(DetailFold.same),
            display: display, columns: tabColumns)
        return diffs.value(for: source, source.rows)
    }
}

/// All values on which the decisions about a link depend.
struct DecisionKey: Sendable, Equatable {
    let url: LinkURL
    let devices: [SimulatedDevice]
    let verdict: Dated<LookupOutcome>?
    let projectChanges: Int
    let display: Display
}
