import LinkLayers
import Pasting
import Records
import Screen

extension State {
    /// A key while something lies on top; nil if it means what it means everywhere.
    mutating func press(_ key: Key, in overlay: Overlay, now: Int64) -> [Effect]? {
        switch overlay {
        case .help(let top): return scrollHelp(key, top: top)
        case .value(let title, let text, let tops): return scrollValue(key, title: title, text: text, tops: tops)
        case .writing(let line): return write(key, line)
        case .building: return build(key)
        case .samples(let cursor): return chooseSample(key, cursor)
        case .device(let cursor): return chooseDevice(key, cursor, now: now)
        case .copying(let cursor): return chooseCopy(key, cursor)
        case .qrCode: return leave(key)
        case .lookup(let window): return press(key, in: window, now: now)
        case .returning:
            guard key == .enter else { return leave(key) }
            self.overlay = nil
            return goBack(now: now)
        }
    }

    /// Esc and `q` close; other keys do nothing while a window is open.
    private mutating func leave(_ key: Key) -> [Effect]? {
        if key == .escape || key == "q" { overlay = nil }
        return key == .control("z") || key == .control("l") ? nil : []
    }

    private mutating func scrollHelp(_ key: Key, top: Int) -> [Effect]? {
        let room = WindowPlace(size)
        let last = max(Self.helpRows(columns: room.columns).count - room.rows, 0)
        // A larger window may show all that was scrolled to.
        let top = min(top, last)
        let page = max(room.rows - 1, 1)
        switch Binding.command(for: key) {
        case .down: overlay = .help(top: min(top + 1, last))
        case .up: overlay = .help(top: max(top - 1, 0))
        case .pageDown: overlay = .help(top: min(top + page, last))
        case .pageUp: overlay = .help(top: max(top - page, 0))
        case .first: overlay = .help(top: 0)
        case .last: overlay = .help(top: last)
        case .help: overlay = nil
        default: return leave(key)
        }
        return []
    }

    /// A value scrolls by its wrapped lines: `tops` are the bytes at which the first line in view began, one for each line scrolled past.
    private mutating func scrollValue(_ key: Key, title: String, text: [UInt8], tops: [Int]) -> [Effect]? {
        let room = WindowPlace(size)
        let page = max(room.rows - 1, 1)
        var tops = tops
        func down(_ rows: Int) {
            let sanitizer = Sanitizer(glyphs.encoding, joiners: .escape)
            let lines = sanitizer.lines(text, from: tops.last ?? 0, width: max(room.columns, 2), limit: rows + page + 1)
            // The last page stays full.
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
            notice = Notice(.bad, "This link was only partly read, so an edited copy would lose the rest. Edit its file instead.")
            return
        }
        if case .link(let inspection) = shown?.content {
            guard inspection.bytes.count <= TextLine.limit else {
                notice = Notice(.plain, "This link is too long to edit here. Save it as a file, edit it there, then run linkscope FILE.")
                return
            }
            text = String(decoding: inspection.bytes, as: UTF8.self)
        }
        overlay = .writing(TextLine(text))
    }

    private mutating func write(_ key: Key, _ line: TextLine) -> [Effect]? {
        var line = line
        switch key {
        case .escape:
            overlay = nil
            return []
        case .enter:
            let text = line.text
            guard text.contains(where: { !$0.isWhitespace }) else {
                notice = Notice(.plain, "The line is empty. Esc cancels.")
                return []
            }
            return deliver(PastedText(Array(text.utf8)), .typed)
        case .control("z"), .control("l"): return nil
        default: guard line.edit(key) else { return [] }
        }
        overlay = .writing(line)
        return []
    }

    /// What was pasted: into the line that is being written, else delivered as incoming links. Never keys.
    mutating func paste(_ bytes: [UInt8]) -> [Effect] {
        notice = nil
        if overlay == .building {
            pasteIntoForm(bytes)
            return []
        }
        if case .writing(var line) = overlay {
            let lost = line.insert(String(decoding: bytes, as: UTF8.self))
            if lost > 0 { notice = Notice(.bad, "The line is full: \(lost) characters of the paste were dropped.") }
            overlay = .writing(line)
            return []
        }
        guard bytes.count > Self.mostReadAtOnce else { return deliver(PastedText(bytes), .paste) }
        overlay = nil
        pastesBeingRead += 1
        notice = Notice(.plain, "Reading the paste of \(bytes.count) bytes...")
        return [.readPaste(bytes)]
    }

    // MARK: Samples

    mutating func startChoosingSample() {
        var cursor = ListCursor(follows: false)
        cursor.replace(count: samples.count)
        overlay = .samples(cursor)
    }

    private mutating func chooseSample(_ key: Key, _ cursor: ListCursor) -> [Effect]? {
        if key == .enter, samples.indices.contains(cursor.selected) {
            overlay = nil
            return [.deliver([Array(samples[cursor.selected].link.utf8)], .sample)]
        }
        guard let moved = moved(cursor, by: key, height: WindowPlace(size).rows) else { return leave(key) }
        overlay = .samples(moved)
        return []
    }

    /// The cursor after a key that moves; nil for other keys.
    func moved(_ cursor: ListCursor, by key: Key, height: Int) -> ListCursor? {
        var cursor = cursor
        switch Binding.command(for: key) {
        case .down: cursor.move(by: 1)
        case .up: cursor.move(by: -1)
        case .pageDown: cursor.move(by: max(height - 1, 1))
        case .pageUp: cursor.move(by: 1 - max(height, 2))
        case .first: cursor.move(to: 0)
        case .last: cursor.move(to: .max)
        default: return nil
        }
        cursor.settle(height: height)
        return cursor
    }

    mutating func leaveOverlay(_ key: Key) -> [Effect]? { leave(key) }
}
