/// The number of columns and rows of a screen or a part of it, from 0 to `maximum`.
///
/// A terminal may report any 16-bit numbers. A frame of 65,535 by 65,535 cells would need many gigabytes, so larger sizes are reduced to
/// `maximum`.
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

    /// The size as `80x24`.
    package var description: String { "\(columns)x\(rows)" }
}
