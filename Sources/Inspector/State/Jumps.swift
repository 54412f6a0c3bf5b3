/// A jump between the lists: where it began, and where it led.
struct Jump: Sendable {
    /// The row in the detail pane from which the jump began.
    struct Origin: Sendable {
        var subject: Detail.Subject
        var tab: DetailTab
        var cursor: ListCursor
    }

    var origin: Origin
    var destination: Detail.Subject
}

/// The jump that Esc takes back, and the one that waits until the user agrees to clear the filter.
package struct Jumps: Sendable {
    var last: Jump?
    var offered: Detail.Subject?
}

extension State {
    /// The visit to a tab that Esc ends.
    var visitToEnd: Detail.Visit? { panes.focus == .detail ? detail.currentVisit : nil }

    /// The jump that Esc takes back: the last one, while its destination is still selected.
    var jumpToTakeBack: Jump? { jumps.last.flatMap { $0.destination == detail.subject ? $0 : nil } }
}
