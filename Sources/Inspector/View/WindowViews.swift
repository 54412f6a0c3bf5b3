import AppLinks
import Deciding
import Panes
import Screen
import Secrets

/// The help, made from the table of bindings.
struct HelpView {
    let top: Int
    let rows: [HelpRow]

    func draw(on canvas: inout Canvas) {
        let area = canvas.window("Help", columns: HelpRow.mostColumns, rows: max(rows.count, 1), note: "/ finds, Esc closes")
        if rows.isEmpty { canvas.put("No command has this word.", in: area.row(0), style: .dim) }
        let top = min(top, max(rows.count - area.rows, 0))
        canvas.noteHidden(HiddenRows(above: top, below: rows.count - top - area.rows))
        for (offset, row) in rows.dropFirst(top).prefix(area.rows).enumerated() {
            var text = StyledText()
            if row.isTitle {
                text.append(canvas.own(row.text), Style(.title, .bold))
            } else {
                text.append(canvas.own(row.keys).padded(to: HelpRow.keyColumns, glyphs: canvas.glyphs), Style(.key, .bold))
                text.append(canvas.own(row.text))
            }
            canvas.put(text, in: area.row(offset))
        }
    }
}

/// The window in which the user writes a link. A long link has several rows.
struct WritingView {
    let line: TextLine

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let (characters, isMasked) = line.masked(by: canvas.mask)
        let wrapped = WrappedText(characters, columns: place.columns, glyphs: canvas.glyphs)
        let area = canvas.window(
            "Write a link", columns: place.columns, rows: wrapped.rows.count + 1,
            note: place.columns >= 50 ? "Enter delivers, Ctrl-O opens an editor, Esc cancels" : "Enter delivers")
        let hasHint = area.rows > 1
        let (text, last) = area.split(bottom: hasHint ? 1 : 0)
        let row = wrapped.row(of: line.cursor)
        // The row of the cursor stays in the middle of a text that does not fit.
        let top = min(max(row - text.rows / 2, 0), max(wrapped.rows.count - text.rows, 0))
        canvas.noteHidden(HiddenRows(above: top, below: wrapped.rows.count - top - text.rows))
        for offset in 0..<min(text.rows, wrapped.rows.count - top) {
            canvas.frame.put(wrapped.text(of: top + offset), at: text.row(offset).origin, style: .value, clip: text.row(offset))
        }
        canvas.frame.cursor = Point(
            column: min(text.left + wrapped.column(of: line.cursor), max(text.right - 1, text.left)), row: text.top + row - top)
        guard hasHint else { return }
        let hint: SafeText =
            line.lineCount > 1
            ? canvas.own("Enter delivers \(line.lineCount) lines, each on its own. Ctrl-U clears to the start.")
            : isMasked
                ? "Secrets are masked here but delivered unmasked. Ctrl-U clears."
                : "A link, or a JSON object that contains one. Ctrl-U clears to the start."
        canvas.put(hint, in: last, style: .dim)
    }
}

extension Canvas {
    /// Draws the rows of a window's list that are in view.
    mutating func rows<Item>(_ items: [Item], of cursor: ListCursor, in area: Rect, _ line: (Item, Canvas) -> StyledText) {
        rows(of: cursor, in: area) { index, canvas in items.indices.contains(index) ? line(items[index], canvas) : StyledText() }
    }
}

/// The window with the sample links.
struct SamplesView {
    let titles: [String]
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let area = canvas.window("Samples", columns: 90, rows: cursor.count, note: "Enter delivers, Esc closes")
        canvas.rows(titles, of: cursor, in: area) { StyledText($1.safe(" \($0)", columns: area.columns)) }
    }
}

/// The window with the devices to choose from, the apps of the current device, and the home screen.
struct DeviceView {
    let device: Device
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let rows = DeviceRow.all(of: device)
        let hintRows = canvas.place.hasHint ? 2 : 0
        let area = canvas.window(
            "Device", columns: 90, rows: rows.count + hintRows, note: "Space: on/off  f: to front  Esc: done")
        let list = area.split(bottom: hintRows).rest
        canvas.rows(rows, of: cursor, in: list) { $1.styled($0.line(device), columns: area.columns) }
        guard hintRows > 0 else { return }
        let hint: SafeText = "Enter: select device. a: add or change app. On/off lasts for this session."
        canvas.put(hint, in: area.row(area.rows - 1), style: .dim)
    }
}

/// The window with the apps from which a link can be opened.
struct OpeningView {
    let choice: OpeningChoice
    let device: Device
    /// The number of the link in the list.
    let number: Int?

