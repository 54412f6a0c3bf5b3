/// Where the user is in a list that grows at its end: what is selected, what is in view, and whether new rows pull the view along.
///
/// Three rules: the newest row stays in view until the user moves up; then nothing moves and what arrives is counted as unseen; going to
/// the last row follows again.
package struct ListCursor: Sendable, Equatable {
    package private(set) var count = 0
    package private(set) var selected = 0
    package private(set) var top = 0
    package private(set) var isFollowing: Bool
    /// Rows that arrived while the user was looking elsewhere.
    package private(set) var unseen = 0

    private let follows: Bool

    package init(follows: Bool) {
        self.follows = follows
        isFollowing = follows
    }

    package mutating func append(_ added: Int) {
        guard added > 0 else { return }
        count += added
        if isFollowing {
            selected = count - 1
        } else if follows {
            unseen += added
        }
    }

    /// The list was made anew; the selection stays on the same row number where there is one.
    package mutating func replace(count newCount: Int) {
        count = max(newCount, 0)
        move(to: selected)
    }

    package mutating func move(to row: Int) {
        selected = min(max(row, 0), max(count - 1, 0))
        isFollowing = follows && selected >= count - 1
        if isFollowing { unseen = 0 }
    }

    package mutating func move(by rows: Int) {
        let (sum, overflow) = selected.addingReportingOverflow(rows)
        move(to: overflow ? (rows > 0 ? count : 0) : sum)
    }

    /// Stays where it is although it is the last row.
    package mutating func stopFollowing() { isFollowing = false }

    /// Keeps the selection in view on this many rows, and no row of the view empty while there are rows above.
    package mutating func settle(height: Int) {
        let height = max(height, 1)
        if selected < top { top = selected }
        if selected >= top + height { top = selected - height + 1 }
        top = min(max(top, 0), max(count - height, 0))
    }

    /// Brings these rows into view as far as they find room beside the selected one, and the view begins nowhere behind `last`.
    package mutating func reveal(_ rows: Range<Int>, height: Int, last: Int) {
        let height = max(height, 1)
        if rows.upperBound > top + height { top = max(top, min(rows.upperBound - height, selected, last)) }
        if rows.lowerBound < top { top = max(rows.lowerBound, selected - height + 1, 0) }
    }

    package func visible(height: Int) -> Range<Int> {
        let start = min(top, count)
        return start..<min(start + max(height, 0), count)
    }
}
