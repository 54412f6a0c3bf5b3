import LinkLayers
import Screen

extension Painter {
    mutating func drawOverlay() {
        guard layout.density != .line, let overlay = state.overlay else { return }
        switch overlay {
        case .help(let top): drawHelp(top: top)
        case .writing(let line): drawWriting(line)
        case .device(let cursor): drawDevice(cursor)
        case .samples(let cursor): drawSamples(cursor)
        case .returning: drawReturning()
        case .value(let title, let text, let tops): drawValue(title: title, text: text, top: tops.last ?? 0)
        }
    }

    /// A box in the middle that is at most so large; the rows inside it.
    private mutating func window(_ title: SafeText, columns: Int, rows: Int, note: SafeText = "") -> Rect {
        let room = State.overlayArea(state.size)
        let width = min(columns + 4, room.columns)
        let height = min(rows + 2, room.rows)
        let rect = Rect(
            column: room.left + (room.columns - width) / 2,
            row: room.top + (room.rows - height) / 2,
            columns: width,
            rows: height
        )
        frame.fill(rect)
        frame.box(rect, title: title.fitted(to: width - 6, glyphs: glyphs), note: note, isFocused: true, glyphs: glyphs)
        return rect.inset(columns: 2, rows: 1)
    }

    private mutating func drawHelp(top: Int) {
        let lines = State.helpLines
        let area = window("Help", columns: 96, rows: lines.count, note: "Esc closes")
        for (offset, line) in lines.dropFirst(min(top, max(lines.count - area.rows, 0))).prefix(area.rows).enumerated() {
            var text = StyledText()
            if line.keys.isEmpty {
                text.append(own(line.text), Style(.title, .bold))
            } else {
                text.append(own(line.keys).padded(to: 13, glyphs: glyphs), Style(.key, .bold))
                text.append(own(line.text))
            }
            let rect = area.row(offset)
            frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
        }
    }

    private mutating func drawWriting(_ line: TextLine) {
        let area = window("Write a link", columns: state.size.columns, rows: 2, note: "Enter delivers, Esc leaves")
        let field = area.row(0)
        // The part around the cursor; a few columns of what stands before it stay in view.
        let before = glyphs.sanitizer.text(String(line.characters[..<line.cursor]))
        let after = safe(String(line.characters[line.cursor...].prefix(field.columns)), columns: field.columns)
        let scrolled = max(before.columns - field.columns + 8, 0)
        let used = frame.put(before.dropFirst(columns: scrolled), at: field.origin, style: .value, clip: field)
        let place = Point(column: field.left + used, row: field.top)
        frame.put(after, at: place, style: .value, clip: field)
        frame.cursor = place
        frame.put("A link, or a JSON object with one. Ctrl-U clears the line.", at: area.row(1).origin, style: .dim, clip: area.row(1))
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
        let area = window("Device", columns: 84, rows: rows.count + 2, note: "Space: on/off  f: to front  Esc: done")
        for (offset, index) in cursor.visible(height: max(area.rows - 2, 1)).enumerated() where rows.indices.contains(index) {
            let rect = area.row(offset)
            var text = StyledText()
            for span in rows[index].spans { text.append(safe(span.text, columns: rect.columns), Style(span.role)) }
            row(text, in: rect, isSelected: index == cursor.selected, hasFocus: true)
        }
        let last = area.row(area.rows - 1)
        frame.put("Enter on a device takes it, with its own apps; on an app it switches it.", at: last.origin, style: .dim, clip: last)
    }

    private mutating func drawReturning() {
        let lines = state.returnPreview
        let area = window("Return to the referer", columns: 100, rows: lines.count + 2, note: "Enter sends, Esc leaves")
        for (offset, line) in lines.prefix(max(area.rows - 2, 0)).enumerated() {
            let rect = area.row(offset)
            var text = StyledText(own(line.label).padded(to: 10, glyphs: glyphs), .key)
            text.append(safe(line.value, columns: rect.columns), .value)
            frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
        }
        let last = area.row(area.rows - 1)
        frame.put("Enter sends it, and al_ref_back_out is posted. Esc leaves.", at: last.origin, style: .dim, clip: last)
    }

    private mutating func drawValue(title: String, text: [UInt8], top: Int) {
        let area = window(
            safe(title, columns: 80),
            columns: state.size.columns,
            rows: state.size.rows,
            note: own("\(grouped(text.count)) bytes, Esc closes")
        )
        let sanitizer = Sanitizer(glyphs.encoding, joiners: .escape)
        for (offset, line) in sanitizer.lines(text, from: top, width: area.columns, limit: area.rows).enumerated() {
            frame.put(line, at: area.row(offset).origin, style: .value, clip: area)
        }
    }
}

extension State {
    /// Where windows may lie: below the first row and above the last.
    static func overlayArea(_ size: Size) -> Rect {
        let rows = size.rows > 4 ? Rect(size).split(top: 1).rest.split(bottom: 1).rest : Rect(size)
        return size.columns > 40 ? rows.inset(columns: 1, rows: 0) : rows
    }

    /// The rows of the help, section by section.
    static let helpLines: [(keys: String, text: String)] = Binding.Section.allCases.flatMap { section in
        [(keys: "", text: section.rawValue)]
            + Binding.table.filter { $0.section == section }.map { (keys: $0.keyText, text: $0.help) }
    }
}
