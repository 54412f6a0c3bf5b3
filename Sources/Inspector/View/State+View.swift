import Panes
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

/// The first screen: a picture of what will happen to a link, and the one thing to do.
struct EmptyView {
    let state: State

    func draw(on canvas: inout Canvas) {
        let (layout, glyphs) = (canvas.layout, canvas.glyphs)
        let top = layout.header.bottom + (layout.banner.isEmpty ? 0 : 1)
        let area = Rect(
            column: 0, row: top, columns: canvas.size.columns, rows: canvas.size.rows - top - layout.footer.rows - layout.rowsBelowPanes)
        guard area.rows > 0 else { return }
        let isLarge = area.columns >= 76 && area.rows >= 14
        let toDo = toDo(canvas)
        let lines = isLarge ? picture(canvas) + [StyledText()] + toDo + others(canvas) : area.rows >= 4 ? toDo : Array(toDo.suffix(2))
        let start = max((area.rows - lines.count) / 2, 0)
        let widest = lines.map(\.columns).max() ?? 0
        let left = isLarge ? max((area.columns - widest) / 2, 1) : 1
        for (offset, line) in lines.enumerated() where start + offset < area.rows {
            let rect = area.row(start + offset)
            canvas.frame.put(line.fitted(to: area.columns - left, glyphs: glyphs), at: Point(column: left, row: rect.top), clip: area)
        }
    }

    /// The way that a link goes, and what the screen tells on the way.
    private func picture(_ canvas: Canvas) -> [StyledText] {
        let isUTF8 = canvas.glyphs.encoding == .utf8
        let line = isUTF8 ? "─" : "-"
        let arrow = { (word: String) in " \(line)\(line)\(word)\(line)\(line)\(isUTF8 ? "▸" : ">") " }
        let app = Style(.accent, .bold)
        return [
            StyledText(
                ("Shop", app), (canvas.own(arrow("link")), .dim), ("your app", app), (canvas.own(arrow("return")), .dim), ("Shop", app)),
            StyledText(),
            StyledText("linkscope says what a link is and where it leads, hands it to"),
            StyledText("the app that claims it, shows what this app receives, and goes"),
            StyledText("back to the app that sent it."),
        ]
    }

    private func toDo(_ canvas: Canvas) -> [StyledText] {
        let isNarrow = canvas.size.columns < 40
        let key = Style(.key, .bold)
        return [
            StyledText(("Paste a link", key), (isNarrow ? "  here" : "  anywhere on this screen", .text)),
            StyledText((name(.sample, canvas), key), (isNarrow ? "  plays a sample" : "  plays a sample: a whole round trip", .text)),
        ]
    }

    private func name(_ command: Command, _ canvas: Canvas) -> SafeText {
        canvas.own(canvas.display.keys[command] ?? ":\(command.rawValue)")
    }

    private func others(_ canvas: Canvas) -> [StyledText] {
        let send = state.edges.address.map { "Send links to this inspector: \($0)" } ?? "From another terminal: linkscope send LINK"
        let others = "Or write a link with  " + name(.write, canvas) + " ,  or let links arrive with  " + name(.sources, canvas)
        var lines = [StyledText(), StyledText(others, .dim), StyledText(canvas.safe(send, columns: 100), .dim)]
        if state.edges.hasSavedSessions {
            lines.append(StyledText(":sessions opens a saved session; linkscope --continue reopens the last one", .dim))
        }
        return lines
    }
}
