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
        HeaderView(state: self).draw(on: &canvas)
        let bannerLink = timeline.isPast ? timeline.linkOfBanner : detail.record
        BannerView(
            banner: banner, inspection: bannerLink == detail.record ? detail.inspection : nil, device: shownDevice.simulated,
            use: bannerUse, number: bannerLink.flatMap(lists.number(of:)), isPast: timeline.isPast
        ).draw(on: &canvas)
        if recordCount == 0 && journey.trail.isEmpty {
            if overlay == nil { EmptyView(state: self).draw(on: &canvas) }
        } else {
            drawPanes(on: &canvas)
        }
        if canvas.layout.density != .line, let overlay {
            // What lies behind a window is not what the keys are about.
            if isCovered { canvas.frame.restyle(Rect(display.size), role: .dim) }
            overlay.draw(on: &canvas, self)
        }
        canvas.draw(notice)
        FooterView(hints: hints).draw(on: &canvas)
        drawFilter(on: &canvas)
        return canvas
    }

    private func drawFilter(on canvas: inout Canvas) {
        guard let row = searchRow else { return }
        let line = overlay?.searchRow == nil ? nil : overlay?.field
        let matches = overlay?.matches(self) ?? matches?.words ?? ""
        switch row {
        case .filter: FilterView(state: self, line: line, matches: matches).draw(on: &canvas)
        case .find:
            let text = line?.text ?? search.text
            let note = canvas.own(text.isEmpty ? "a text in this pane" : matches)
            canvas.searchRow(" find: ", text, line, note: note, isWrong: matches == SearchMatches.none)
        }
    }

    private func drawPanes(on canvas: inout Canvas) {
        let lists = ListsView(
            lists: shownLists, sorting: sorting, filtering: filtering, device: device, journey: journey, lookups: lookups, memory: memory,
            chosen: preferences.columns, arguments: preferences.eventArguments)
        canvas.highlighted = searchWords(in: .links)
        lists.drawLinks(on: &canvas)
        let rows = detailRows
        canvas.highlighted = searchWords(in: .detail)
        let details = DetailView(
            detail: detail, rows: rows, areas: detailAreas(rows), tabs: tabLabels, lists: lists)
        details.draw(on: &canvas)
        canvas.highlighted = searchWords(in: .events)
        lists.drawEvents(on: &canvas)
        canvas.highlighted = SearchWords()
        for border in canvas.layout.borders { canvas.noteTarget(.divider(border.divider), in: border.handle) }
        // The tabs can stand in a border, and are what a click there means.
        if canvas.layout.hasTabsInBorder { details.drawTabs(on: &canvas) }
    }
}
