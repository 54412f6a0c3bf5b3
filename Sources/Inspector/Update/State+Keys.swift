package import Panes
package import Screen

extension State {
    /// Sends a key to the open window, and a click to what is under the pointer. If there is no window, or the window does not handle the
    /// key, performs the command of the key. A pasted text is never treated as keys.
    mutating func press(_ key: Key, now: Int64) -> [Effect] {
        switch key {
        case .unknown, .focus: return []
        case .mouse(let mouse): return point(mouse, now: now)
        case .pasteBegun:
            notice = .progress("Receiving a paste... If it does not end, Ctrl-C quits after 2 seconds.")
            return []
        case .paste(let bytes): return paste(bytes)
        case .pasteRefused(let error):
            return notify(.bad, "\(error.message)")
        case .character, .text, .named: break
        }
        if key == .escape, notice?.isProgress == false { notice = nil }
        waitingCommand = nil
        // Enter was meant to confirm the command that was refused, so it does nothing else.
        if key == .enter, notice != nil, notice == refusal { return [] }
        refusal = nil
        if key == .control("c") { return [.quit] }
        if let overlay, let effects = press(key, in: overlay) { return effects }
        guard let command = preferences.keys.command(for: key) else {
            noteUnused(key)
            return []
        }
        let earlier = notices.count
        defer { if Binding.of(command).opensQuestion, !hasWindow, notices.count != earlier { refusal = notice } }
        // In a list, `/` shows the rows that fit. In a text, it finds a place and hides nothing.
        return perform(command == .filter && isInText ? .find : command, now: now)
    }

    /// Shows a notice that a key has no effect. A notice that is already on the screen stays, so a burst of keys causes only one notice.
    private mutating func noteUnused(_ key: Key) {
        guard notice == nil, let name = KeyName.text(of: key) else { return }
        let help = preferences.keys.keyText(of: Binding.of(.help)).prefix { $0 != " " }
        notice = Notice(.plain, "\(name) does nothing here; \(help) shows the keys.", isHint: true)
    }

    // What all windows do alike. What only one window does is in its file in Windows/.

    /// Sends a key to the open window. Returns nil if the key has the same meaning as without a window.
    mutating func press(_ key: Key, in overlay: any Overlay) -> [Effect]? {
        // These keys suspend and repaint in every window, but they do not answer a question.
        if key == .control("z") || key == .control("l"), !overlay.isQuestion { return nil }
        var window = overlay
        let command = Binding.command(for: key)
        var reaction = window.press(key, command, &self)
        if case .unused = reaction { reaction = use(key, command, in: &window) }
        switch reaction {
        case .unused: return []
        case .stay(let effects):
            self.overlay = window
            return effects
        case .close(let then): return closeWindow() + then(&self)
        }
    }

    /// Handles a key for which a window has no use of its own: moves in the list, edits the line, or closes the window.
    private mutating func use(_ key: Key, _ command: Command?, in window: inout any Overlay) -> Reaction {
        // Letters move in a list only if no line takes them.
        let isText = window.field != nil
        if var list = window.list, !isText || [.up, .down, .pageUp, .pageDown].contains(key) {
            let height = window.listHeight(self)
            if list.move(command, height: height) {
                list.settle(height: height)
                window.list = list
                return .stay()
            }
        }
        if var line = window.field {
            if key == .escape { return .close() }
            guard line.edit(key) else { return .unused }
            window.field = line
            return .stay(window.edited(&self))
        }
        guard let command, [.back, .quit, window.opener].contains(command) else { return .unused }
        return .close()
    }

    /// Whether typed characters are inserted into a line or a field of a form. Otherwise, each of them is a key with a meaning of its own.
    package var takesText: Bool { overlay?.takesText(self) ?? false }

    mutating func tellWindow(_ message: Message) -> [Effect] {
        guard var window = overlay else { return [] }
        let effects = window.receive(message, &self)
        overlay = window
        return effects
    }

    // The wheel scrolls what is under the pointer. A click does what the key for the same thing does.

    /// The number of rows by which one step of the wheel scrolls.
    private static let wheelRows = 3

