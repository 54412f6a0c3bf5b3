/// Columns and rows of a screen or a part of it, never negative and never absurd.
///
/// A terminal may report any two 16-bit numbers; beyond `maximum` a frame would cost gigabytes, so a larger size is cut.
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

    /// `80x24`
    package var description: String { "\(columns)x\(rows)" }
}
