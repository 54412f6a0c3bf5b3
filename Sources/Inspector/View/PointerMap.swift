import Screen

/// The places of everything that can be clicked.
///
/// The views note each place while they draw it. So a click finds what the user sees, and no second computation of the places can differ
/// from the first.
struct PointerMap {
    private var places: [(area: Rect, target: PointerTarget)] = []

    mutating func note(_ target: PointerTarget, in area: Rect) {
        if !area.isEmpty { places.append((area, target)) }
    }

    /// Returns the target that was drawn last at a point, because it covers the others.
    func target(at point: Point) -> PointerTarget? { places.last { $0.area.contains(point) }?.target }

    func pane(at point: Point) -> Pane? {
        places.lazy.compactMap { place in
            if case .pane(let pane) = place.target, place.area.contains(point) { pane } else { nil }
        }.first
    }
}
