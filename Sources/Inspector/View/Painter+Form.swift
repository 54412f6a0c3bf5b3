import LinkLayers
import Screen

extension Painter {
    /// The form: fields with what is wrong under them, and below them the link as it would be.
    mutating func drawForm() {
        let form = state.form
        let position = "\(form.fields.firstIndex(of: form.focus).map { $0 + 1 } ?? 1)/\(form.fields.count)"
        let area = window(
            place.hasBorder ? "Build an App Link" : own("Build \(position)"),
            columns: min(place.columns, 100),
            rows: min(place.rows, 26),
            note: own(isWideForm ? "\(position)  Enter delivers, Esc closes" : position)
        )
        let rows = formRows(form, columns: area.columns)
        let previewRows = max(area.rows / 3, area.rows > 2 ? 1 : 0)
        let (fields, rest) = area.split(top: min(rows.count, area.rows - previewRows))
        let top = firstRow(rows, form, height: fields.rows)
        for (offset, row) in rows.dropFirst(top).prefix(fields.rows).enumerated() {
            switch row {
            case .fields(let names): drawFields(names, form, in: fields.row(offset))
            case .message(let text, let style):
                let rect = fields.row(offset).split(left: formLabelColumns).rest
                frame.put(text.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, style: style, clip: rect)
            }
        }
        drawPreview(form, in: rest.rows > 4 ? rest.split(top: 1).rest : rest)
    }

    private enum FormRow {
        case fields([LinkDraft.Field])
        case message(SafeText, Style)
    }

    private var isWideForm: Bool { place.columns >= 60 }
    /// With the mark of the row that is written in, and a blank behind.
    private var formLabelColumns: Int { isWideForm ? 15 : place.columns >= 30 ? 10 : 8 }

    /// The rows of fields, each with what is to be said of it; of the row that is written in, all of that.
    private func formRows(_ form: LinkForm, columns: Int) -> [FormRow] {
        let width = max(columns - formLabelColumns, 1)
        return form.rows.flatMap { names -> [FormRow] in
            let hasFocus = names.contains(form.focus)
            let messages = names.flatMap { form.problems(of: $0) }.flatMap { problem -> [FormRow] in
                let text = glyphs.sanitizer.text(state.mask.words(problem.message))
                let lines = hasFocus ? Array(text.wrappedAtBlanks(width: width).prefix(3)) : [text]
                return lines.map { .message($0, style(of: problem)) }
            }
            return [.fields(names)] + messages
        }
    }

    /// The first row in view: the row that is written in, and what is said of it, are to be seen.
    private func firstRow(_ rows: [FormRow], _ form: LinkForm, height: Int) -> Int {
        let isFocused = { (row: FormRow) in
            if case .fields(let names) = row { names.contains(form.focus) } else { false }
        }
        guard let focused = rows.firstIndex(where: isFocused) else { return 0 }
        let next = rows[(focused + 1)...].firstIndex { if case .fields = $0 { true } else { false } } ?? rows.count
        // What is said of a field is not shown without it.
        return rows[min(max(next - height, 0), focused)...focused].firstIndex { if case .fields = $0 { true } else { false } } ?? focused
    }

    private func style(of problem: LinkDraft.Problem) -> Style {
        switch problem.kind {
        case .missing: .dim
        case .wrong: .error
        case .doubt: .warning
        }
    }

    // MARK: Fields

    private mutating func drawFields(_ names: [LinkDraft.Field], _ form: LinkForm, in rect: Rect) {
        guard let first = names.first else { return }
        let hasFocus = names.contains(form.focus)
        let (label, rest) = rect.split(left: formLabelColumns)
        if hasFocus { frame.put(glyphs.selected, at: label.origin, style: Style(.accent, .bold), clip: label) }
        frame.put(
            self.label(first), at: Point(column: label.left + 1, row: label.top), style: Style(.key, hasFocus ? .bold : []), clip: label)
        guard case .extraName(let index) = first, names.count == 2 else {
            drawField(first, form, in: rest)
            return
        }
        let (name, other) = rest.split(left: isWideForm ? 18 : max((rest.columns - 4) * 2 / 5, 2))
        let (sign, value) = other.split(left: 4)
        drawField(first, form, in: name)
        frame.put(form.extras[index].isJSON ? " := " : "  = ", at: sign.origin, style: .dim, clip: sign)
        drawField(names[1], form, in: value)
    }