    func draw(on canvas: inout Canvas) {
        let link = number.map { "#\(canvas.grouped($0))" } ?? "the link"
        let title = choice.wasReceived ? "Open \(link) again from" : "Open \(link) from"
        let area = canvas.window(
            canvas.own(title), columns: 60, rows: choice.fronts.count, note: "Enter opens, Esc cancels")
        canvas.rows(choice.fronts, of: choice.cursor, in: area) { line(of: $0, columns: area.columns, $1) }
    }

    private func line(of front: SimulatedDevice.Front, columns: Int, _ canvas: Canvas) -> StyledText {
        var line = StyledText(canvas.safe(" \(device.label(of: front))", columns: columns))
        if front == choice.referer { line.append("  referer", .accent) }
        if front == device.simulated.front { line.append("  in front", .dim) }
        if front == .browser {
            line.append("  browser", .dim)
            line.append(canvas.own("  \(choice.way == .script ? "opened by a script" : choice.way.rawValue)"), .accent)
            line.append("  Left/Right changes it", .dim)
        }
        return line
    }
}

/// The preview of the link that a return to the referer sends, as much of it as fits.
struct ReturnView {
    let departure: Departure?
    /// The app that returns.
    let app: String
    let isInFront: Bool
    /// The name of the referer.
    let name: String?

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let columns = min(place.columns, 100)
        let labelColumns = 8
        var rows: [StyledText] = []
        // One row more than fits is made, to find out whether something is left out.
        for (label, value) in lines(canvas.mask) where rows.count <= place.rows {
            let values = canvas.glyphs.sanitizer.lines(value, width: columns - labelColumns, limit: place.rows + 1 - rows.count)
            for (index, value) in values.enumerated() {
                var text = StyledText(canvas.own(index == 0 ? label : "").padded(to: labelColumns, glyphs: canvas.glyphs), .key)
                text.append(value, .value)
                rows.append(text)
            }
        }
        if rows.count > place.rows, place.rows > 0 {
            rows = Array(rows.prefix(place.rows))
            rows[place.rows - 1].append(canvas.glyphs.cut, .dim)
        }
        let area = canvas.window("Return to the referer", columns: columns, rows: rows.count, note: "Enter sends, Esc cancels")
        for (offset, text) in rows.enumerated() { canvas.put(text, in: area.row(offset)) }
    }

    private func lines(_ mask: SecretMask) -> [(label: String, value: String)] {
        guard let departure else { return [] }
        var lines = [("to", mask.text(name ?? "")), ("from", mask.text(app) + (isInFront ? "" : ", which comes to the front first"))]
        lines += departure.steps.prefix(1).map { ("app", mask.text($0.reason)) }
        lines += departure.events.prefix(1).map { ("event", $0.event.name.rawValue) }
        lines += departure.outcome.attempts.compactMap(\.outboundURL).map { ("URL", mask.text($0.text)) }
        return lines
    }
}

/// The window that shows a whole value.
struct ValueView {
    let title: String
    let text: [UInt8]
    /// The byte at which the first line in view begins.
    let top: Int

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let note = canvas.own("\(canvas.grouped(text.count)) bytes, Esc closes")
        let title = canvas.safeAtBothEnds(title, columns: max(place.columns - 2, 1))
        // One line more than fits is made, to find out whether there are more.
        let lines = Sanitizer(canvas.glyphs.encoding, joiners: .escape)
            .lines(text, from: top, width: max(place.columns, 2), limit: place.rows + 1)
        let isWhole = top == 0 && lines.count <= place.rows
        // A short text has a window of its size, with its title and note.
        let widest = max(lines.map(\.columns).max() ?? 0, title.columns + note.columns + 6)
        let area = canvas.window(
            title, columns: isWhole ? min(widest, place.columns) : place.columns, rows: isWhole ? max(lines.count, 1) : place.rows,
            note: note)
        canvas.noteHidden(isAbove: top > 0, isBelow: lines.count > area.rows)
        for (offset, line) in lines.prefix(area.rows).enumerated() {
            canvas.put(highlighting: StyledText(line, .value), in: area.row(offset))
        }
    }
}

/// The window with the orders of the links.
struct SortView {
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let area = canvas.window("Sort the links", columns: 60, rows: cursor.count, note: "Enter sorts, Esc closes")
        canvas.rows(SortOrder.all, of: cursor, in: area) { StyledText($1.own(" \($0.words)")) }
    }
}
