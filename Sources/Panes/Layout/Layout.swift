package import Screen

/// The areas of the screen, computed from its size and from the sizes that the user gave to panes. They do not depend on the contents of
/// the panes, except for the number of links and of events.
///
///     wide (110x28 and more)               standard (70x20 and more)      compact (30x10 and more)
///     state                                state                          state
///     banner (while there is a referer)    banner                         banner
///     links    │ detail                    links                          links
///     journey  │                           detail or journey              detail, journey or events
///     events                               events                         notice
///     notice                               notice                         hints
///     hints                                hints
///
/// A portrait screen (less than 110 columns, 40 rows and more) has room for all panes, one below the other: links, detail, journey, events.
/// The compact layout shows one of the other panes below the links. A zoomed pane, or the focused pane on a screen of less than 30x10, has
/// the room of all panes. If there are few links or few events, their pane is smaller, unless the user has moved its border. On a screen of
/// less than 20x3, a single row shows the number of links. At 0x0, nothing is drawn.
package struct Layout: Equatable, Sendable {
    package enum Density: String, Sendable {
        case wide, portrait, standard, compact, list, line
    }

    package var density: Density
    package var header = Rect.zero
    package var banner = Rect.zero
    package var links = Rect.zero
    package var detail = Rect.zero
    package var journey = Rect.zero
    package var events = Rect.zero
    /// The row of the notice. Screens of 20 rows and more always have it, so that the panes do not jump when a notice comes or goes. It is
    /// empty on screens of less than ten rows, where the footer shows the notice.
    package var notice = Rect.zero
    /// The row of the filter, while it is typed or in effect.
    package var filter = Rect.zero
    package var footer = Rect.zero
    /// The number of rows between the panes and the footer.
    package var rowsBelowPanes: Int { notice.rows + (filter == footer ? 0 : filter.rows) }
    /// Whether each pane has a border. A pane without a border has a heading in its first row.
    package var hasBorders: Bool { density == .wide || density == .portrait || density == .standard }
    /// Whether a row of the screen has room for a few words only.
    package var isNarrow: Bool { header.columns < 70 }
    /// Whether detail and journey share an area, which shows one of them.
    var joinsDetailAndJourney: Bool { density == .standard }

    /// A border that can be moved.
    package struct Border: Equatable, Sendable {
        package var divider: Divider
        /// The area that the border divides.
        package var area: Rect
        /// The columns or rows before the border.
        package var size: Int
        /// The cells of the border.
        package var handle: Rect
        /// The sizes that are possible.
        var sizes: ClosedRange<Int>

        package var isVertical: Bool { divider == .columns }
        /// The columns or rows of the area.
        package var total: Int { isVertical ? area.columns : area.rows }
    }

    package private(set) var borders: [Border] = []

    package static func density(of size: Size) -> Density {
        switch (size.columns, size.rows) {
        case (110..., 28...): .wide
        case (30..., 40...): .portrait
        case (70..., 20...): .standard
        case (30..., 10...): .compact
        case (20..., 3...): .list
        default: .line
        }
    }

    /// - Parameters:
    ///   - middle: The pane that is shown, detail or journey, if there is no room for both and neither has the focus.
    ///   - sizes: The sizes that the user gave to panes.
    ///   - linkCount: The number of links.
    ///   - eventCount: The number of events.
    package init(
        size: Size, showsBanner: Bool, focus: Pane, isZoomed: Bool, middle: Pane = .detail, sizes: PaneSizes = PaneSizes(),
        linkCount: Int = .max, eventCount: Int = .max, showsNotice: Bool = false, showsFilter: Bool = false
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
        case .wide: divideWide(rest, sizes, linkCount, eventCount)
        case .portrait: dividePortrait(rest, sizes, linkCount, eventCount)
        case .standard: divideStandard(rest, sizes, linkCount, eventCount, middle: middle)
        case .compact: divideCompact(rest, sizes, linkCount, focus: focus == .events ? .events : middle)
        case .list, .line: break
        }
    }

    private mutating func divideWide(_ area: Rect, _ sizes: PaneSizes, _ linkCount: Int, _ eventCount: Int) {
        let third = area.rows - area.rows * 2 / 3
        let (upper, lower) = divide(area, at: .events, sizes, least: (6, 3), usual: area.rows - Self.rows(for: eventCount, most: third))
        events = lower
        let (left, right) = divide(upper, at: .columns, sizes, least: (24, 24), usual: upper.columns / 2)
        detail = right
        (links, journey) = divide(left, at: .links, sizes, least: (3, 3), usual: Self.rows(for: linkCount, most: left.rows * 55 / 100))
    }

    /// Divides the area of a portrait screen. The details get the rows that the others do not need, at least a third of all.
    private mutating func dividePortrait(_ area: Rect, _ sizes: PaneSizes, _ linkCount: Int, _ eventCount: Int) {
        let most = area.rows / 4
        let (first, others) = divide(area, at: .links, sizes, least: (3, 9), usual: Self.rows(for: linkCount, most: most))
        links = first
        let (middle, last) = divide(others, at: .events, sizes, least: (6, 3), usual: others.rows - Self.rows(for: eventCount, most: most))
        events = last
        // The journey of most links has up to four lines.
        (detail, journey) = divide(middle, at: .journey, sizes, least: (3, 3), usual: middle.rows - 6)
    }

    private mutating func divideStandard(
        _ area: Rect, _ sizes: PaneSizes, _ linkCount: Int, _ eventCount: Int, middle: Pane
    ) {
        let (first, others) = divide(
            area, at: .links, sizes, least: (3, 6), usual: Self.rows(for: linkCount, most: area.rows * 32 / 100))
        links = first
        let most = others.rows - others.rows * 60 / 100
        let (second, last) = divide(
            others, at: .events, sizes, least: (3, 3), usual: others.rows - Self.rows(for: eventCount, most: most))
        give(second, to: middle)
        events = last
    }

    /// Divides the area of a compact screen between the links, with about two fifths at most, and another pane.
    private mutating func divideCompact(_ area: Rect, _ sizes: PaneSizes, _ linkCount: Int, focus: Pane) {
        let wanted = min(max(linkCount, 1), area.rows) + 1
        let (first, second) = divide(area, at: .links, sizes, least: (2, 2), usual: min(max(area.rows * 2 / 5, 2), wanted))
        links = first
        give(second, to: focus)
    }

    /// Returns the rows of a pane with a border and a list of `count` rows. A short list leaves its room to other panes.
    private static func rows(for count: Int, most: Int) -> Int { min(max(count, 2), most) + 2 > most ? most : max(count, 2) + 2 }

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
        let (divider, isBefore): (Divider, Bool) =
            switch (density, pane) {
            case (.wide, .links): (.columns, true)
            case (.wide, .detail): (.columns, false)
            case (.wide, .journey): (.links, false)
            case (.portrait, .detail): (.journey, true)
            case (.portrait, .journey): (.journey, false)
            case (.standard, .detail), (.standard, .journey): (.events, true)
            case (_, .links): (.links, true)
            case (.compact, _): (.links, false)
            case (_, .events): (.events, false)
            default: (.links, false)
            }
        return borders.first { $0.divider == divider }.map { ($0, isBefore) }
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

    /// Returns the rows in which a pane shows its lines, without its border, heading and tabs.
    package func rows(of pane: Pane) -> Rect {
        let inside = inside(of: pane)
        return pane == .detail && !tabs.isEmpty ? inside.split(top: 1).rest : inside
    }

    private func inside(of pane: Pane) -> Rect {
        let area = area(of: pane)
        guard !area.isEmpty else { return area }
        switch density {
        case .wide, .portrait, .standard: return area.inset()
        case .compact: return area.split(top: 1).rest
        case .list, .line: return area
        }
    }
}

extension Int {
    fileprivate func limited(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}

extension Layout.Border {
    /// Returns the nearest size that is possible.
    package func possible(_ size: Int) -> Int { size.limited(to: sizes) }
}

/// The area available to windows. If the screen is tall enough, the area leaves out the first and the last row of the screen, and the rows
/// of the notice and the filter.
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
