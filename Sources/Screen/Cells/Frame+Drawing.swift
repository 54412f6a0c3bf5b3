extension Frame {
    /// Draws one line of text. Returns the width of the text in columns, including clipped columns.
    ///
    /// Nothing is drawn outside `clip`. A wide glyph that is cut by the right edge becomes `>`, and a wide glyph that is cut by the left
    /// edge becomes `<`. Characters that the sanitizer replaced get the role `unsafe` and keep the attributes of `style`.
    @discardableResult
    package mutating func put(_ text: SafeText, at point: Point, style: Style = .text, clip: Rect? = nil) -> Int {
        let clip = clip.map(bounds.intersection) ?? bounds
        guard clip.rowRange.contains(point.row) else { return text.columns }
        var column = point.column
        for glyph in text.glyphs {
            let width = Int(glyph.glyph.width)
            defer { column += width }
            if column + width <= clip.left { continue }
            if column >= clip.right { break }
            let style = glyph.isUnsafe ? Style(.unsafe, style.attributes) : style
            if column < clip.left {
                set(Glyph("<"), style, column: column + 1, row: point.row)
            } else if column + width > clip.right {
                set(Glyph(">"), style, column: column, row: point.row)
            } else {
                set(glyph.glyph, style, column: column, row: point.row)
            }
        }
        return text.columns
    }

    /// Draws spans one after another, by the same rules as a single text.
    @discardableResult
    package mutating func put(_ text: StyledText, at point: Point, clip: Rect? = nil) -> Int {
        var column = point.column
        for span in text.spans {
            column += put(span.text, at: Point(column: column, row: point.row), style: span.style, clip: clip)
        }
        return column - point.column
    }

    /// Fills a rectangle with spaces in a style.
    package mutating func fill(_ rect: Rect, style: Style = .text) {
        let rect = bounds.intersection(rect)
        for row in rect.rowRange {
            for column in rect.columnRange { set(.space, style, column: column, row: row) }
        }
    }

    /// Changes the style of cells that are already drawn, for example for a selection or a search match.
    ///
    /// Cells with the role `unsafe` keep this role, so that escaped characters stay recognizable.
    package mutating func restyle(_ rect: Rect, role: Role? = nil, adding attributes: Style.Attributes = []) {
        let rect = bounds.intersection(rect)
        for row in rect.rowRange {
            for column in rect.columnRange {
                let index = row * size.columns + column
                if let role, cells[index].style.role != .unsafe { cells[index].style.role = role }
                cells[index].style.attributes.formUnion(attributes)
            }
        }
    }

    package mutating func rule(_ rect: Rect, style: Style = .border, glyphs: Glyphs) {
        let line = (style.role == .focusedBorder ? glyphs.focused : glyphs.plain).horizontal
        let rect = bounds.intersection(rect)
        guard rect.rows > 0 else { return }
        for column in rect.columnRange { set(line, style, column: column, row: rect.top) }
    }

    /// Draws a border with a title at the upper left and a note at the upper right: `+- 1 Links ------ 37/1,284 -+`.
    ///
    /// A focused border has heavy lines, so that it is visible without colors. The inside of the box is not changed. A rectangle smaller
    /// than 2x2 is drawn as far as possible. If there is not enough space, the note is left out.
    package mutating func box(
        _ rect: Rect,
        title: SafeText = "",
        note: SafeText = "",
        isFocused: Bool = false,
        glyphs: Glyphs
    ) {
        guard !rect.isEmpty else { return }
        let style: Style = isFocused ? .focusedBorder : .border
        let lines = isFocused ? glyphs.focused : glyphs.plain
        let right = rect.right - 1
        let bottom = rect.bottom - 1
        rule(rect.row(0), style: style, glyphs: glyphs)
        rule(rect.row(rect.rows - 1), style: style, glyphs: glyphs)
        for row in rect.rowRange.dropFirst().dropLast() {
            place(lines.vertical, style, rect.left, row)
            place(lines.vertical, style, right, row)
        }
        place(lines.bottomLeft, style, rect.left, bottom)
        place(lines.bottomRight, style, right, bottom)
        place(lines.topLeft, style, rect.left, rect.top)
        place(lines.topRight, style, right, rect.top)

        let room = rect.columns - 6
        guard room > 0 else { return }
        var used = 0
        if !title.isEmpty {
            let title = title.fitted(to: room, glyphs: glyphs)
            let text = StyledText((" ", style), (title, isFocused ? Style(.title, .bold) : .title), (" ", style))
            used = put(text, at: Point(column: rect.left + 2, row: rect.top)) + 1
        }
        if !note.isEmpty, note.columns + used <= room {
            let text = StyledText((" ", style), (note, .dim), (" ", style))
            put(text, at: Point(column: right - 3 - note.columns, row: rect.top))
        }
    }

    private mutating func place(_ glyph: Glyph, _ style: Style, _ column: Int, _ row: Int) {
        guard bounds.contains(Point(column: column, row: row)) else { return }
        set(glyph, style, column: column, row: row)
    }
}
