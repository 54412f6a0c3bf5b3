/// A jump between the lists: where it began, and where it led.
struct Jump: Sendable {
    /// The row in the detail pane from which the jump began.
    struct Origin: Sendable {
        var subject: Detail.Subject
        var tab: DetailTab
        var cursor: ListCursor
        var links: ShownList.Selection
        var events: ShownList.Selection
    }

    var origin: Origin
    var destination: Detail.Subject
}

/// The jump that Esc takes back.
package struct Jumps: Sendable {
    var last: Jump?
}

extension State {
    /// The visit to a tab that Esc ends.
    var visitToEnd: Detail.Visit? { panes.focus == .detail ? detail.currentVisit : nil }

    /// The jump that Esc takes back: the last one, while its destination is still selected.
    var jumpToTakeBack: Jump? { jumps.last.flatMap { $0.destination == detail.subject ? $0 : nil } }
}
