import DeviceTools
import Panes
import Screen

/// The copy menu. It shows each choice with its key and the beginning of the content to copy, or the reason why the choice is not
/// available.
struct CopyView {
    let source: CopySource
    let cursor: ListCursor

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let area = canvas.window(
            "Copy", columns: min(place.columns, 110), rows: cursor.count, note: "a letter or Enter copies, Esc closes")
        canvas.rows(CopyChoice.allCases, of: cursor, in: area) { line(of: $0, columns: area.columns, $1) }
    }

    private func line(of choice: CopyChoice, columns: Int, _ canvas: Canvas) -> StyledText {
        let titleColumns = 15
        let room = max(columns - titleColumns - 4, 8)
        let preview: String?
        var reason = ""
        do throws(CommandRefusal) {
            preview = try source.content(choice).preview(canvas.mask, columns: room)
        } catch {
            preview = nil
            reason = error.reason
        }
        var text = StyledText(canvas.own(" \(choice.rawValue) "), preview == nil ? .dim : Style(.key, .bold))
        if columns < 30 {
            // A preview has no room here. A choice in parentheses is not available. Its key shows the reason.
            text.append(canvas.own(preview == nil ? "(\(choice.title))" : choice.title), preview == nil ? .dim : .text)
            return text
        }
        text.append(canvas.own(choice.title).padded(to: titleColumns, glyphs: canvas.glyphs), preview == nil ? .dim : .text)
        text.append(canvas.safe(preview ?? "(\(reason))", columns: room), preview == nil ? .dim : .value)
        return text
    }
}

/// A QR code that fills the screen. If the screen is too small, the view shows the size that the screen needs.
struct QRCodeView {
    let code: QRCode

    func draw(on canvas: inout Canvas) {
        let glyphs = canvas.glyphs
        let area = Rect(canvas.size).split(bottom: 1).rest
        guard let quiet = code.quietZone(in: Size(columns: area.columns, rows: area.rows), glyphs.encoding) else {
            return drawTooSmall(on: &canvas)
        }
        canvas.frame.fill(area)
        canvas.frame.cursor = nil
        let size = code.size(quiet: quiet, glyphs.encoding)
        let left = (area.columns - size.columns) / 2
        let top = (area.rows - size.rows) / 2
        for (offset, line) in code.lines(quiet: quiet, glyphs.encoding).enumerated() {
            canvas.frame.put(canvas.own(line), at: Point(column: left, row: top + offset), style: .code, clip: area)
        }
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let least = code.size(quiet: QRCode.quietZones.last ?? 0, canvas.glyphs.encoding)
        let text = canvas.own(
            "This QR code needs a terminal of \(least.columns)x\(least.rows + 1); this one has \(canvas.size). "
                + "Enlarge the window or reduce its font size."
        )
        let columns = min(canvas.place.columns, 60)
        let lines = text.wrappedAtBlanks(width: max(columns, 2))
        let area = canvas.window("QR code", columns: columns, rows: lines.count, note: "Esc closes")
        for (offset, line) in lines.prefix(area.rows).enumerated() { canvas.frame.put(line, at: area.row(offset).origin, clip: area) }
    }
}
