package import JSONDocument
import Synchronization

/// The rows of a table. Each row is read on its first use.
package struct FactRows<Row: AnyObject & Sendable>: Sendable {
    package let table: FactTable
    private let cells: [FactCell]
    private let make: @Sendable (JSONDocument.Node) -> Row?

    /// - Parameter make: Reads a row. Returns nil if the row lacks a required key; a test reports it.
    package init(_ table: FactTable, _ make: @escaping @Sendable (JSONDocument.Node) -> Row?) {
        (self.table, self.make) = (table, make)
        cells = table.rows.map { _ in FactCell() }
    }

    package subscript(index: Int) -> Row? {
        if let row = cells[index].row {
            // The cells have no other objects.
            return unsafe unsafeDowncast(row, to: Row.self)
        }
        guard let row = table.parse(index).flatMap(make) else { return nil }
        return unsafe unsafeDowncast(cells[index].keep(row), to: Row.self)
    }

    /// All rows, in order.
    package var all: [Row] { cells.indices.compactMap { self[$0] } }
}

/// A row that is kept once it is read. This is not an `AtomicLazyReference`, whose methods are not inlined, and it is not generic, because
/// for a generic class another module would look up its type in each access.
@safe
private final class FactCell: Sendable {
    /// The row, retained.
    private let reference = unsafe Atomic<Unmanaged<any AnyObject & Sendable>?>(nil)

    deinit { unsafe reference.load(ordering: .acquiring)?.release() }

    // A reference is never replaced, so it is valid as long as the cell.
    var row: (any AnyObject & Sendable)? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

    /// Keeps a row, unless another thread has read it first. Returns the row that is kept.
    func keep(_ row: any AnyObject & Sendable) -> any AnyObject & Sendable {
        let own = unsafe Unmanaged.passRetained(row)
        let (isFirst, other) = unsafe reference.compareExchange(expected: nil, desired: own, ordering: .acquiringAndReleasing)
        if !isFirst { unsafe own.release() }
        return unsafe other?.takeUnretainedValue() ?? row
    }
}
