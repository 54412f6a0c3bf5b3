import Panes
import Screen

/// A QR code that fills the screen. If the screen is too small, the view shows the size that the screen needs.
struct QRCodeWindow: Overlay {
    let fillsScreen = true

    let code: QRCode

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Esc", "close")] }

    func draw(on canvas: inout Canvas, _ state: State) {
        let glyphs = canvas.glyphs
        let area = Rect(canvas.size).split(bottom: 1).rest
        guard let quiet = quietZone(canvas.size, glyphs) else { return drawTooSmall(on: &canvas) }
        canvas.frame.fill(area)
        canvas.frame.cursor = nil
        let size = code.size(quiet: quiet, glyphs.encoding)
        let left = (area.columns - size.columns) / 2
        let top = (area.rows - size.rows) / 2
        for (offset, line) in code.lines(quiet: quiet, glyphs.encoding).enumerated() {
            canvas.frame.put(canvas.own(line), at: Point(column: left, row: top + offset), style: .code, clip: area)
        }
    }

    /// Returns the quiet zone on a screen of this size; nil if the screen is too small for the code.
    fileprivate func quietZone(_ screen: Size, _ glyphs: Glyphs) -> Int? {
        code.quietZone(in: Size(columns: screen.columns, rows: screen.rows - 1), glyphs.encoding)
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let least = code.size(quiet: QRCode.quietZones.last ?? 0, canvas.glyphs.encoding)
        let text = canvas.own(
            "This QR code needs a terminal of \(least.columns)x\(least.rows + 1); this one has \(canvas.size). "
                + "Enlarge the window or reduce its font size."
        )
        let columns = min(canvas.place.columns, 60)
        let lines = text.wrappedAtBlanks(width: max(columns, 2))
        let area = canvas.window("QR code", columns: columns, rows: lines.count)
        for (offset, line) in lines.prefix(area.rows).enumerated() { canvas.frame.put(line, at: area.row(offset).origin, clip: area) }
    }
}

extension State {
    mutating func show(_ code: QRCode?) -> [Effect] {
        guard let code else { return notify(.bad, "A QR code could not be made for this link.") }
        let window = QRCodeWindow(code: code)
        // The window already says how large a terminal the code needs.
        if window.quietZone(display.size, display.glyphs) == nil { notice = nil }
        overlay = window
        return []
    }
}
