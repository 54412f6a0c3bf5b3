import LinkLayers
import Screen

extension Painter {
    mutating func drawOverlay() {
        guard layout.density != .line, let overlay = state.overlay else { return }
        switch overlay {
        case .help(let top): drawHelp(top: top)
        case .writing(let line): drawWriting(line)
        case .building: drawForm()
        case .device(let cursor): drawDevice(cursor)
        case .samples(let cursor): drawSamples(cursor)
        case .returning(let preview): drawReturning(preview)
        case .copying(let cursor): drawCopying(cursor)
        case .qrCode(let code): drawQRCode(code)
        case .lookup(let window): drawLookup(window)
        case .value(let title, let text, let tops): drawValue(title: title, text: text, top: tops.last ?? 0)
        }
    }

    var place: WindowPlace { WindowPlace(state.size) }

    /// A box in the middle with at most so much room inside; the rows inside it. On small screens it covers all, under a title.
    mutating func window(_ title: SafeText, columns: Int, rows: Int, note: SafeText = "") -> Rect {
        let room = place.area
        guard place.hasBorder else {
            frame.fill(room)
            frame.put(title.fitted(to: room.columns, glyphs: glyphs), at: room.origin, style: Style(.title, .bold), clip: room.row(0))
            return room.split(top: 1).rest
        }
        let width = min(columns + 4, room.columns)
        let height = min(rows + 2, room.rows)
        let rect = Rect(
            column: room.left + (room.columns - width) / 2,
            row: room.top + (room.rows - height) / 2,
            columns: width,
            rows: height
        )
        // A blank column on both sides sets it off from what lies under it.
        frame.fill(rect.inset(columns: -1, rows: 0))
        frame.box(rect, title: title.fitted(to: width - 6, glyphs: glyphs), note: note, isFocused: true, glyphs: glyphs)
        return rect.inset(columns: 2, rows: 1)
    }

    private mutating func drawHelp(top: Int) {
        let lines = State.helpRows(columns: min(place.columns, State.helpColumns))
        let area = window("Help", columns: State.helpColumns, rows: lines.count, note: "Esc closes")
        for (offset, line) in lines.dropFirst(min(top, max(lines.count - area.rows, 0))).prefix(area.rows).enumerated() {
            var text = StyledText()
            if line.isTitle {
                text.append(own(line.text), Style(.title, .bold))
            } else {
                text.append(own(line.keys).padded(to: State.helpKeyColumns, glyphs: glyphs), Style(.key, .bold))
                text.append(own(line.text))
            }
            let rect = area.row(offset)
            frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
        }
    }

    private mutating func drawWriting(_ line: TextLine) {
        let area = window("Write a link", columns: place.columns, rows: 2, note: "Enter delivers, Esc cancels")
        drawLine(line.shown(masking: state.mask), cursor: line.cursor, in: area.row(0))
        let hint = area.row(1)
        let text: SafeText =
            line.secrets.isEmpty || state.showsSecrets
            ? "A link, or a JSON object that contains one. Ctrl-U clears the line."
            : "Secrets are masked here but delivered unmasked. Ctrl-U clears."
        frame.put(text.fitted(to: hint.columns, glyphs: glyphs), at: hint.origin, style: .dim, clip: hint)
    }

    private mutating func drawSamples(_ cursor: ListCursor) {
        let area = window("Samples", columns: 90, rows: cursor.count, note: "Enter delivers, Esc closes")
        for (offset, index) in cursor.visible(height: area.rows).enumerated() where state.samples.indices.contains(index) {
            let rect = area.row(offset)
            let text = StyledText(safe(" \(state.samples[index].title)", columns: rect.columns))
            row(text, in: rect, isSelected: index == cursor.selected, hasFocus: true)
        }
    }

    private mutating func drawDevice(_ cursor: ListCursor) {
        let rows = state.deviceRows
        let hintRows = place.hasHint ? 2 : 0
        let area = window("Device", columns: 84, rows: rows.count + hintRows, note: "Space: on/off  f: to front  Esc: done")
        for (offset, index) in cursor.visible(height: area.rows - hintRows).enumerated() where rows.indices.contains(index) {
            let rect = area.row(offset)
            var text = StyledText()
            for span in rows[index].spans { text.append(safe(span.text, columns: rect.columns), Style(span.role)) }
            row(text, in: rect, isSelected: index == cursor.selected, hasFocus: true)
        }
        guard hintRows > 0 else { return }
        let last = area.row(area.rows - 1)
        let hint: SafeText = "Enter on a device chooses it with its own apps; on an app, switches it."
        frame.put(hint.fitted(to: last.columns, glyphs: glyphs), at: last.origin, style: .dim, clip: last)
    }

    /// What a return sends, to the last byte where there is room.
    private mutating func drawReturning(_ preview: [Overlay.PreviewLine]) {
        let columns = min(place.columns, 100)
        let labelColumns = 8
        var rows: [StyledText] = []
        for line in preview where rows.count < place.rows {
            let values = glyphs.sanitizer.lines(line.value, width: columns - labelColumns, limit: place.rows - rows.count)
            for (index, value) in values.enumerated() {
                var text = StyledText(own(index == 0 ? line.label : "").padded(to: labelColumns, glyphs: glyphs), .key)
                text.append(value, .value)
                rows.append(text)
            }
        }
        let area = window("Return to the referer", columns: columns, rows: rows.count, note: "Enter sends, Esc cancels")
        for (offset, text) in rows.enumerated() {
            let rect = area.row(offset)
            frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
        }
    }

    private mutating func drawValue(title: String, text: [UInt8], top: Int) {
        let area = window(
            safe(title, columns: 80),
            columns: place.columns,
            rows: place.rows,
            note: own("\(grouped(text.count)) bytes, Esc closes")
        )
        let sanitizer = Sanitizer(glyphs.encoding, joiners: .escape)
        for (offset, line) in sanitizer.lines(text, from: top, width: area.columns, limit: area.rows).enumerated() {
            frame.put(line, at: area.row(offset).origin, style: .value, clip: area)
        }
    }
}
