import Screen

// Moving the borders between panes, with keys or the mouse. The sizes are remembered after each change.

extension State {
    /// The number of columns by which a key moves a border. Rows are moved one at a time.
    private static let columnStep = 4

    /// Makes the focused pane larger or smaller.
    mutating func resizePane(larger: Bool) -> [Effect] {
        guard let (border, isBefore) = layout.border(of: panes.focus) else {
            return notify(.plain, panes.isZoomed ? "The pane fills the screen. z shows all panes." : "This pane has no border to move.")
        }
        let step = border.isVertical ? Self.columnStep : 1
        let size = border.possible(border.size + (larger == isBefore ? step : -step))
        guard size != border.size else { return notify(.plain, "The pane cannot be \(larger ? "larger" : "smaller") on this screen.") }
        move(border, to: size)
        return [.savePaneSizes(panes.sizes)]
    }

    /// Gives all panes their usual sizes.
    mutating func restorePanes() -> [Effect] {
        panes.sizes = PaneSizes()
        return [.savePaneSizes(panes.sizes)]
    }

    // MARK: Dragging

    /// Begins to drag a border at a point.
    mutating func grab(_ divider: Divider, at point: Point) {
        guard let border = layout.borders.first(where: { $0.divider == divider }) else { return }
        pointer.drag = Pointer.Drag(divider: divider, offset: border.position(of: point) - border.size, sizes: panes.sizes)
    }

    /// Moves the border that is being dragged.
    mutating func drag(to point: Point) {
        guard let drag = pointer.drag, let border = layout.borders.first(where: { $0.divider == drag.divider }) else { return }
        let size = border.possible(border.position(of: point) - drag.offset)
        if size != border.size { move(border, to: size) }
    }

    /// Ends the drag of a border.
    mutating func drop() -> [Effect] {
        defer { pointer.drag = nil }
        guard let drag = pointer.drag, drag.sizes != panes.sizes else { return [] }
        return [.savePaneSizes(panes.sizes)]
    }

    private mutating func move(_ border: Layout.Border, to size: Int) {
        panes.sizes.setSize(size, before: border.divider, of: border.total, in: layout.density)
    }
}

extension Layout.Border {
    /// Returns the place of a point across the border, counted from the beginning of the area.
    fileprivate func position(of point: Point) -> Int { isVertical ? point.column - area.left : point.row - area.top }
}
