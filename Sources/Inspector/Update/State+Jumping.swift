import Records

// Going from an event to its link, and from a link to its events. Esc goes back. A jump to a row that the filter hides is offered first,
// because clearing the filter loses it.

extension State {
    /// Selects a link or an event and goes to it.
    mutating func jump(to destination: Detail.Subject) {
        let origin = detail.subject.map { Jump.Origin(subject: $0, tab: detail.tab, cursor: detail.cursor) }
        if !select(destination) {
            guard jumps.offered == destination else {
                jumps.offered = destination
                notice = Notice(.plain, "The filter hides \(name(of: destination)). Enter again clears the filter and goes there.")
                return
            }
            clearFilter()
            select(destination)
        }
        jumps = Jumps(last: origin.map { Jump(origin: $0, destination: destination) })
        detail.tab = .decoded
        show(destination)
    }

    mutating func takeBack(_ jump: Jump) {
        jumps = Jumps()
        guard select(jump.origin.subject) else { return }
        show(jump.origin.subject)
        panes.focus = .detail
        detail.tab = jump.origin.tab
        detail.cursor = jump.origin.cursor
    }

    /// Gives the focus to the list of a subject, and shows the subject in the detail pane.
    private mutating func show(_ subject: Detail.Subject) {
        switch subject {
        case .link: panes.focus = .links
        case .event: panes.focus = .events
        }
        showWhatIsSelected()
    }

    /// Selects a row. Returns false if the filter does not show it.
    @discardableResult
    private mutating func select(_ subject: Detail.Subject) -> Bool {
        switch subject {
        case .link(let id): lists.number(of: id).map { lists.shownLinks.select($0 - 1) } ?? false
        case .event(let index): lists.shownEvents.select(index)
        }
    }

    private func name(of subject: Detail.Subject) -> String {
        switch subject {
        case .link(let id): lists.number(of: id).map { "link #\($0)" } ?? "this link"
        case .event(let index): "event \(index + 1)"
        }
    }
}
