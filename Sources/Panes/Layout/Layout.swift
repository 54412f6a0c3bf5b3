import Bytes
package import Screen

/// The areas of the screen, computed from its size, from the sizes that the user gave to panes, and from the rows that the panes need.
///
///     wide (160x28 and more)      standard (70x20, or 30x40, and more)    compact (30x10 and more)
///     state                       state                                   state
///     banner                      banner (while there is a referer)       banner
///     links                       links                                   links
///     detail  │ events            detail                                  detail or events
///     notice                      events                                  notice
///     hints                       notice                                  hints
///                                 hints
///
/// Each pane is as high as what it has to show, unless the user has moved its border. What is left over goes to the pane that could show
/// more. If there is too little room, the focused pane gets more of it. In the wide layout, a few events stand below the details, and
/// more of them beside the details. The compact layout shows one of the other panes below the links. A
/// zoomed pane, or the focused pane on a screen of less than 30x10, has the room of all panes. On a screen of less than 20x3, a single row
/// shows the number of links. At 0x0, nothing is drawn.
package struct Layout: Equatable, Sendable {
    package enum Density: String, Sendable {
        case wide, standard, compact, list, line
    }

    package var density: Density
    package var header = Rect.zero
    package var banner = Rect.zero
    package var links = Rect.zero
    package var detail = Rect.zero
    package var events = Rect.zero
    /// The rows of the notice. Screens of 20 rows and more always have one, so that the panes do not jump when a notice comes or goes. On
    /// screens of less than ten rows, a notice takes the place of the footer.
    package var notice = Rect.zero
    /// The row of the filter, while it is typed or in effect.
    package var filter = Rect.zero
    package var footer = Rect.zero
    package var rowsBelowPanes: Int { [notice, filter].filter { $0 != footer }.reduce(0) { $0 + $1.rows } }
    /// Whether each pane has a border. A pane without a border has a heading in its first row.
    package var hasBorders: Bool { density == .wide || density == .standard }
    /// Whether a row of the screen has room for a few words only.
    package var isNarrow: Bool { header.columns < 70 }

    package struct Border: Equatable, Sendable {
        package var divider: Divider
        /// The area that the border divides.
        package var area: Rect
        /// The columns or rows before the border.
        package var size: Int
        /// The cells of the border.
        package var handle: Rect
        var sizes: ClosedRange<Int>

        package var isVertical: Bool { divider == .columns }
        package var total: Int { isVertical ? area.columns : area.rows }

        package func possible(_ size: Int) -> Int { size.limited(to: sizes) }
    }

    package private(set) var borders: [Border] = []
    private var need = Need()

    package static func density(of size: Size) -> Density {
        switch (size.columns, size.rows) {
        case (160..., 28...): .wide
        case (70..., 20...), (30..., 40...): .standard
        case (30..., 10...): .compact
        case (20..., 3...): .list
        default: .line
        }
    }

    /// The rows that the panes need to show all that they have, without their borders and headings.
    package struct Need: Equatable, Sendable {
        package var links: Int
        package var detail: Int
        package var events: Int

        package init(links: Int = .max / 4, detail: Int = .max / 4, events: Int = .max / 4) {
            (self.links, self.detail, self.events) = (links, detail, events)
        }
    }

    /// - Parameter sizes: The sizes that the user gave to panes.
    package init(
        size: Size, showsBanner: Bool, focus: Pane, isZoomed: Bool, sizes: PaneSizes = PaneSizes(), need: Need = Need(),
        noticeRows: Int = 0, hasNoticeInFooter: Bool = false, showsFilter: Bool = false
    ) {
        density = Self.density(of: size)
        self.need = need
        var rest = Rect(size)
        (header, rest) = rest.split(top: 1)
        guard density != .line else { return }
        (rest, footer) = rest.split(bottom: 1)
        // A screen with few rows shows the filter while it is typed, in place of the footer.
        if showsFilter, size.rows >= 10 { (rest, filter) = rest.split(bottom: 1) } else if showsFilter { filter = footer }
        if noticeRows > 0 {
            if size.rows >= 10, !hasNoticeInFooter { (rest, notice) = rest.split(bottom: noticeRows) } else { notice = footer }
        }
        if showsBanner, rest.rows > 1 { (banner, rest) = rest.split(top: 1) }
        if isZoomed || density == .list {
            self[keyPath: Self.path(to: focus)] = rest
            return
        }
        switch density {
        case .wide where need.events + Self.borderRows > rest.rows / 4: divideWide(rest, sizes, need)
        case .wide, .standard: divideStandard(rest, sizes, need, focus: focus)
        case .compact: divideCompact(rest, sizes, need, focus: focus)
        case .list, .line: break
        }
    }

    /// The rows of a border above a pane and one below it.
    private static let borderRows = 2

    /// Divides the area of a wide screen. The links get the rows that they need, at least half of all and what the others leave.
    private mutating func divideWide(_ area: Rect, _ sizes: PaneSizes, _ need: Need) {
        let others = max(need.detail, need.events) + Self.borderRows
        let room = max(area.rows - others, area.rows * 45 / 100)
        let (first, second) = divide(
            area, at: .links, sizes, least: (4, 6), usual: min(max(need.links, 2) + Self.borderRows, room))
        links = first
        (detail, events) = divide(second, at: .columns, sizes, least: (40, 40), usual: second.columns / 2)
    }

    /// Divides the area of a standard screen. Links and events get a share each, the focused pane a larger one, and what the details leave.
    private mutating func divideStandard(_ area: Rect, _ sizes: PaneSizes, _ need: Need, focus: Pane) {
        let wanted = (
            links: max(need.links, 2) + Self.borderRows, detail: max(need.detail, 2) + Self.borderRows,
            events: max(need.events, 1) + Self.borderRows
        )
        let isLow = area.rows < 30
        func share(_ pane: Pane) -> Int { area.rows * (isLow && focus == pane ? 40 : isLow ? 28 : 30) / 100 }
        var links = min(wanted.links, max(share(.links), 4))
        var events = min(wanted.events, max(share(.events), 3))
        var left = max(area.rows - links - events - wanted.detail, 0)
        let more = min(left, wanted.links - links)
        (links, left) = (links + more, left - more)
        events += min(left, wanted.events - events)
        let (first, others) = divide(area, at: .links, sizes, least: (3, 8), usual: links)
        self.links = first
        (detail, self.events) = divide(others, at: .events, sizes, least: (4, 3), usual: others.rows - events)
    }

    /// Divides the area of a compact screen between the links, with about two fifths at most, and another pane.
    private mutating func divideCompact(_ area: Rect, _ sizes: PaneSizes, _ need: Need, focus: Pane) {
        let wanted = min(max(need.links, 1), area.rows) + 1
        let (first, second) = divide(area, at: .links, sizes, least: (2, 2), usual: min(max(area.rows * 2 / 5, 2), wanted))
        links = first
        if focus == .events { events = second } else { detail = second }
    }

    /// Divides an area where the user has moved the border to, or else after the usual number of columns or rows.
    ///
    /// - Parameter least: The columns or rows that the user cannot take from the part before the border and from the part after it: room
    ///   for the borders and one row of each pane, or for a few words.
    private mutating func divide(
        _ area: Rect, at divider: Divider, _ sizes: PaneSizes, least: (before: Int, after: Int), usual: Int
    ) -> (Rect, Rect) {
        var border = Border(divider: divider, area: area, size: 0, handle: .zero, sizes: 0...0)
        border.sizes = least.before...max(least.before, border.total - least.after)
        border.size = (sizes.size(before: divider, of: border.total, in: density) ?? usual).limited(to: border.sizes)
        let first: Rect
        let second: Rect
        // Two panes with borders have a border each. Without borders, the heading of the second pane is the border.
        if border.isVertical {
            (first, second) = area.split(left: border.size)
            border.handle = Rect(column: second.left - 1, row: area.top, columns: 2, rows: area.rows)
        } else {
            (first, second) = area.split(top: border.size)
            let rows = hasBorders ? 2 : 1
            border.handle = Rect(column: area.left, row: second.top + 1 - rows, columns: area.columns, rows: rows)
        }
        borders.append(border)
        return (first, second)
    }

    /// Returns the border that makes a pane larger or smaller, and whether the pane is before the border; nil if the pane has none.
    package func border(of pane: Pane) -> (border: Border, isBefore: Bool)? {
        guard !area(of: pane).isEmpty else { return nil }
        let candidates: [(divider: Divider, isBefore: Bool)] =
            switch pane {
            case .links: [(.links, true)]
            case .detail: [(.columns, true), (.events, true), (.links, false)]
            case .events: [(.columns, false), (.events, false), (.links, false)]
            }
        return candidates.firstResult { divider, isBefore in borders.first { $0.divider == divider }.map { ($0, isBefore) } }
    }

    package func area(of pane: Pane) -> Rect { self[keyPath: Self.path(to: pane)] }

    private static func path(to pane: Pane) -> WritableKeyPath<Layout, Rect> {
        switch pane {
        case .links: \.links
        case .detail: \.detail
        case .events: \.events
        }
    }

    /// The row with the tabs of the detail pane: its upper border if they fit beside the title. Empty if the pane has less than three rows.
    package var tabs: Rect {
        guard hasTabsInBorder else {
            let inside = inside(of: .detail)
            return inside.rows < 3 ? .zero : inside.row(0)
        }
        return detail.row(0).split(left: Self.titleColumns).rest.split(right: 2).rest
    }

    /// Whether the upper border of the detail pane shows the tabs.
    package var hasTabsInBorder: Bool { hasBorders && detail.columns >= 100 }

    /// The columns of the upper border of the detail pane before the tabs, with the number of the pane and of the link.
    private static let titleColumns = 18

    /// Returns the rows in which a pane shows its lines, without its border, heading, headers of columns and tabs.
    package func rows(of pane: Pane) -> Rect {
        let inside = inside(of: pane)
        return pane == .detail && !tabs.isEmpty && !hasTabsInBorder
            ? inside.split(top: 1).rest : inside.split(top: columnHeader(of: pane).rows).rest
    }

    /// Returns the row with the headers of the columns of a list. It is empty if the list has few rows and needs them all.
    package func columnHeader(of pane: Pane) -> Rect {
        let inside = inside(of: pane)
        guard hasBorders, pane != .detail, inside.columns >= 60 else { return .zero }
        let needed = pane == .links ? need.links : need.events
        return inside.rows >= min(max(needed, 2), 4) ? inside.row(0) : .zero
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

extension Int {
    fileprivate func limited(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}

/// The area for windows. On a tall screen, it leaves out the first row, the last row, and the rows of the notice and the filter.
package struct WindowPlace: Equatable {
    var area: Rect
    /// Whether there is room for a border of two rows and four columns. If not, the title takes one row.
    package var hasBorder: Bool

    package init(_ size: Size, rowsBelow: Int = 0) {
        var area = Rect(size)
        if size.rows > 2 { area = area.split(bottom: 1).rest }
        area = area.split(bottom: rowsBelow).rest
        if size.rows > 8 { area = area.split(top: 1).rest }
        hasBorder = area.rows > 6 && area.columns > 24
        // On a wide screen, the panes stay visible on both sides of a window. On other screens, a window may cover the whole width.
        self.area = size.columns > 90 ? area.inset(columns: 2, rows: 0) : area
    }

    package var columns: Int { max(area.columns - (hasBorder ? 4 : 0), 0) }
    package var rows: Int { max(area.rows - (hasBorder ? 2 : 1), 0) }
    /// Whether there is room for a line of explanation and an empty line above it.
    package var hasHint: Bool { rows > 7 }
}
