import AppLinks
import LinkLayers
package import Panes
package import Records
import Screen

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
}
