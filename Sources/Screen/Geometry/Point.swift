/// A position on a screen. Column and row count from 0 at the top left. The position may be outside the screen, where drawing has no
/// effect.
package struct Point: Hashable, Sendable, CustomStringConvertible {
    package var column: Int
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column.clampedToScreen
        self.row = row.clampedToScreen
    }

    package static let zero = Point(column: 0, row: 0)

    package var description: String { "\(column),\(row)" }
}

extension Int {
    /// This coordinate limited to ±1,000,000, so that sums of a few coordinates never overflow.
    var clampedToScreen: Int { Swift.min(Swift.max(self, -1_000_000), 1_000_000) }
}
