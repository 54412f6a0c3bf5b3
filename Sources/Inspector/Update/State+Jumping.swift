import Records

// Going from an event to its link, and from a link to its events. Esc goes back. A row that the filter hides is selected beside the rows
// that are shown, so the filter stays.

extension State {
    /// Selects a link or an event and goes to it.
    mutating func jump(to destination: Detail.Subject) {
        let jump = detail.subject.map { subject in
            Jump(
                origin: Jump.Origin(
                    subject: subject, tab: detail.tab, cursor: detail.cursor, links: lists.shownLinks.selection,
                    events: lists.shownEvents.selection),
                destination: destination)
        }
        select(destination)
        jumps.last = jump
        detail.tab = .decoded
        show(destination)
        if isHidden(destination) { notice = Notice(.plain, "The filter hides \(name(of: destination)). Esc goes back.") }
    }

    mutating func takeBack(_ jump: Jump) {
        jumps.last = nil
        lists.shownLinks.restore(jump.origin.links)
        lists.shownEvents.restore(jump.origin.events)
        // A list that follows may have selected a newer row since, so the subject is selected again.
        select(jump.origin.subject)
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

    private mutating func select(_ subject: Detail.Subject) {
        switch subject {
        case .link(let id): if let number = lists.number(of: id) { lists.shownLinks.reveal(number - 1) }
        case .event(let index): lists.shownEvents.reveal(index)
        }
    }

    private func isHidden(_ subject: Detail.Subject) -> Bool {
        switch subject {
        case .link: lists.shownLinks.hidden != nil
        case .event: lists.shownEvents.hidden != nil
        }
    }

    private func name(of subject: Detail.Subject) -> String {
        switch subject {
        case .link(let id): lists.number(of: id).map { "#\($0)" } ?? "this link"
        case .event(let index): "event \(index + 1)"
        }
    }
}
