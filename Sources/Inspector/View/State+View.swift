import AppLinks
import Deciding
import Panes
import Projects
package import Screen

extension State {
    /// Draws the screen. The frame depends only on the state. To see every record, pass in the records in `needed` before.
    package func frame() -> Frame { drawn().frame }

    /// Draws the screen and notes what can be clicked.
    func drawn() -> Canvas {
        var canvas = Canvas(layout: layout, display: display, focus: panes.focus, hasWindow: overlay != nil)
        guard !display.size.isEmpty else { return canvas }
        HeaderView(
            lists: lists, device: shownDevice, edges: edges, hold: hold, lookup: lookups.running, step: stepOfPast,
            project: project?.words(on: shownDevice.simulated.platform), rate: arrivalRate.perSecond
        ).draw(on: &canvas)
        BannerView(banner: banner, use: bannerUse, number: bannerLink.flatMap(lists.number(of:)), isPast: timeline.isPast).draw(
            on: &canvas)
        if recordCount == 0 && journey.trail.isEmpty {
            if overlay == nil { EmptyView(address: edges.address, hasSavedSessions: edges.hasSavedSessions).draw(on: &canvas) }
        } else {
            drawPanes(on: &canvas)
        }
        if canvas.layout.density != .line, let overlay { draw(overlay, on: &canvas) }
        NoticeView(notice: notice).draw(on: &canvas)
        FooterView(notice: canvas.layout.notice.isEmpty ? notice : nil, hints: hints).draw(on: &canvas)
        drawFilter(on: &canvas)
        return canvas
    }

    private func drawFilter(on canvas: inout Canvas) {
        guard let row = searchRow else { return }
        let line: TextLine? =
            switch overlay {
            case .filtering(let line), .finding(let line): line
            case .help(_, _, let line): line
            default: nil
            }
        if case .help(_, let word, let line?) = overlay {
            let count = helpRows(word).count { !$0.keys.isEmpty }
            let found = count == 0 ? SearchMatches.none : count == 1 ? "1 command" : "\(count) commands"
            return FindView(text: word, line: line, matches: found).draw(on: &canvas)
        }
        let matches = matches?.words ?? ""
        switch row {
        case .filter: FilterView(filtering: filtering, lists: lists, line: line, name: filterName, matches: matches).draw(on: &canvas)
        case .find: FindView(text: search.text, line: line, matches: matches).draw(on: &canvas)
        }
    }

    private func drawPanes(on canvas: inout Canvas) {
        let lists = shownLists
        canvas.highlighted = searchWords(in: .links)
        LinksView(
            lists: lists, sorting: sorting, noMatch: filtering.words(forNo: "link"), device: device, journey: journey, lookups: lookups,
            memory: memory, chosen: preferences.columns.links
        ).draw(on: &canvas)
        let rows = detailRows
        let reader = EventReader(lists: lists, device: device, display: display, memory: memory)
        let events = EventsView(
            reader: reader, arguments: preferences.eventArguments, chosen: preferences.columns.events,
            noMatch: filtering.words(forNo: "event"))
        canvas.highlighted = searchWords(in: .detail)
        DetailView(detail: detail, rows: rows, areas: detailAreas(rows), number: detailNumber, tabs: tabLabels, events: events).draw(
            on: &canvas)
        JourneyView(lines: journeyLines, cursor: journey.cursor, step: timeline.past.map { "step \($0.number) of \(timeline.count)" }).draw(
            on: &canvas)
        canvas.highlighted = searchWords(in: .events)
        events.draw(on: &canvas)
        canvas.highlighted = SearchWords()
        for border in canvas.layout.borders { canvas.noteTarget(.divider(border.divider), in: border.handle) }
    }

    /// The step of the journey that the user looks at, such as `AT STEP 3 OF 7`; nil for now.
    private var stepOfPast: String? { timeline.past.map { "AT STEP \($0.number) OF \(timeline.count)" } }

    /// The number of the detail pane's subject in its list.
    private var detailNumber: Int? {
        switch detail.subject {
        case .link(let id)?: lists.number(of: id)
        case .event(let index)?: index + 1
        case nil: nil
        }
    }

    private func draw(_ overlay: Overlay, on canvas: inout Canvas) {
        switch overlay {
        case .help(let top, let word, _): HelpView(top: top, rows: helpRows(word)).draw(on: &canvas)
        case .palette(let palette): PaletteView(palette: palette, keys: preferences.keys).draw(on: &canvas)
        case .messages(let top): MessagesView(rows: noticeRows, top: top).draw(on: &canvas)
        case .filtering, .finding: break
        case .writing(let line): WritingView(line: line).draw(on: &canvas)
        case .building: FormView(form: forms.current, outcome: forms.current.outcome).draw(on: &canvas)
        case .declaring: if let form = forms.app { AppFormView(form: form, device: device.simulated).draw(on: &canvas) }
        case .device(let cursor): DeviceView(device: device, cursor: cursor).draw(on: &canvas)
        case .samples(let cursor): SamplesView(titles: samples.map(\.title), cursor: cursor).draw(on: &canvas)
        case .sorting(let cursor): SortView(cursor: cursor).draw(on: &canvas)
        case .sessions(let list): SessionsView(list: list).draw(on: &canvas)
        case .opening(let choice): OpeningView(choice: choice, device: device, number: lists.number(of: choice.link)).draw(on: &canvas)
        case .history(let window): HistoryView(window: window).draw(on: &canvas)
        case .recording(let window): SuiteView(window: window).draw(on: &canvas)
        case .sources(let window):
            SourcesView(window: window, sources: edges.sources, showsHint: windowPlace.hasHint).draw(on: &canvas)
        case .realDevices(let window): DeviceWindowView(window: window, number: lists.number(of: window.link)).draw(on: &canvas)
        case .returning(let way):
            let source = ReturnSource(way: way, device: device.simulated)
            let departure = returns.value(for: source, source.departure)
            let front = SimulatedDevice.Front.app(way.app)
            ReturnView(
                departure: departure, app: device.label(of: front), isInFront: device.simulated.front == front,
                name: way.referer.targets.first?.appName
            ).draw(on: &canvas)
        case .copying(let cursor): CopyView(source: copySource, cursor: cursor).draw(on: &canvas)
        case .qrCode(let code): QRCodeView(code: code).draw(on: &canvas)
        case .value(let title, let text, let tops):
            canvas.highlighted = searchWords(in: .detail)
            ValueView(title: title, text: text, top: tops.last ?? 0).draw(on: &canvas)
        }
    }
}
