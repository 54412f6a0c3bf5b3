import Pasting
import Screen

extension Painter {
    /// Each choice with its key and the beginning of what it copies, or why it is not to be had.
    mutating func drawCopying(_ cursor: ListCursor) {
        let place = WindowPlace(state.size)
        let title = place.hasBorder ? "Copy" : own("Copy \(cursor.selected + 1)/\(cursor.count)")
        let area = window(
            title, columns: min(place.columns, 110), rows: cursor.count, note: "the key or Enter copies, Esc closes")
        for (offset, index) in cursor.visible(height: area.rows).enumerated() {
            let rect = area.row(offset)
            row(line(of: CopyChoice.allCases[index], columns: rect.columns), in: rect, isSelected: index == cursor.selected, hasFocus: true)
        }
    }

    private func line(of choice: CopyChoice, columns: Int) -> StyledText {
        let titleColumns = 15
        let room = max(columns - titleColumns - 4, 8)
        let preview: String?
        var reason = ""
        do throws(CommandRefusal) {
            preview = try state.copyContent(choice).preview(state.mask, columns: room)
        } catch {
            preview = nil
            reason = error.reason
        }
        if columns < 30 {
            // Two columns of a preview tell nothing; the name does. What is not to be had stands in brackets: its key says why.
            var text = StyledText(own(" \(choice.key) "), preview == nil ? .dim : Style(.key, .bold))
            text.append(own(preview == nil ? "(\(choice.title))" : choice.title), preview == nil ? .dim : .text)
            return text
        }
        var text = StyledText(own(" \(choice.key) "), preview == nil ? .dim : Style(.key, .bold))
        text.append(own(choice.title).padded(to: titleColumns, glyphs: glyphs), preview == nil ? .dim : .text)
        text.append(safe(preview ?? "(\(reason))", columns: room), preview == nil ? .dim : .value)
        return text
    }

    /// The code alone on the screen, as large as it is; or how large the screen would have to be.
    mutating func drawQRCode(_ code: QRCode) {
        let area = Rect(state.size).split(bottom: 1).rest
        guard let quiet = code.quietZone(in: Size(columns: area.columns, rows: area.rows), glyphs.encoding) else {
            return drawTooSmall(for: code)
        }
        frame.fill(area)
        frame.cursor = nil
        let size = code.size(quiet: quiet, glyphs.encoding)
        let left = (area.columns - size.columns) / 2
        let top = (area.rows - size.rows) / 2
        for (offset, line) in code.lines(quiet: quiet, glyphs.encoding).enumerated() {
            frame.put(own(line), at: Point(column: left, row: top + offset), style: .code, clip: area)
        }
    }

    private mutating func drawTooSmall(for code: QRCode) {
        let least = code.size(quiet: QRCode.quietZones.last ?? 0, glyphs.encoding)
        let text = own(
            "This QR code needs a terminal of \(least.columns)x\(least.rows + 1); this one has \(state.size). "
                + "Enlarge the window or reduce its font size."
        )
        let place = WindowPlace(state.size)
        let lines = text.wrappedAtBlanks(width: max(min(place.columns, 60), 2))
        let area = window("QR code", columns: min(place.columns, 60), rows: lines.count, note: "Esc closes")
        for (offset, line) in lines.prefix(area.rows).enumerated() { frame.put(line, at: area.row(offset).origin, clip: area) }
    }
}
