package import Screen

/// The areas of the screen, computed from its size. They do not depend on the contents of the panes, except for the number of links.
///
///     wide (110x28 and more)               standard (70x20 and more)      compact (30x10 and more)
///     state                                state                          state
///     banner (while there is a referer)    banner                         banner
///     links    │ detail                    links                          links
///     journey  │                           detail or journey              detail, journey or events
///     events                               events                         notice
///     notice (for four seconds)            notice                         hints
///     hints                                hints
///
/// The compact layout shows one of the other panes below the links. A zoomed pane, or the focused pane on a screen of less than 30x10, has
/// the room of all panes. If there are few links, their pane is smaller in the standard and compact layouts. On a screen of less than 20x3,
/// a single row shows the number of links. At 0x0, nothing is drawn.
package struct Layout: Equatable, Sendable {
    package enum Density: Sendable {
        case wide, standard, compact, list, line
    }

    package var density: Density
    package var header = Rect.zero
    package var banner = Rect.zero
    package var links = Rect.zero
    package var detail = Rect.zero
    package var journey = Rect.zero
    package var events = Rect.zero
    /// The row of the notice. It is empty on screens of less than ten rows, where the footer shows the notice.
    package var notice = Rect.zero
    /// The row of the filter, while it is typed or in effect.
    package var filter = Rect.zero
    package var footer = Rect.zero
    /// Whether each pane has a border. A pane without a border has a heading in its first row.
    package var hasBorders: Bool { density == .wide || density == .standard }

    package static func density(of size: Size) -> Density {
        switch (size.columns, size.rows) {
        case (110..., 28...): .wide
        case (70..., 20...): .standard
        case (30..., 10...): .compact
        case (20..., 3...): .list
        default: .line
        }
    }

    /// - Parameters:
    ///   - middle: The pane that is shown, detail or journey, if there is no room for both and neither has the focus.
    ///   - linkCount: The number of links.
    package init(
        size: Size, showsBanner: Bool, focus: Pane, isZoomed: Bool, middle: Pane = .detail, linkCount: Int = .max,
        showsNotice: Bool = false, showsFilter: Bool = false
    ) {
        let middle = focus == .detail || focus == .journey ? focus : middle
        density = Self.density(of: size)
        var rest = Rect(size)
        (header, rest) = rest.split(top: 1)
        guard density != .line else { return }
        (rest, footer) = rest.split(bottom: 1)
        // A screen with few rows shows the filter while it is typed, in place of the footer.
        if showsFilter, size.rows >= 10 { (rest, filter) = rest.split(bottom: 1) } else if showsFilter { filter = footer }
        if showsNotice, size.rows >= 10 { (rest, notice) = rest.split(bottom: 1) }
        if showsBanner, rest.rows > 1 { (banner, rest) = rest.split(top: 1) }
        if isZoomed || density == .list {
            give(rest, to: focus)
            return
        }
        switch density {
        case .wide: divideWide(rest)
        case .standard: divideStandard(rest, middle: middle, linkCount: linkCount)
        case .compact: divideCompact(rest, focus: focus == .events ? .events : middle, linkCount: linkCount)
        case .list, .line: break
        }
    }

    private mutating func divideWide(_ area: Rect) {
        let (upper, lower) = area.split(top: area.rows * 2 / 3)
        events = lower
        let (left, right) = upper.split(left: area.columns / 2)
        detail = right
        (links, journey) = left.split(top: left.rows * 55 / 100)
    }

    private mutating func divideStandard(_ area: Rect, middle: Pane, linkCount: Int) {
        let wanted = min(max(linkCount, 2), area.rows) + 2
        let (first, others) = area.split(top: min(area.rows * 32 / 100, wanted))
        links = first
        let (second, last) = others.split(top: others.rows * 60 / 100)
        give(second, to: middle)
        events = last
    }

    /// Divides the area of a compact screen between the links, with about two fifths at most, and another pane.
    private mutating func divideCompact(_ area: Rect, focus: Pane, linkCount: Int) {
        let wanted = min(max(linkCount, 1), area.rows) + 1
        let (first, second) = area.split(top: min(max(area.rows * 2 / 5, 2), wanted))
        links = first
        give(second, to: focus)
    }

    private mutating func give(_ area: Rect, to pane: Pane) { self[keyPath: Self.path(to: pane)] = area }

    package func area(of pane: Pane) -> Rect { self[keyPath: Self.path(to: pane)] }

    private static func path(to pane: Pane) -> WritableKeyPath<Layout, Rect> {
        switch pane {
        case .links: \.links
        case .detail: \.detail
        case .journey: \.journey
        case .events: \.events
        }
    }

    /// The row with the tabs of the detail pane. It is empty if the pane has less than three rows.
    package var tabs: Rect {
        let inside = inside(of: .detail)
        return inside.rows < 3 ? .zero : inside.row(0)
    }

    /// The rows in which a pane shows its lines, without its border, heading and tabs.
    package func rows(of pane: Pane) -> Rect {
        let inside = inside(of: pane)
        return pane == .detail && !tabs.isEmpty ? inside.split(top: 1).rest : inside
    }

    private func inside(of pane: Pane) -> Rect {
        let area = area(of: pane)
        guard !area.isEmpty else { return area }
        switch density {
        case .wide, .standard: return area.inset()
        case .compact: return area.split(top: 1).rest
        case .list, .line: return area
        }
    }
}
