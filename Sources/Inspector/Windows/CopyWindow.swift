import DeviceTools
import Panes
import Screen

/// The copy menu: each choice with its key and the beginning of what it copies, or the reason why it is not available.
struct CopyWindow: ListWindow {
    var cursor = ListCursor(count: CopyChoice.allCases.count)

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "copy"), ("Up/Down", "move"), ("Esc", "close")] }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        var choice = key == .enter ? CopyChoice.allCases[at: cursor] : nil
        if case .character(let scalar, []) = key { choice = CopyChoice(rawValue: Character(scalar)) }
        guard let choice else { return .unused }
        let effects = state.copy(choice)
        return effects.isEmpty ? .stay() : .close { _ in effects }
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let lines = CopyChoice.allCases.map { line(of: $0, in: state, columns: canvas.place.columns, canvas) }
        // The mark of the selection stands before each line.
        let widest = lines.map(\.columns).max() ?? 0
        let area = canvas.window("Copy", columns: max(widest + 1, 60), rows: cursor.count)
        canvas.rows(lines, of: cursor, in: area) { line, _ in line }
    }

    private func line(of choice: CopyChoice, in state: State, columns: Int, _ canvas: Canvas) -> StyledText {
        let titleColumns = 15
        let room = max(columns - titleColumns - 4, 8)
        var (preview, isAvailable) = ("", true)
        do throws(CommandRefusal) {
            preview = try state.copyContent(choice).preview(canvas.mask, columns: room)
        } catch {
            (preview, isAvailable) = ("(\(error.reason))", false)
        }
        var text = StyledText(canvas.own(" \(choice.rawValue) "), isAvailable ? Style(.key, .bold) : .dim)
        if columns < 30 {
            // A preview has no room here. A choice in parentheses is not available. Its key shows the reason.
            text.append(canvas.own(isAvailable ? choice.title : "(\(choice.title))"), isAvailable ? .text : .dim)
            return text
        }
        text.append(canvas.own(choice.title).padded(to: titleColumns, glyphs: canvas.glyphs), isAvailable ? .text : .dim)
        text.append(canvas.safe(preview, columns: room), isAvailable ? .value : .dim)
        return text
    }
}

extension State {
    mutating func startCopying() {
        guard detail.subject != nil else {
            return tell(.plain, "There is nothing to copy yet. Paste a link, or \(press: .sample) for a sample.")
        }
        overlay = CopyWindow()
    }
}

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
