import AppLinks
package import Records
package import Screen

extension State {
    /// The records whose rows the next frame shows and which are not in memory. Read these records and pass them to `frame`.
    package var needed: [RecordID] { shown.filter { memory.read($0) == nil } }

    private var shown: [RecordID] {
        let layout = layout
        let linkRows = lists.linkCursor.visible(height: layout.rows(of: .links).rows).map { lists.links[$0].record }
        let eventRows = lists.eventCursor.visible(height: layout.rows(of: .events).rows).compactMap { lists.record(ofEvent: $0) }
        return linkRows + eventRows
    }

    /// Draws the screen. The frame depends only on the state and the records.
    package func frame(_ records: [RecordID: StoredRecord]) -> Frame {
        var canvas = Canvas(frame: Frame(display.size), layout: layout, display: display, focus: panes.focus, hasWindow: overlay != nil)
        guard !display.size.isEmpty else { return canvas.frame }
        HeaderView(lists: lists, device: device, edges: edges, lookup: lookups.running).draw(on: &canvas)
        BannerView(text: device.bannerText, url: device.bannerURL).draw(on: &canvas)
        if lists.recordCount == 0 && journey.trail.isEmpty {
            if overlay == nil { EmptyView(address: edges.address).draw(on: &canvas) }
        } else {
            drawPanes(on: &canvas, records)
        }
        if canvas.layout.density != .line, let overlay { draw(overlay, on: &canvas) }
        FooterView(notice: notice, hints: notice == nil ? hints : []).draw(on: &canvas)
        return canvas.frame
    }

    private func drawPanes(on canvas: inout Canvas, _ read: [RecordID: StoredRecord]) {
        var records = read
        for id in shown { if records[id] == nil, let known = memory.read(id) { records[id] = known.record } }
        LinksView(lists: lists, appNames: device.appNames, memory: memory, records: records).draw(on: &canvas)
        let rows = detailRows
        DetailView(detail: detail, rows: rows, areas: detailAreas(rows), number: detailNumber).draw(on: &canvas)
        JourneyView(lines: journeyLines, cursor: journey.cursor).draw(on: &canvas)
        EventsView(lists: lists, reader: eventReader(records)).draw(on: &canvas)
    }

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
        case .help(let top): HelpView(top: top).draw(on: &canvas)
        case .writing(let line): WritingView(line: line).draw(on: &canvas)
        case .building: FormView(form: forms.current, outcome: forms.current.outcome).draw(on: &canvas)
        case .device(let cursor): DeviceView(device: device, cursor: cursor).draw(on: &canvas)
        case .samples(let cursor): SamplesView(titles: samples.map(\.title), cursor: cursor).draw(on: &canvas)
        case .returning: ReturnView(departure: device.simulated.previewOfReturning(), bannerText: device.bannerText).draw(on: &canvas)
        case .copying(let cursor): CopyView(source: copySource, cursor: cursor).draw(on: &canvas)
        case .qrCode(let code): QRCodeView(code: code).draw(on: &canvas)
        case .lookup(let window):
            let progress = lookups.isRunning(window.kind, window.url) ? lookups.progress : nil
            LookupView(window: window, rows: lookupRows(of: window), progress: progress).draw(on: &canvas)
        case .value(let title, let text, let tops): ValueView(title: title, text: text, top: tops.last ?? 0).draw(on: &canvas)
        }
    }
}
