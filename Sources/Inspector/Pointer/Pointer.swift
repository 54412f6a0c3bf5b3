import Screen

/// What the mouse did last.
struct Pointer: Sendable, Equatable {
    /// A press of the left button.
    struct Press: Sendable, Equatable {
        var point: Point
        var target: PointerTarget
        var time: Int64
    }

    /// The border that is being dragged.
    struct Drag: Sendable, Equatable {
        var divider: Divider
        /// The distance from the border to the cell of the border that was pressed.
        var offset: Int
        /// The sizes before the drag.
        var sizes: PaneSizes
    }

    /// The longest time between the two presses of a double click, in milliseconds.
    static let doubleClickTime: Int64 = 400

    var drag: Drag?
    /// The last press; nil after a double click, so that a third press begins anew.
    private var press: Press?

    /// Notes a press. If it is the second one of a double click, returns the target of the first one. Another target may be at the point by
    /// then, because the first press may have shown or closed the banner, which moves the panes.
    mutating func press(_ target: PointerTarget?, at point: Point, now: Int64) -> PointerTarget? {
        if let first = press, first.point == point, (0...Self.doubleClickTime).contains(now - first.time) {
            press = nil
            return first.target
        }
        press = target.map { Press(point: point, target: $0, time: now) }
        return nil
    }
}
