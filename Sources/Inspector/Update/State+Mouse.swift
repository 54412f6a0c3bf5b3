package import Panes
package import Screen

// The wheel scrolls what is under the pointer. A click does what the key for the same thing does.

extension State {
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
