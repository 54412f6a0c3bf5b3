import LinkLayers
import Panes
import Records
import Screen

/// The window in which the user writes a link. A long link has several rows.
struct WritingWindow: LineWindow {
    var line: TextLine

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "deliver"), ("Ctrl-O", "editor"), ("Esc", "cancel")] }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch key {
        case .enter:
            let text = Array(line.text.utf8)
            guard line.text.contains(where: { !$0.isWhitespace }) else {
                return .stay(state.notify(.plain, "The line is empty. Esc cancels."))
            }
            if line.lacksSecret {
                line.moveToDots()
                return .stay(state.notify(.plain, "Type the secret in place of the dots first."))
            }
            return PastedText(text).records.isEmpty ? .stay(state.deliver(text, .typed)) : .close { $0.deliver(text, .typed) }
        case .control("o"): return .stay([.edit(line.text)])
        case .up, .down, .home, .end:
            let (characters, _) = line.masked(by: state.display.mask)
            let wrapped = WrappedText(characters, columns: state.windowPlace.columns, glyphs: state.display.glyphs)
            line.moveCursor(to: wrapped.cursor(line.cursor, after: key))
            return .stay()
        default: return .unused
        }
    }

    mutating func paste(_ text: String, _ state: inout State) -> [Effect]? {
        state.tellLoss(line.insertRecords(text))
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let place = canvas.place
        let (characters, isMasked) = line.masked(by: canvas.mask)
        let wrapped = WrappedText(characters, columns: place.columns, glyphs: canvas.glyphs)
        let area = canvas.window("Write a link", columns: place.columns, rows: wrapped.rows.count + 1)
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

extension State {
    mutating func startWriting() {
        var text = ""
        if isCutLink {
            return tell(.bad, "This link was only partly read, so an edited copy would lose the rest. Edit its file instead.")
        }
        if let inspection = detail.inspection {
            guard inspection.bytes.count <= TextLine.limit else {
                return tell(.plain, "This link is too long to edit here. Save it as a file, edit it there, then run linkscope FILE.")
            }
            text = String(decoding: inspection.bytes, as: UTF8.self)
        }
        overlay = WritingWindow(line: TextLine(text))
    }

    /// Takes the text back from the user's editor. If that failed, the text stays as it was.
    mutating func receive(_ edited: EditedText) {
        switch edited {
        case .text(let text):
            var line = TextLine()
            if let window = overlay as? WritingWindow { line = TextLine("", hasDots: window.line.hasDots) }
            let lost = line.insertRecords(text)
            line.moveToDots()
            overlay = WritingWindow(line: line)
            let lines = line.lineCount > 1 ? 1 : text.split(whereSeparator: \.isNewline).count
            notice =
                lost > 0
                ? Notice(.bad, "The text is too long: its last \(lost) characters were dropped.")
                : lines > 1 ? Notice(.plain, "\(lines) lines were joined to one.") : notice
        case .failed(let reason): notice = Notice(.bad, "\(reason) The text is as it was before.")
        }
    }
}
