package import AppLinks
import Deciding
import LinkLayers
package import Panes
package import Records
import Screen
import Secrets

// The detail pane, made from those parts of the state that its rows need.

extension State {
    /// Arranges the panes, and returns the rows of the details. The widths of the panes decide the rows, and the rows decide the heights.
    mutating func arrangePanes() -> DetailRows {
        let hasBanner = banner != nil
        if hasBanner { panes.keepsBannerRow = true }
        layout = arranged(hasBanner)
        let rows = detailRows
        if detail.adapt(to: rows) { layout = arranged(hasBanner) }
        return rows
    }

    private func arranged(_ hasBanner: Bool) -> Layout {
        let fillsScreen = overlay?.fillsScreen == true
        return Layout(
            size: display.size, showsBanner: hasBanner || (panes.keepsBannerRow && display.size.rows >= 20), focus: panes.focus,
            isZoomed: panes.isZoomed, sizes: panes.sizes, need: need,
            noticeRows: notice?.rows(columns: display.size.columns, display).count ?? (display.size.rows >= 20 && !fillsScreen ? 1 : 0),
            hasNoticeInFooter: fillsScreen, showsFilter: showsFilter)
    }

    /// The rows that the panes need to show all that they have.
    private var need: Layout.Need {
        let events = timeline.isPast ? timeline.eventCursor.count : lists.eventCursor.count
        // A list has a row with the headers of its columns, one that says that nothing is in it, and one for a row that the filter hides.
        func rows(_ count: Int) -> Int { max(count, 1) + (lists.isFiltered ? 2 : 1) }
        return Layout.Need(links: rows(lists.linkCursor.count), detail: detail.cursor.count + detail.headerRows, events: rows(events))
    }

    /// Whether the filter or the text to find has a row. A screen with few rows shows it only while it is typed.
    private var showsFilter: Bool {
        overlay?.searchRow != nil || searchRow != nil && display.size.rows >= 10
    }

    var windowPlace: WindowPlace { WindowPlace(display.size, rowsBelow: layout.rowsBelowPanes) }

    package var detailRows: DetailRows {
        switch detail.tab {
        case .decoded: decodedRows
        case .raw: rawRows
        case .page: lookupRows(.page)
        case .verdict: lookupRows(.verdict)
        case .events: eventRows
        case .diff: diffRows
        case .whatIf: whatIfRows
        }
    }

    package var decodedRows: DetailRows {
        detail.decodedRows(of: detailSubject(columns: tabColumns), display, columns: tabColumns)
    }

    private func detailSubject(columns: Int) -> DetailSource.Subject {
        switch detail.subject {
        case nil: return .nothing
        case .link(let id)?:
            let url = detail.inspection?.link?.inputURL
            let row = lists.row(of: id)
            let reception = row.map { self.reception(of: $0, url, name: device.label) }
            return .link(
                DetailSource.LinkSource(
                    lane: lane(of: id, reception, columns: columns),
                    reception: reception.flatMap { $0.reason != nil && row?.flags.contains(.wasReceived) == true ? $0.account : nil },
                    page: pageStatus(of: url)?.words, repeats: repeats(of: id), referer: sender(of: id, device.label),
                    apps: device.appsByScheme(device.label)))
        case .event(let index)?:
            return EventSource(at: index, lists, name: device.label(ofApp:)).map(DetailSource.Subject.event) ?? .nothing
        }
    }

    /// Returns whether the page of a web link is known, with a text that says so and which key to press; nil if the link is not a web link.
    func pageStatus(of url: LinkURL?) -> (isKnown: Bool, words: HintedText)? {
        guard let url, url.isWeb, detail.inspection?.findings.contains(where: { $0.code == .deadService }) != true else { return nil }
        let answer = lookups.answer(.page, url)
        switch answer?.value {
        case .page(let page) where page.hops.last?.status.map { $0 >= 400 } == true:
            let status = page.hops.last?.status ?? 0
            return (true, "fetched at \(display.clock(answer?.time ?? 0)): the server answered \(status); \(.resolve) shows it")
        case .page: return (true, "fetched at \(display.clock(answer?.time ?? 0)): \(.open) opens its target, \(.resolve) shows it")
        case .stopped: return (false, "stopped before the page was read; \(.resolve) shows what was found")
        case .failed: return (false, "could not be fetched; \(.resolve) tries again")
        case .verdict, nil: return (false, "not fetched yet; \(.resolve) shows which app the page opens")
        }
    }

    /// Returns two areas of the detail pane: one for its rows, and one for the place of the selected row in its link. The second is empty
    /// if there is no such place or no room. Rows with a header leave the first rows of the pane to it.
    func detailAreas(_ rows: DetailRows) -> (lines: Rect, place: Rect) {
        let area = layout.rows(of: .detail)
        if !rows.header.isEmpty { return (area.split(top: rows.header.count).rest, .zero) }
        guard detail.tab == .decoded, panes.focus == .detail, area.rows >= 6, detail.place(in: rows) != nil else { return (area, .zero) }
        let (lines, place) = area.split(top: area.rows - 2)
        return (lines, place)
    }

    /// The selected row of the detail pane; nil if the pane does not have the focus.
    var selectedLine: DetailLine? { panes.focus == .detail ? detailRows[detail.cursor.selected] : nil }

    /// Whether the details are about an event.
    var isShowingEvent: Bool {
        if case .event? = detail.subject { true } else { false }
    }

    /// Returns the lane of a link: its way through the apps, as it is now or was at the step that the user looks at.
    private func lane(of link: RecordID, _ reception: Reception?, columns: Int) -> [StyledLine] {
        var lane = lane(of: link)
        if let past = timeline.past {
            let words = past.words(number: past.link.flatMap(lists.number(of:)), on: device, display)
            lane.news = StyledLine(
                ("step \(past.number) of \(timeline.count)  \(display.clock(past.time))  ", .warning), (display.mask.text(words), .text))
            if arrivedLater(link) { lane.news?.append("  #\(lists.number(of: link) ?? 0) arrived after this step.", .dim) }
        } else if journey.opening?.record == link {
            lane.news = StyledLine(("Looking for this page's App Link. Esc stops.", .accent))
        }
        lane.departure = shownWay(of: link)?.departure
        lane.real = timeline.isPast ? nil : realOpenings.last(of: link)?.value
        // A web page waits until it is opened, which refuses nothing, and the text of a code is for no app.
        let isForApps = lists.row(of: link)?.flags.isDisjoint(with: [.wasReceived, .isWebPage]) ?? false
        if isForApps, detail.inspection?.isPayload != true {
            lane.refusal = reception.map { display.mask.text($0.words(with: display.keys)) }
        }
        return lane.lines(columns: columns - 2)
    }

    /// Returns the lane of the link in the detail pane: its way, and the error that it has.
    package func lane(of link: RecordID) -> Lane {
        var lane = Lane(trail(of: link), on: shownDevice, display)
        lane.number = lists.number(of: link)
        let problem = detail.inspection.flatMap(LinkSummary.Problem.init)
        lane.error = problem?.severity == .error ? problem?.words : nil
        return lane
    }

    /// Returns an event of the stream, to be written as a line; nil if there is no such event.
    package func eventLine(at index: Int) -> EventLine? {
        EventSource(at: index, lists, name: { device.appNames[$0] }).map { source in
            EventLine(source: source, device: device, read: source.record.flatMap(memory.read))
        }
    }

    // The rows and the labels of the tabs of the detail pane.

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
