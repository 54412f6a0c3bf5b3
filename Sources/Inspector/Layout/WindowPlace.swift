import Screen

/// The area available to windows. If the screen is tall enough, the area leaves out the first and the last row of the screen, and the rows
/// of the notice and the filter.
struct WindowPlace: Equatable {
    var area: Rect
    /// Whether there is room for a border of two rows and four columns. If not, the title takes one row.
    var hasBorder: Bool

    init(_ size: Size, rowsBelow: Int = 0) {
        var area = Rect(size)
        if size.rows > 2 { area = area.split(bottom: 1).rest }
        area = area.split(bottom: rowsBelow).rest
        if size.rows > 8 { area = area.split(top: 1).rest }
        hasBorder = area.rows > 6 && area.columns > 24
        // On a wide screen, the panes stay visible on both sides of a window. On other screens, a window may cover the whole width.
        self.area = size.columns > 90 ? area.inset(columns: 2, rows: 0) : area
    }

    var columns: Int { max(area.columns - (hasBorder ? 4 : 0), 0) }
    var rows: Int { max(area.rows - (hasBorder ? 2 : 1), 0) }
    /// Whether there is room for a line of explanation and an empty line above it.
    var hasHint: Bool { rows > 7 }
}
