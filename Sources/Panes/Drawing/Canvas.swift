import Bytes
package import Screen

/// The canvas of the views: the frame so far, with methods that draw texts, rows, panes and windows.
package struct Canvas {
    package var frame: Frame
    package let layout: Layout
    package let display: Display
    let focus: Pane
    package var highlighted = SearchWords()
    /// Whether a window is open. If so, no pane has a focused border.
    let hasWindow: Bool
    /// What can be clicked in the frame so far.
    package private(set) var pointerMap = PointerMap()
    /// The row of the open window's border, or of its title, that tells how many rows are hidden.
    private(set) var windowEdge = Rect.zero
    private var windowTitle: SafeText = ""

    package init(layout: Layout, display: Display, focus: Pane, hasWindow: Bool) {
        frame = Frame(display.size)
        self.layout = layout
        self.display = display
        self.focus = focus
        self.hasWindow = hasWindow
    }

    package var size: Size { display.size }
    package var glyphs: Glyphs { display.glyphs }
    package var mask: SecretMask { display.mask }
    package var place: WindowPlace { WindowPlace(size, rowsBelow: layout.rowsBelowPanes) }

    // MARK: Texts

    /// Returns sanitized text from outside the program, truncated to the width of a row.
    package func safe(_ text: String, columns: Int) -> SafeText {
        glyphs.sanitizer.text(text, columns: max(columns, 0) + 1)
    }

    /// Returns a sanitized path in at most `columns`. A longer one keeps its last names, and a longer name its beginning and its end.
    package func safe(path: String, columns: Int) -> SafeText {
        // Sanitizing costs time for each character, and these are more than a screen shows.
        let most = 1000
        let text = path.utf8.count > 8 * most ? path.prefix(most) + path.suffix(most) : path[...]
        let whole = glyphs.sanitizer.text(text)
        guard whole.columns > columns, let dot = text.suffix(max(columns - glyphs.cut.columns, 0)).firstIndex(of: ".") else {
            return whole.fittedAtBothEnds(to: columns, glyphs: glyphs)
        }
        return glyphs.cut + glyphs.sanitizer.text(text[dot...], columns: columns).fitted(to: columns - glyphs.cut.columns, glyphs: glyphs)
    }

    /// Returns sanitized text for a row. A long one that begins like a text beside it is shown from where they differ, after its beginning.
    package func safe(_ text: String, differingFrom others: [String], columns: Int) -> SafeText {
        // No two rows of a screen begin with so many characters.
        let text = text.prefix(2000)
        let common = others.map { zip(text, $0).prefix { $0 == $1 }.count }.max() ?? 0
        guard text.count > columns, common > max(columns / 2, 20) else { return safe(String(text), columns: columns) }
        let first = safe(String(text.prefix(12)), columns: 12)
        return first + glyphs.cut + safe(String(text.dropFirst(common - 8)), columns: columns - first.columns)
    }

    /// Returns text of the program itself, which needs no sanitizing.
    package func own(_ text: String) -> SafeText { SafeText(trusted: text) }

    /// Returns a number with a comma between groups of three digits, such as `1,284`.
    package func grouped(_ number: Int) -> String { number.grouped }

    // MARK: What can be clicked

    package mutating func noteTarget(_ target: PointerTarget, in area: Rect) {
        pointerMap.note(target, in: area.intersection(Rect(size)))
    }

    // MARK: Panes and rows

    /// Draws the border or heading of a pane. The rows inside are `layout.rows(of:)`.
    ///
    /// - Parameter rows: The rows that are not in view. The lower border, or the heading, tells how many these are.
    mutating func pane(_ pane: Pane, title: SafeText, note: SafeText = "", rows: HiddenRows = .none) {
        let area = layout.area(of: pane)
        guard !area.isEmpty else { return }
        noteTarget(.pane(pane), in: area)
        let isFocused = focus == pane && !hasWindow
        let title = own("\(pane.rawValue) ") + title
        if layout.hasBorders {
            frame.box(area, title: title, note: note, isFocused: isFocused, glyphs: glyphs)
            mark(sign(of: rows), on: area.row(area.rows - 1))
        } else if layout.density == .compact {
            let sign = sign(of: rows)
            let notes = [note.isEmpty ? sign : sign.isEmpty ? note : note + "  " + sign, sign]
            frame.rule(area.row(0), style: isFocused ? .focusedBorder : .border, glyphs: glyphs)
            frame.put(" " + title + " ", at: Point(column: area.left + 2, row: area.top), style: isFocused ? Style(.title, .bold) : .title)
            if let note = notes.first(where: { !$0.isEmpty && $0.columns + title.columns + 8 < area.columns }) {
                frame.put(" " + note + " ", at: Point(column: area.right - note.columns - 4, row: area.top), style: .dim)
            }
        }
    }

    /// Returns the widths of columns: each that of its widest cell, but at most its limit. A row without cells takes no part.
    func widths(of rows: [[StyledText]?], most: [Int]) -> [Int] {
        most.indices.map { column in min(rows.compactMap { $0?[column].columns }.max() ?? 0, most[column]) }
    }

    /// Returns a row of cells in columns of these widths, with a space between them. A column without width is left out.
    func row(of cells: [StyledText], _ widths: [Int]) -> StyledText {
        zip(cells, widths).filter { $1 > 0 }.reduce(into: StyledText()) { line, cell in
            if line.columns > 0 { line.append(" ") }
            line += cell.0.padded(to: cell.1, glyphs: glyphs)
        }
    }

    /// Draws the headers of the columns of a list, if it has a row for them.
    mutating func header(_ text: StyledText, of pane: Pane) {
        let area = layout.columnHeader(of: pane)
        if !area.isEmpty { put(text, in: area.split(left: 1).rest) }
    }

    /// Returns the sign of rows that are not in view, such as `↑3 ↓12 more`; empty if all are.
    private func sign(of rows: HiddenRows) -> SafeText {
        sign(above: rows.above > 0 ? grouped(rows.above) : nil, below: rows.below > 0 ? grouped(rows.below) : nil)
    }

    private func sign(above: String?, below: String?) -> SafeText {
        let isUTF8 = glyphs.encoding == .utf8
        let parts = [above.map { (isUTF8 ? "↑" : "^") + $0 }, below.map { (isUTF8 ? "↓" : "v") + $0 }].compactMap(\.self)
        return own(parts.isEmpty ? "" : parts.joined(separator: " ") + " more")
    }

    /// Draws the sign of rows that are not in view at the right of a border.
    private mutating func mark(_ sign: SafeText, on border: Rect) {
        guard !sign.isEmpty, sign.columns + 6 <= border.columns else { return }
        frame.put(" " + sign + " ", at: Point(column: border.right - sign.columns - 4, row: border.top), style: .dim, clip: border)
    }

    /// Draws a rule above a list without a border, and tells on it how many of the list's rows are not in view.
    package mutating func rule(_ rect: Rect, hiding rows: HiddenRows) {
        frame.rule(rect, style: .focusedBorder, glyphs: glyphs)
        mark(sign(of: rows), on: rect)
    }

    /// Tells on the border of the window how many of its rows are not in view.
    package mutating func noteHidden(_ rows: HiddenRows) { noteHidden(sign(of: rows)) }

    /// Tells on the border of the window whether there are lines above and below those in view, if it is not known how many.
    package mutating func noteHidden(isAbove: Bool, isBelow: Bool) {
        noteHidden(sign(above: isAbove ? "" : nil, below: isBelow ? "" : nil))
    }

    /// Draws the sign of rows that are not in view. Without a border, it takes the room of the last words of the title.
    private mutating func noteHidden(_ sign: SafeText) {
        if !place.hasBorder {
            let sign = sign.columns + 6 <= windowEdge.columns ? sign : ""
            let room = windowEdge.columns - (sign.isEmpty ? 0 : sign.columns + 4)
            frame.fill(windowEdge)
            put(windowTitle.words(fitting: room, glyphs: glyphs), in: windowEdge, style: Style(.title, .bold))
        }
        mark(sign, on: windowEdge)
    }

    /// Draws a row of a list: the selection mark, if the row is selected, and the text.
    package mutating func row(_ text: StyledText, in rect: Rect, isSelected: Bool, hasFocus: Bool) {
        guard !rect.isEmpty else { return }
        if isSelected {
            frame.put(glyphs.selected, at: rect.origin, style: hasFocus ? Style(.selection, .bold) : .accent, clip: rect)
        }
        let inner = rect.split(left: 1).rest
        put(highlighting: text.fitted(to: inner.columns, glyphs: glyphs), in: inner)
        guard isSelected, hasFocus else { return }
        frame.restyle(rect, role: .selection, adding: .reverse)
        frame.cursor = rect.origin
    }

    /// Draws a text with the words of the search underlined, so that they show without colors and in a selected row.
    package mutating func put(highlighting text: StyledText, in rect: Rect) {
        frame.put(text, at: rect.origin, clip: rect)
        for columns in highlighted.columns(in: text) {
            let match = Rect(column: rect.left + columns.lowerBound, row: rect.top, columns: columns.count, rows: 1)
            frame.restyle(rect.intersection(match), role: .match, adding: .underline)
        }
    }

    /// Draws the rows of a list that are in view.
    ///
    /// - Parameters:
    ///   - pane: The pane of the list; nil for the list of a window.
    ///   - isSelected: Whether the row of the cursor is selected.
    ///   - line: Makes the text of a row from its index.
    package mutating func rows(
        of cursor: ListCursor, in area: Rect, pane: Pane? = nil, isSelected: Bool = true, _ line: (Int, Canvas) -> StyledText
    ) {
        let hasFocus = pane.map { focus == $0 } ?? true
        for (offset, index) in cursor.visible(height: area.rows).enumerated() {
            row(line(index, self), in: area.row(offset), isSelected: isSelected && index == cursor.selected, hasFocus: hasFocus)
            noteTarget(pane.map { .row($0, index) } ?? .windowRow(index), in: area.row(offset))
        }
        if pane == nil { noteHidden(HiddenRows(cursor, height: area.rows)) }
    }

    /// Draws the rows of a pane's list that are in view. If the filter hides the selected row, a row below them says so.
    mutating func rows(
        of list: ShownList, in area: Rect, pane: Pane, name: (Int) -> String, _ line: (Int, Canvas) -> StyledText
    ) {
        guard let hidden = list.hidden else { return rows(of: list.cursor, in: area, pane: pane, line) }
        let rest = area.split(bottom: 1).rest
        rows(of: list.cursor, in: rest, pane: pane, isSelected: false, line)
        let row = area.row(min(max(list.cursor.count, 1), rest.rows))
        self.row(StyledText(own("\(name(hidden)) is hidden by the filter."), .accent), in: row, isSelected: true, hasFocus: focus == pane)
    }

    /// Draws a window in the middle and returns the area inside, with at most `columns` and `rows`. On a small screen, the window has no
    /// border and covers the whole area for windows, with a title in the first row.
    package mutating func window(_ title: SafeText, columns: Int, rows: Int, note: SafeText = "") -> Rect {
        let room = place.area
        guard place.hasBorder else {
            frame.fill(room)
            (windowEdge, windowTitle) = (room.row(0), title)
            noteHidden("")
            return room.split(top: 1).rest
        }
        let width = min(columns + 4, room.columns)
        let height = min(rows + 2, room.rows)
        let rect = Rect(
            column: room.left + (room.columns - width) / 2,
            row: room.top + (room.rows - height) / 2,
            columns: width,
            rows: height
        )
        // An empty column on each side separates the window from the panes behind it.
        frame.fill(rect.inset(columns: -1, rows: 0))
        frame.box(rect, title: title.words(fitting: width - 6, glyphs: glyphs), note: note, isFocused: true, glyphs: glyphs)
        windowEdge = rect.row(rect.rows - 1)
        return rect.inset(columns: 2, rows: 1)
    }

    /// Draws text in a row of a window, fitted to the width of the row.
    package mutating func put(_ text: StyledText, in rect: Rect) {
        frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
    }

    /// Draws a text at the bottom of an area of a window, in as many rows as it needs.
    package mutating func put(_ text: SafeText, atBottomOf area: Rect) {
        let rows = text.wrappedAtBlanks(width: area.columns).prefix(area.rows)
        for (offset, row) in rows.enumerated() { put(row, in: area.row(area.rows - rows.count + offset), style: .dim) }
    }

    package mutating func put(_ text: SafeText, in rect: Rect, style: Style) {
        frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, style: style, clip: rect)
    }

    /// Draws a line of text that can be edited: the part around the cursor, or the beginning if the line does not have the cursor.
    ///
    /// - Parameter marked: The characters that have a problem.
    package mutating func drawLine(_ characters: [Character], cursor: Int?, marked: Range<Int>? = nil, in field: Rect) {
        guard !field.isEmpty else { return }
        // A character takes at least one column, so characters further to the left or right are not visible.
        let start = min(max((cursor ?? 0) - field.columns, 0), characters.count)
        let end = min((cursor ?? 0) + field.columns + 1, characters.count)
        let inside = [cursor, marked?.lowerBound, marked?.upperBound].compactMap(\.self).filter { start < $0 && $0 < end }
        let cuts = [start] + inside.sorted() + [end]
        let pieces = zip(cuts, cuts.dropFirst()).map { from, to in
            let isMarked = marked.map { $0.lowerBound <= from && to <= $0.upperBound } ?? false
            return (
                from: from, text: glyphs.sanitizer.text(String(characters[from..<to])), style: isMarked ? Style(.error, .underline) : .value
            )
        }
        let before = cursor.map { cursor in pieces.filter { $0.from < cursor }.reduce(0) { $0 + $1.text.columns } } ?? 0
        // A text that does not fit is scrolled so that a few columns after the cursor are visible.
        let fits = pieces.reduce(0) { $0 + $1.text.columns } < field.columns
        let margin = min(8, max(field.columns / 3, 1))
        let scrolled = fits ? 0 : max(before - field.columns + margin, 0)
        var column = field.left - scrolled
        for piece in pieces {
            column += frame.put(piece.text, at: Point(column: column, row: field.top), style: piece.style, clip: field)
        }
        if cursor != nil {
            frame.cursor = Point(column: field.left + before - scrolled, row: field.top)
        } else if column > field.right || end < characters.count {
            let cut = glyphs.cut
            frame.put(cut, at: Point(column: field.right - cut.columns, row: field.top), style: .dim, clip: field)
        }
    }
}

/// The places of everything that can be clicked.
///
/// The views note each place while they draw it. So a click finds what the user sees, and no second computation of the places can differ
/// from the first.
package struct PointerMap {
    private var places: [(area: Rect, target: PointerTarget)] = []

    mutating func note(_ target: PointerTarget, in area: Rect) {
        if !area.isEmpty { places.append((area, target)) }
    }

    /// Returns the target that was drawn last at a point, because it covers the others.
    package func target(at point: Point) -> PointerTarget? { places.last { $0.area.contains(point) }?.target }

    package func pane(at point: Point) -> Pane? {
        places.lazy.compactMap { place in
            if case .pane(let pane) = place.target, place.area.contains(point) { pane } else { nil }
        }.first
    }
}

/// What a click acts on.
package enum PointerTarget: Sendable, Hashable {
    /// A pane, where it shows nothing else that can be clicked.
    case pane(Pane)
    /// A row of a pane, by its place in the pane's list.
    case row(Pane, Int)
    case tab(DetailTab)
    /// The banner, or a key in the footer.
    case command(Command)
    /// A key of the open window, in the footer.
    case key(Key)
    /// A border between panes, which can be dragged.
    case divider(Divider)
    case windowRow(Int)
}
