/// The column of the grid in the tab What-if that the user chose, and the cell that is explained.
package struct WhatIfChoice: Sendable, Equatable {
    struct Cell: Sendable, Equatable {
        var row: Int
        var isInstalled: Bool
    }

    /// Whether the cursor is in the column in which the link's app is installed.
    var isInstalled = true
    /// The cell whose way is explained below the grid.
    var explained: Cell?
}
