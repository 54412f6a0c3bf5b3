/// How many rows of a pane or window are above those in view, and how many below.
struct HiddenRows: Equatable {
    var above: Int
    var below: Int

    static let none = HiddenRows(above: 0, below: 0)

    init(above: Int, below: Int) {
        self.above = max(above, 0)
        self.below = max(below, 0)
    }

    /// - Parameter height: The number of rows in view.
    init(_ cursor: ListCursor, height: Int) {
        let visible = cursor.visible(height: height)
        self.init(above: visible.lowerBound, below: cursor.count - visible.upperBound)
    }
}