    mutating func point(_ mouse: Key.Mouse, now: Int64) -> [Effect] {
        switch mouse.action {
        case .wheelUp: return scroll(by: -Self.wheelRows, at: mouse.at, now: now)
        case .wheelDown: return scroll(by: Self.wheelRows, at: mouse.at, now: now)
        case .press(button: 0): return click(at: mouse.at, now: now)
        case .drag(button: 0): drag(to: mouse.at)
        // The old formats of some terminals do not tell which button was released.
        case .release: return drop()
        case .press, .drag, .move, .wheelLeft, .wheelRight: break
        }
        return []
    }

    /// Returns what a click at a point acts on. A window takes all clicks, but the line of the filter leaves the panes in view.
    package func target(at point: Point) -> PointerTarget? {
        let target = drawn().pointerMap.target(at: point)
        guard isCovered else { return target }
        return switch target {
        case .windowRow, .key: target
        default: nil
        }
    }

    // MARK: The wheel

    private mutating func scroll(by rows: Int, at point: Point, now: Int64) -> [Effect] {
        if isCovered, let overlay {
            guard overlay.scrolls else { return [] }
            var effects: [Effect] = []
            for _ in 0..<abs(rows) {
                guard let overlay = self.overlay else { break }
                let (up, down) = overlay.wheelKeys
                effects += press(rows < 0 ? up : down, in: overlay) ?? []
            }
            return effects
        }
        guard let pane = drawn().pointerMap.pane(at: point) else { return [] }
        let height = layout.rows(of: pane).rows
        if pane == .links, panes.focus != .links, let number = linkInView.flatMap(lists.number(of:)) {
            // The list scrolls from the link in view, which may be that of an event.
            panes.focus = .links
            lists.shownLinks.reveal(number - 1)
        }
        // The rows of a value stay together, so the cursor of the details moves with the view.
        move(in: pane, height: height) { pane == .detail ? $0.move(by: rows) : $0.scroll(by: rows, height: height) }
        return []
    }

    // MARK: Clicks

    private mutating func click(at point: Point, now: Int64) -> [Effect] {
        waitingCommand = nil
        pointer.drag = nil
        let target = target(at: point)
        switch pointer.press(target, at: point, now: now) {
        case .row: return perform(.more, now: now)
        case .windowRow(let row) where overlay?.choosesRows == true && overlay?.list?.selected ?? row == row: return press(.enter, now: now)
        case let first?: return first == target ? click(on: first, at: point, now: now) : []
        case nil: return target.map { click(on: $0, at: point, now: now) } ?? []
        }
    }

    private mutating func click(on target: PointerTarget, at point: Point, now: Int64) -> [Effect] {
        if case .key(let key) = target { return press(key, now: now) }
        var effects: [Effect] = []
        if hasWindow, !isCovered {
            // A click in the panes ends the typing, like Enter.
            effects += press(.enter, now: now)
            guard overlay == nil else { return effects }
        }
        switch target {
        case .pane(let pane): panes.focus = pane
        case .row(let pane, let index):
            panes.focus = pane
            move(in: pane, height: layout.rows(of: pane).rows) { $0.move(to: index) }
            if pane == .detail, let whatIf = shownWhatIf {
                let place = point.column - layout.rows(of: .detail).left - 1
                detail.whatIf.column = lines(of: whatIf).column(at: place) ?? detail.whatIf.column
            }
        case .tab(let tab):
            show(tab)
            panes.focus = .detail
        case .divider(let divider):
            grab(divider, at: point)
        case .command(let command): effects += perform(command, now: now)
        case .windowRow(let row): selectInWindow(row)
        case .key: break
        }
        return effects
    }

    /// Selects a row of the open window by the keys that lead to it, because each window has its own rules for them.
    private mutating func selectInWindow(_ row: Int) {
        if var window = overlay {
            window.select(row, &self)
            overlay = window
        }
        let steps = row - (overlay?.list?.selected ?? row)
        for _ in 0..<abs(steps) {
            if let overlay { _ = press(steps < 0 ? .up : .down, in: overlay) }
        }
    }
}

extension Key.PasteError {
    var message: String {
        switch self {
        case .tooLong(let bytes): "The paste is too long (\(bytes) bytes). Save it as a file, then run linkscope FILE."
        case .unfinished(let bytes):
            "The terminal stopped in the middle of a paste (\(bytes) bytes), so nothing was added. Paste again."
        }
    }
}
