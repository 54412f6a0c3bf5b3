import LinkLayers
import Panes
import Records
import Screen

extension State {
    /// Sends a key to the open window. Returns nil if the key has the same meaning as without a window.
    mutating func press(_ key: Key, in overlay: Overlay, now: Int64) -> [Effect]? {
        // These keys suspend and repaint in every window, but they do not answer a question.
        if key == .control("z") || key == .control("l"), !overlay.isQuestion { return nil }
        switch overlay {
        case .help(let top, let word, let line?): return findHelp(key, line, top: top, word: word)
        case .help(let top, let word, nil):
            if Binding.command(for: key) == .filter {
                self.overlay = .help(top: 0, line: TextLine())
                return []
            }
            guard let top = scrolled(top, count: helpRows(word).count, by: key) else { return leave(key, opener: .help) }
            self.overlay = .help(top: top, word: word)
            return []
        case .palette(let palette): return press(key, in: palette, now: now)
        case .messages(let top):
            guard let top = scrolled(top, count: noticeRows.count, by: key) else { return leave(key, opener: .messages) }
            self.overlay = .messages(top: top)
            return []
        case .value(let title, let text, let tops): return scrollValue(key, title: title, text: text, tops: tops)
        case .filtering(let line): return filter(key, line)
        case .finding(let line): return find(key, line)
        case .writing(let line): return write(key, line)
        case .building: return build(key)
        case .declaring: return declare(key, now: now)
        case .sessions(let list): return press(key, in: list)
        case .sorting(let cursor): return chooseOrder(key, cursor)
        case .samples(let cursor): return chooseSample(key, cursor)
        case .device(let cursor): return chooseDevice(key, cursor, now: now)
        case .copying(let cursor): return chooseCopy(key, cursor)
        case .qrCode: return leave(key)
        case .realDevices(let window): return press(key, in: window)
        case .sources(let window): return press(key, in: window)
        case .history(let window): return press(key, in: window)
        case .recording(let window): return press(key, in: window)
        case .opening(let choice): return chooseOpening(key, choice, now: now)
        case .returning(let way):
            guard key == .enter else { return leave(key) }
            self.overlay = nil
            return act(.goBack(way), now: now)
        }
    }

    /// Handles a key in the line with the word to find in the help. The help shows the rows with the word while it is typed. Enter keeps
    /// them, and Esc shows all rows again.
    private mutating func findHelp(_ key: Key, _ line: TextLine, top: Int, word: String) -> [Effect] {
        var line = line
        switch key {
        case .enter: overlay = .help(top: top, word: word)
        case .escape: overlay = .help(top: 0)
        case .backspace where line.characters.isEmpty: overlay = .help(top: 0)
        case .up, .down, .pageUp, .pageDown:
            overlay = .help(top: scrolled(top, count: helpRows(word).count, by: key) ?? top, word: word, line: line)
        default:
            guard line.edit(key) else { return [] }
            overlay = .help(top: 0, word: line.text, line: line)
        }
        return []
    }

    /// Closes the window on Esc, `q` and the command that opened the window. Other keys have no effect.
    mutating func leave(_ key: Key, opener: Command? = nil) -> [Effect] {
        if let command = Binding.command(for: key), [.back, .quit, opener].contains(command) { overlay = nil }
        return []
    }

    /// Scrolls a value by its wrapped lines. `tops` has the byte offset of every line from the second line of the value to the first line
    /// in view.
    private mutating func scrollValue(_ key: Key, title: String, text: [UInt8], tops: [Int]) -> [Effect] {
        let room = windowPlace
        let page = max(room.rows - 1, 1)
        var tops = tops
        func down(_ rows: Int) {
            let sanitizer = Sanitizer(display.glyphs.encoding, joiners: .escape)
            let lines = sanitizer.lines(text, from: tops.last ?? 0, width: max(room.columns, 2), limit: rows + page + 1)
            // Scrolling ends when the last line is in view.
            tops += lines.prefix(max(lines.count - page, 1)).dropFirst().prefix(rows).map(\.source.lowerBound)
        }
        switch Binding.command(for: key) {
        case .down: down(1)
        case .up: tops = tops.dropLast(1)
        case .pageDown: down(page)
        case .pageUp: tops = tops.dropLast(page)
        case .first: tops = []
        default: return leave(key)
        }
        overlay = .value(title: title, text: text, tops: tops)
        return []
    }

    // MARK: Writing a link

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
        overlay = .writing(TextLine(text))
    }

    private mutating func write(_ key: Key, _ line: TextLine) -> [Effect] {
        var line = line
        switch key {
        case .escape:
            overlay = nil
            return []
        case .enter:
            let text = line.text
            guard text.contains(where: { !$0.isWhitespace }) else { return notify(.plain, "The line is empty. Esc cancels.") }
            if line.lacksSecret {
                line.moveToDots()
                overlay = .writing(line)
                return notify(.plain, "Type the secret in place of the dots first.")
            }
            return deliver(Array(text.utf8), .typed)
        case .control("o"): return [.edit(line.text)]
        case .up, .down, .home, .end:
            let (characters, _) = line.masked(by: display.mask)
            let wrapped = WrappedText(characters, columns: windowPlace.columns, glyphs: display.glyphs)
            line.moveCursor(to: wrapped.cursor(line.cursor, after: key))
        default: guard line.edit(key) else { return [] }
        }
        overlay = .writing(line)
        return []
    }

    /// Takes the text back from the user's editor. If that failed, the text stays as it was.
    mutating func receive(_ edited: EditedText) {
        switch edited {
        case .text(let text):
            var line = TextLine()
            if case .writing(let before)? = overlay { line = TextLine("", hasDots: before.hasDots) }
            let lost = line.insertRecords(text)
            line.moveToDots()
            overlay = .writing(line)
            let lines = line.lineCount > 1 ? 1 : text.split(whereSeparator: \.isNewline).count
            notice =
                lost > 0
                ? Notice(.bad, "The text is too long: its last \(lost) characters were dropped.")
                : lines > 1 ? Notice(.plain, "\(lines) lines were joined to one.") : notice
        case .failed(let reason): notice = Notice(.bad, "\(reason) The text is as it was before.")
        }
    }

    // MARK: Samples

    mutating func startChoosingSample() {
        overlay = .samples(ListCursor(count: samples.count))
    }

    private mutating func chooseSample(_ key: Key, _ cursor: ListCursor) -> [Effect] {
        if key == .enter, let sample = samples[at: cursor] {
            overlay = nil
            return [.deliver(Array(sample.link.utf8), .sample)]
        }
        guard let moved = moved(cursor, by: key, height: windowPlace.rows) else { return leave(key) }
        overlay = .samples(moved)
        return []
    }
}
