import Deciding
import Panes
import Records
import Screen

extension State {
    mutating func moveCursor(_ command: Command) {
        let height = layout.rows(of: panes.focus).rows
        move(in: panes.focus, height: height) { $0.move(command, height: height) }
    }

    /// Changes the cursor of a pane with `height` rows in view.
    mutating func move(in pane: Pane, height: Int, _ move: (inout ListCursor) -> Void) {
        switch pane {
        case .links: lists.shownLinks.move(move)
        case .detail:
            let rows = detailRows
            detail.moveCursor(in: rows, height: detailAreas(rows).lines.rows, move)
        case .events where timeline.isPast: move(&timeline.eventCursor)
        case .events: lists.shownEvents.move(move)
        }
    }

    /// Returns the first row in view after a command that scrolls a window with `count` rows; nil for other commands.
    func scrolled(_ top: Int, count: Int, by command: Command?) -> Int? {
        let height = windowPlace.rows
        var cursor = ListCursor(count: max(count - height, 0) + 1, selected: top)
        return cursor.move(command, height: height) ? cursor.selected : nil
    }

    mutating func selectProblem(step: Int) {
        let journey = journey
        if let isAround = lists.selectProblem(step: step, departure: { journey.departure(of: $0) }) {
            panes.focus = .links
            if isAround { noteEnd(step) }
        } else if lists.links.isEmpty {
            let onlyEvents: HintedText = "There are only events. Press / and type end:failed to see those that failed."
            tell(.plain, lists.events.isEmpty ? .noLink : onlyEvents)
        } else {
            let selected = lists.selectedLinkIndex.map { lists.links[$0] }
            let others = selected.map { $0.hasProblem(after: journey.departure(of: $0.record)) } == true ? "No other link" : "No link"
            notice = Notice(.plain, "\(others) \(lists.isFiltered ? "that the filter shows " : "")has a problem.")
        }
    }

    /// Says that a search in the direction of `step` went around the end of its list.
    mutating func noteEnd(_ step: Int) {
        notice = Notice(.plain, step > 0 ? "Reached the end; continuing at the first." : "Reached the beginning; continuing at the last.")
    }

    /// Shows a tab of the detail pane. The focus stays where it is, unless the pane is then not on the screen.
    mutating func show(_ tab: DetailTab) {
        guard detail.subject != nil else { return tell(.plain, .noLink) }
        detail.endRepair()
        detail.choose(tab)
        if layout.detail.isEmpty { panes.focus = .detail }
    }

    /// Goes to the tab of a command, from which Esc leads back.
    mutating func visit(_ tab: DetailTab) {
        guard detail.subject != nil else { return tell(.plain, .noLink) }
        detail.endRepair()
        detail.visit(tab, from: panes.focus)
        panes.focus = .detail
    }

    // MARK: The detail pane shows the selection

    /// The subject that the detail pane should show: the selected event if the events have the focus, or if the pane already shows an event
    /// and the links do not have the focus. Otherwise, the selected link, if there are links.
    private var wanted: Detail.Subject? {
        let event = shownLists.selectedEventIndex.map(Detail.Subject.event)
        if panes.focus == .events || (isShowingEvent && panes.focus != .links), let event { return event }
        return lists.selectedLink.map(Detail.Subject.link) ?? (lists.links.isEmpty ? event : nil)
    }

    mutating func showWhatIsSelected() {
        guard detail.subject != wanted else { return }
        let record: RecordID? =
            switch wanted {
            case .link(let id): id
            case .event(let index): lists.record(ofEvent: index) ?? lists.link(ofEvent: index)?.record
            case nil: nil
            }
        detail.show(wanted, record: record)
        if let record, let read = memory.read(record) { detail.note(.read(read), of: record) }
    }

    // MARK: Folding

    mutating func fold() {
        if canStep { return scrub(by: -1) }
        if shownWhatIf != nil { detail.whatIf.column = max(detail.whatIf.column - 1, 0) }
        if panes.focus == .detail { detail.fold(in: detailRows) }
    }

    mutating func unfold() {
        if canStep { return scrub(by: 1) }
        if let shownWhatIf { detail.whatIf.column = min(detail.whatIf.column + 1, shownWhatIf.devices.count - 1) }
        if panes.focus == .detail { detail.unfold(in: detailRows) }
    }

    // Moving through the steps of the journey.

    /// Looks at the step before or after. Looking at the last step returns to now.
    mutating func scrub(by steps: Int) {
        // The first step into the past is the last step of the link in view, and not the step before it.
        let isBeforePast = !timeline.isPast && selectedStep < timeline.index
        timeline.look(at: selectedStep + (isBeforePast && steps < 0 ? 0 : steps))
        // A notice about an act is true now, but not at an earlier step.
        if timeline.isPast { notice = nil }
    }

    /// Adds a step to the timeline. `before` is the device before the step.
    mutating func addStep(
        _ cause: TimelineStep.Cause, from front: SimulatedDevice.Front, after before: SimulatedDevice, link: RecordID?, now: Int64
    ) {
        if timeline.isAtStart {
            timeline.add(.start, from: before.front, to: before, link: nil, time: timeline.startedAt ?? now, counts: (links: 0, events: 0))
        }
        timeline.add(
            cause, from: front, to: device.simulated, link: link, way: link.flatMap { journey.ways[$0] }, time: now,
            counts: (links: lists.links.count, events: lists.events.count))
    }

