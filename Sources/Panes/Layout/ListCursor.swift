/// The user's position in a growing list: the selected row, the first row in view, and whether the view follows new rows.
///
/// While the view follows, the newest row is in view. When the user moves up, the view stops following.
/// When the user moves to the last row, the view follows again.
package struct ListCursor: Sendable, Equatable {
    package private(set) var count = 0
    package private(set) var selected = 0
    package private(set) var top = 0
    package private(set) var isFollowing: Bool

    /// Whether the view follows new rows once the last row is selected.
    var follows: Bool {
        didSet { if !follows { isFollowing = false } }
    }

    package init(follows: Bool = false, count: Int = 0, selected: Int = 0) {
        self.follows = follows
        self.count = count
        isFollowing = follows
        move(to: selected)
    }

    /// Adapts to a list that was replaced. The selection keeps its row number if the new list has that row.
    package mutating func replace(count newCount: Int) {
        count = max(newCount, 0)
        if isFollowing { move(to: .max) } else { place(at: selected) }
    }

    package mutating func move(to row: Int) {
        selected = min(max(row, 0), max(count - 1, 0))
        isFollowing = follows && selected >= count - 1
    }

    /// Selects a row without beginning or ending to follow.
    mutating func place(at row: Int) { selected = min(max(row, 0), max(count - 1, 0)) }

    /// Selects another row without beginning or ending to follow, and scrolls so that it has the height of the row that was selected.
    mutating func carry(to row: Int) {
        let before = selected
        place(at: row)
        top = max(top + selected - before, 0)
    }

    package mutating func move(by rows: Int) {
        let (sum, overflow) = selected.addingReportingOverflow(rows)
        move(to: overflow ? (rows > 0 ? count : 0) : sum)
    }

    /// Scrolls a view of `height` rows. The selected row changes only if it would leave the view, or if the view cannot scroll further.
    package mutating func scroll(by rows: Int, height: Int) {
        let before = top
        top = min(max(top + rows, 0), max(count - height, 0))
        let row = top == before ? selected + rows : min(max(selected, top), top + max(height, 1) - 1)
        if row != selected { move(to: row) }
    }

    /// Stops following, even if the last row is selected.
    mutating func stopFollowing() { isFollowing = false }

    /// Stops following, even if the last row is selected. If the view does not follow, moves to the last row, so that it follows again.
    package mutating func toggleFollowing() {
        if isFollowing { isFollowing = false } else { move(to: .max) }
    }

    /// Scrolls a view of `height` rows so that the selected row is in view, and no row of it is empty while rows are above it.
    package mutating func settle(height: Int) {
        let height = max(height, 1)
        if selected < top { top = selected }
        if selected >= top + height { top = selected - height + 1 }
        top = min(max(top, 0), max(count - height, 0))
    }

    /// Scrolls a view of `height` rows so that the selected row is in the middle, unless it is in view with a row above and below it.
    package mutating func center(height: Int) {
        guard selected <= top || selected >= top + height - 1 else { return }
        top = max(selected - height / 2, 0)
    }

    /// Scrolls so that as many of `rows` as fit are in view together with the selected row.
    ///
    /// - Parameter last: The last row at which the view may begin.
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

/// How many rows of a pane or window are above those in view, and how many below.
package struct HiddenRows: Equatable {
    var above: Int
    var below: Int

    static let none = HiddenRows(above: 0, below: 0)

    package init(above: Int, below: Int) {
        self.above = max(above, 0)
        self.below = max(below, 0)
    }

    /// - Parameter height: The number of rows in view.
    init(_ cursor: ListCursor, height: Int) {
        let visible = cursor.visible(height: height)
        self.init(above: visible.lowerBound, below: cursor.count - visible.upperBound)
    }
}

extension Array where Element: Equatable {
    /// Returns the element `steps` places after an element. After the last element comes the first.
    package func element(after element: Element, by steps: Int) -> Element {
        let place = (firstIndex(of: element) ?? 0) + steps
        return self[(place % count + count) % count]
    }
}
