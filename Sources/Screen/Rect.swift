/// A rectangle of cells. All arithmetic is limited: widths and heights are never negative, and nothing traps.
package struct Rect: Hashable, Sendable, CustomStringConvertible {
    package let origin: Point
    package let columns: Int
    package let rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        origin = Point(column: column, row: row)
        self.columns = max(0, columns.clampedToScreen)
        self.rows = max(0, rows.clampedToScreen)
    }

    package init(_ size: Size) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    package static let zero = Rect(.zero)

    package var isEmpty: Bool { columns == 0 || rows == 0 }
    package var left: Int { origin.column }
    package var top: Int { origin.row }
    /// The first column to the right of the rectangle.
    package var right: Int { origin.column + columns }
    /// The first row below the rectangle.
    package var bottom: Int { origin.row + rows }

    package var columnRange: Range<Int> { left..<right }
    package var rowRange: Range<Int> { top..<bottom }

    package func contains(_ point: Point) -> Bool {
        columnRange.contains(point.column) && rowRange.contains(point.row)
    }

    /// Returns the common part of two rectangles. The result is empty if they do not overlap.
    package func intersection(_ other: Rect) -> Rect {
        let left = max(left, other.left)
        let top = max(top, other.top)
        return Rect(column: left, row: top, columns: min(right, other.right) - left, rows: min(bottom, other.bottom) - top)
    }

    /// Returns the rectangle made smaller on every side. The result is empty if nothing remains.
    package func inset(columns dx: Int = 1, rows dy: Int = 1) -> Rect {
        let dx = dx.clampedToScreen
        let dy = dy.clampedToScreen
        return Rect(column: left + dx, row: top + dy, columns: columns - 2 * dx, rows: rows - 2 * dy)
    }

    /// Returns the first `count` rows, and the remaining rows below them.
    package func split(top count: Int) -> (top: Rect, rest: Rect) {
        let count = min(max(count, 0), rows)
        return (
            Rect(column: left, row: top, columns: columns, rows: count),
            Rect(column: left, row: top + count, columns: columns, rows: rows - count)
        )
    }

    /// Returns the last `count` rows, and the remaining rows above them.
    package func split(bottom count: Int) -> (rest: Rect, bottom: Rect) {
        let (rest, bottom) = split(top: rows - max(count, 0))
        return (rest, bottom)
    }

    /// Returns the first `count` columns, and the remaining columns to the right of them.
    package func split(left count: Int) -> (left: Rect, rest: Rect) {
        let count = min(max(count, 0), columns)
        return (
            Rect(column: left, row: top, columns: count, rows: rows),
            Rect(column: left + count, row: top, columns: columns - count, rows: rows)
        )
    }

    /// Returns the last `count` columns, and the remaining columns to the left of them.
    package func split(right count: Int) -> (rest: Rect, right: Rect) {
        let (rest, right) = split(left: columns - max(count, 0))
        return (rest, right)
    }

    /// Returns the row at `index`, counted from the top, as a rectangle of height one. The result is empty if there is no such row.
    package func row(_ index: Int) -> Rect {
        guard index >= 0, index < rows else { return Rect(column: left, row: top, columns: columns, rows: 0) }
        return Rect(column: left, row: top + index, columns: columns, rows: 1)
    }

    package var description: String { "\(columns)x\(rows)@\(origin)" }
}

/// A position on a screen, counted from 0 at the top left. It may be outside the screen, where drawing has no effect.
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

/// The number of columns and rows of a screen or a part of it, from 0 to `maximum`.
///
/// A terminal may report any 16-bit numbers. A frame of 65,535 by 65,535 cells would need many gigabytes, so sizes are limited.
package struct Size: Hashable, Sendable, CustomStringConvertible {
    package static let maximum = (columns: 2000, rows: 1000)
    package static let zero = Size(columns: 0, rows: 0)

    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Size.maximum.columns)
        self.rows = min(max(rows, 0), Size.maximum.rows)
    }

    package var isEmpty: Bool { columns == 0 || rows == 0 }

    package var description: String { "\(columns)x\(rows)" }
}