    // Going from an event to its link, and from a link to its events. Esc goes back. A row that the filter hides is selected beside the
    // rows that are shown, so the filter stays.

    /// Selects a link or an event and goes to it.
    mutating func jump(to destination: Detail.Subject) {
        let jump = detail.subject.map { subject in
            Jump(
                subject: subject, tab: detail.tab, cursor: detail.cursor, links: lists.shownLinks.selection,
                events: lists.shownEvents.selection, destination: destination)
        }
        select(destination)
        lastJump = jump
        detail.tab = .decoded
        show(destination)
        if let name = nameOfHidden(destination) { notice = Notice(.plain, "The filter hides \(name). Esc goes back.") }
    }

    mutating func takeBack(_ jump: Jump) {
        lastJump = nil
        lists.shownLinks.restore(jump.links)
        if lists.linkOfEvents == nil { lists.shownEvents.restore(jump.events) }
        // A list that follows may have selected a newer row since, so the subject is selected again.
        select(jump.subject)
        show(jump.subject)
        panes.focus = .detail
        detail.tab = jump.tab
        detail.cursor = jump.cursor
    }

    /// Gives the focus to the list of a subject, and shows the subject in the detail pane.
    private mutating func show(_ subject: Detail.Subject) {
        switch subject {
        case .link: panes.focus = .links
        case .event: panes.focus = .events
        }
        showWhatIsSelected()
    }

    private mutating func select(_ subject: Detail.Subject) {
        switch subject {
        case .link(let id): if let number = lists.number(of: id) { lists.shownLinks.reveal(number - 1) }
        case .event(let index):
            if lists.linkOfEvents != nil { lists.showEvents(of: lists.link(ofEvent: index)?.record) }
            lists.shownEvents.reveal(index)
        }
    }

    /// Returns the name of a selected subject that the filter hides; nil if the filter shows it.
    private func nameOfHidden(_ subject: Detail.Subject) -> String? {
        switch subject {
        case .link(let id): lists.shownLinks.hidden.map { _ in lists.number(of: id).map { "#\($0)" } ?? "this link" }
        case .event(let index): lists.shownEvents.hidden.map { _ in "event \(index + 1)" }
        }
    }

    // Moving the borders between panes, with keys or the mouse. The sizes are remembered after each change.

    /// The number of columns by which a key moves a border. Rows are moved one at a time.
    private static let columnStep = 4

    /// Makes the focused pane larger or smaller.
    mutating func resizePane(larger: Bool) -> [Effect] {
        guard let (border, isBefore) = layout.border(of: panes.focus) else {
            let isZoomed: HintedText = "The pane fills the screen. \(.zoom) shows all panes."
            return notify(.plain, panes.isZoomed ? isZoomed : "This pane has no border to move.")
        }
        let step = border.isVertical ? Self.columnStep : 1
        let size = border.possible(border.size + (larger == isBefore ? step : -step))
        guard size != border.size else { return notify(.plain, "The pane cannot be \(larger ? "larger" : "smaller") on this screen.") }
        move(border, to: size)
        return [.savePaneSizes(panes.sizes)]
    }

    /// Gives all panes their usual sizes.
    mutating func restorePanes() -> [Effect] {
        panes.sizes = PaneSizes()
        return [.savePaneSizes(panes.sizes)]
    }

    // MARK: Dragging

    /// Begins to drag a border at a point.
    mutating func grab(_ divider: Divider, at point: Point) {
        guard let border = layout.borders.first(where: { $0.divider == divider }) else { return }
        pointer.drag = Pointer.Drag(divider: divider, offset: border.position(of: point) - border.size, sizes: panes.sizes)
    }

    /// Moves the border that is being dragged.
    mutating func drag(to point: Point) {
        guard let drag = pointer.drag, let border = layout.borders.first(where: { $0.divider == drag.divider }) else { return }
        let size = border.possible(border.position(of: point) - drag.offset)
        if size != border.size { move(border, to: size) }
    }

    /// Ends the drag of a border, or a click on it.
    mutating func drop() -> [Effect] {
        defer { pointer.drag = nil }
        guard let drag = pointer.drag else { return [] }
        if drag.sizes != panes.sizes { return [.savePaneSizes(panes.sizes)] }
        // It was a click on the title of the pane below the border.
        if drag.divider != .columns { panes.focus = drag.divider == .links ? .detail : .events }
        return []
    }

    private mutating func move(_ border: Layout.Border, to size: Int) {
        panes.sizes.setSize(size, before: border.divider, of: border.total, in: layout.density)
    }
}

extension Layout.Border {
    /// Returns the place of a point across the border, counted from the beginning of the area.
    fileprivate func position(of point: Point) -> Int { isVertical ? point.column - area.left : point.row - area.top }
}

extension ListCursor {
    /// Moves the cursor by a command, in a list that shows `height` rows. Returns false if the command does not move a cursor.
    @discardableResult
    mutating func move(_ command: Command?, height: Int) -> Bool {
        // One row of the previous page stays in view.
        let page = max(height - 1, 1)
        switch command {
        case .down: move(by: 1)
        case .up: move(by: -1)
        case .pageDown: move(by: page)
        case .pageUp: move(by: -page)
        case .first: move(to: 0)
        case .last: move(to: .max)
        default: return false
        }
        return true
    }
}
