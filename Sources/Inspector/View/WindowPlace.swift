import Screen

/// Where windows may lie, and how much room there is inside: the last row stays, and the first where there is enough for both.
struct WindowPlace: Equatable {
    var area: Rect
    /// A border takes two rows and four columns; without room for it a title takes one row.
    var hasBorder: Bool

    init(_ size: Size) {
        var area = Rect(size)
        if size.rows > 2 { area = area.split(bottom: 1).rest }
        if size.rows > 8 { area = area.split(top: 1).rest }
        hasBorder = area.rows > 6 && area.columns > 24
        // Wide screens show what lies under a window on both sides; on others it covers all of a row.
        self.area = size.columns > 90 ? area.inset(columns: 2, rows: 0) : area
    }

    var columns: Int { max(area.columns - (hasBorder ? 4 : 0), 0) }
    var rows: Int { max(area.rows - (hasBorder ? 2 : 1), 0) }
    /// Whether a line of explanation and the blank one above it find room.
    var hasHint: Bool { rows > 7 }
}