    private mutating func drawField(_ field: LinkDraft.Field, _ form: LinkForm, in rect: Rect) {
        let line = form[field]
        let hasFocus = form.focus == field
        guard !line.characters.isEmpty else {
            frame.put(placeholder(field, form).fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, style: .dim, clip: rect)
            if hasFocus, !rect.isEmpty { frame.cursor = rect.origin }
            return
        }
        drawLine(
            shown(field, form), cursor: hasFocus ? line.cursor : nil, marked: marked(field, form), in: rect)
    }

    /// An extra whose name says so is a secret as a whole.
    private func shown(_ field: LinkDraft.Field, _ form: LinkForm) -> [Character] {
        let line = form[field]
        guard case .extraValue(let index) = field, state.mask.hides(name: form.extras[index].name.text) else {
            return line.shown(masking: state.mask)
        }
        return line.characters.map { _ in state.mask.sign }
    }

    /// The characters that the first trouble with a known place is about.
    private func marked(_ field: LinkDraft.Field, _ form: LinkForm) -> Range<Int>? {
        guard let bytes = form.problems(of: field).lazy.compactMap(\.range).first else { return nil }
        var start = 0
        var first: Int?
        let characters = form[field].characters
        for (index, character) in characters.enumerated() {
            let end = start + character.utf8.count
            if end > bytes.lowerBound, first == nil { first = index }
            if end >= bytes.upperBound, let first { return first..<index + 1 }
            start = end
        }
        // What is missing at the end is missing behind the last character.
        return characters.isEmpty ? nil : (first ?? characters.count - 1)..<characters.count
    }

    private func label(_ field: LinkDraft.Field) -> SafeText {
        switch field {
        case .target: "target"
        case .app: isWideForm ? "app URL" : "app"
        case .extraName, .extraValue: "extra"
        case .refererName: isWideForm ? "referer name" : formLabelColumns > 9 ? "ref name" : "back"
        case .refererURL: isWideForm ? "referer URL" : formLabelColumns > 9 ? "ref URL" : "to"
        case .userAgent: "agent"
        case .data: "data"
        }
    }

    private func placeholder(_ field: LinkDraft.Field, _ form: LinkForm) -> SafeText {
        switch field {
        case .target, .refererURL, .userAgent: ""
        case .app: "the target itself"
        case .extraName: "name"
        case .extraValue(let index): form.extras[index].isJSON ? "JSON" : "text"
        case .refererName: "for the return banner"
        case .data: "more data, a JSON object"
        }
    }

    // MARK: The link

    private mutating func drawPreview(_ form: LinkForm, in area: Rect) {
        let rows = previewRows(form, columns: area.columns, rows: area.rows)
        for (offset, row) in rows.prefix(area.rows).enumerated() {
            let rect = area.row(offset)
            frame.put(row.fitted(to: rect.columns, glyphs: glyphs), at: rect.origin, clip: rect)
        }
    }

    private func previewRows(_ form: LinkForm, columns: Int, rows: Int) -> [StyledText] {
        let notes =
            form.outcome.problems.filter { $0.field == nil }.map { ($0.message, style(of: $0)) }
            + form.outcome.findings.map { ($0.message, $0.severity == .note ? Style.dim : .warning) }
        var said = notes.map { StyledText(safe(state.mask.words($0.0), columns: columns), $0.1) }
        guard let link = form.outcome.link else {
            let first = form.outcome.problems.first { $0.kind != .doubt && $0.field != nil }
            let text = "No link yet" + (first.map { ": " + state.mask.words($0.message) } ?? ".")
            return glyphs.sanitizer.text(text).wrappedAtBlanks(width: columns).map { StyledText($0, .dim) } + said
        }
        let bytes = Array(link.utf8)
        let heading = rows > 2 ? [StyledText(own("Link, \(grouped(bytes.count)) bytes"), Style(.title, .bold))] : []
        said = Array(said.prefix(rows / 4))
        let room = max(rows - heading.count - said.count, 0)
        let text = state.mask.beginning(of: bytes, columns: (room + 1) * max(columns, 1))
        let lines = glyphs.sanitizer.lines(text, width: columns, limit: room + 1)
        var shown = lines.prefix(room).map { StyledText($0, .value) }
        if lines.count > room, room > 0 {
            shown[room - 1] = StyledText(lines[room - 1].prefix(columns: columns - glyphs.cut.columns) + glyphs.cut, .value)
        }
        return heading + said + shown
    }
}
