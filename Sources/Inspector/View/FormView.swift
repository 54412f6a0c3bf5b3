import AppLinks
import Deciding
import LinkLayers
import Panes
import Screen

/// The form that builds an App Link: its fields, with the problems of each field below it, and a preview of the link.
struct FormView {
    let form: LinkForm
    let outcome: LinkDraft.Outcome

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let isWide = isWide(canvas)
        let labelColumns = labelColumns(canvas)
        let position = "\(form.fields.firstIndex(of: form.focus).map { $0 + 1 } ?? 1)/\(form.fields.count)"
        let area = canvas.window(
            place.hasBorder ? "Build an App Link" : canvas.own("Build \(position)"),
            columns: min(place.columns, 100),
            rows: min(place.rows, 26),
            note: canvas.own(isWide ? "\(position)  Enter delivers, Esc closes" : position)
        )
        let rows = formRows(columns: area.columns, canvas)
        let previewRows = max(area.rows / 3, area.rows > 2 ? 1 : 0)
        let (fields, rest) = area.split(top: min(rows.count, area.rows - previewRows))
        let top = firstRow(rows, height: fields.rows)
        canvas.noteHidden(HiddenRows(above: top, below: rows.count - top - fields.rows))
        for (offset, row) in rows.dropFirst(top).prefix(fields.rows).enumerated() {
            switch row {
            case .fields(let names): drawFields(names, in: fields.row(offset), on: &canvas)
            case .message(let text, let style):
                canvas.put(text, in: fields.row(offset).split(left: labelColumns).rest, style: style)
            }
        }
        drawPreview(in: rest.rows > 4 ? rest.split(top: 1).rest : rest, on: &canvas)
    }

    private enum FormRow {
        case fields([LinkDraft.Field])
        case message(SafeText, Style)
    }

    private func isWide(_ canvas: Canvas) -> Bool { canvas.place.columns >= 60 }
    /// Returns the width of the labels, including the mark of the focused row before a label and a space after it.
    private func labelColumns(_ canvas: Canvas) -> Int { isWide(canvas) ? 15 : canvas.place.columns >= 30 ? 10 : 8 }

    private func problems(of field: LinkDraft.Field) -> [LinkDraft.Problem] { outcome.problems.filter { $0.field == field } }

    /// Returns the rows of the fields and of their problems. A long problem has several rows if its field has the focus. Otherwise, it is
    /// truncated to one row.
    private func formRows(columns: Int, _ canvas: Canvas) -> [FormRow] {
        let width = max(columns - labelColumns(canvas), 1)
        return form.rows.flatMap { names -> [FormRow] in
            let hasFocus = names.contains(form.focus)
            let messages = names.flatMap { problems(of: $0) }.flatMap { problem -> [FormRow] in
                let text = canvas.glyphs.sanitizer.text(canvas.mask.words(problem.message))
                let lines = hasFocus ? Array(text.wrappedAtBlanks(width: width).prefix(3)) : [text]
                return lines.map { .message($0, style(of: problem)) }
            }
            return [.fields(names)] + messages
        }
    }

    /// Returns the first row in view, so that the focused row and its problems are visible.
    private func firstRow(_ rows: [FormRow], height: Int) -> Int {
        let isFocused = { (row: FormRow) in
            if case .fields(let names) = row { names.contains(form.focus) } else { false }
        }
        guard let focused = rows.firstIndex(where: isFocused) else { return 0 }
        let next = rows[(focused + 1)...].firstIndex { if case .fields = $0 { true } else { false } } ?? rows.count
        // The view begins with a row of fields, and not with the problems of a field that is not visible.
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

    private func drawFields(_ names: [LinkDraft.Field], in rect: Rect, on canvas: inout Canvas) {
        guard let first = names.first else { return }
        let hasFocus = names.contains(form.focus)
        let (label, rest) = rect.split(left: labelColumns(canvas))
        if hasFocus { canvas.frame.put(canvas.glyphs.selected, at: label.origin, style: Style(.accent, .bold), clip: label) }
        canvas.frame.put(
            self.label(first, canvas), at: Point(column: label.left + 1, row: label.top), style: Style(.key, hasFocus ? .bold : []),
            clip: label)
        guard case .extraName(let index) = first, names.count == 2 else {
            drawField(first, in: rest, on: &canvas)
            return
        }
        let (name, other) = rest.split(left: isWide(canvas) ? 18 : max((rest.columns - 4) * 2 / 5, 2))
        let (sign, value) = other.split(left: 4)
        drawField(first, in: name, on: &canvas)
        canvas.frame.put(form.isJSON[index] ? " := " : "  = ", at: sign.origin, style: .dim, clip: sign)
        drawField(names[1], in: value, on: &canvas)
    }

    private func drawField(_ field: LinkDraft.Field, in rect: Rect, on canvas: inout Canvas) {
        let line = form[field]
        let hasFocus = form.focus == field
        guard !line.characters.isEmpty else {
            canvas.put(placeholder(field), in: rect, style: .dim)
            if hasFocus, !rect.isEmpty { canvas.frame.cursor = rect.origin }
            return
        }
        canvas.drawLine(masked(field, canvas.mask), cursor: hasFocus ? line.cursor : nil, marked: marked(field), in: rect)
    }

    /// Returns the characters of a field as they are shown. If the name of an extra is that of a secret, its whole value is masked.
    private func masked(_ field: LinkDraft.Field, _ mask: SecretMask) -> [Character] {
        let line = form[field]
        guard case .extraValue(let index) = field, mask.hides(name: form[.extraName(index)].text) else {
            return line.masked(by: mask).characters
        }
        return line.characters.map { _ in mask.sign }
    }

    /// Returns the range of characters of the field's first problem that has a place.
    private func marked(_ field: LinkDraft.Field) -> Range<Int>? {
        guard let bytes = problems(of: field).lazy.compactMap(\.range).first else { return nil }
        var start = 0
        var first: Int?
        let characters = form[field].characters
        for (index, character) in characters.enumerated() {
            let end = start + character.utf8.count
            if end > bytes.lowerBound, first == nil { first = index }
            if end >= bytes.upperBound, let first { return first..<index + 1 }
            start = end
        }
        // A problem after the end of the text is marked at the last character of the text.
        return characters.isEmpty ? nil : (first ?? characters.count - 1)..<characters.count
    }

    private func label(_ field: LinkDraft.Field, _ canvas: Canvas) -> SafeText {
        let isWide = isWide(canvas)
        let hasRoom = labelColumns(canvas) > 9
        return switch field {
        case .target: "target"
        case .app: isWide ? "app URL" : "app"
        case .extraName, .extraValue: "extra"
        case .refererName: isWide ? "referer name" : hasRoom ? "ref name" : "back"
        case .refererURL: isWide ? "referer URL" : hasRoom ? "ref URL" : "to"
        case .userAgent: "agent"
        case .data: "data"
        }
    }

    private func placeholder(_ field: LinkDraft.Field) -> SafeText {
        switch field {
        case .target, .refererURL, .userAgent: ""
        case .app: "the target itself"
        case .extraName: "name"
        case .extraValue(let index): form.isJSON[index] ? "JSON" : "text"
        case .refererName: "for the return banner"
        case .data: "more data, a JSON object"
        }
    }

    // MARK: The link

    private func drawPreview(in area: Rect, on canvas: inout Canvas) {
        let rows = previewRows(columns: area.columns, rows: area.rows, canvas)
        for (offset, row) in rows.prefix(area.rows).enumerated() { canvas.put(row, in: area.row(offset)) }
    }

    private func previewRows(columns: Int, rows: Int, _ canvas: Canvas) -> [StyledText] {
        let (glyphs, mask) = (canvas.glyphs, canvas.mask)
        let notes =
            outcome.problems.filter { $0.field == nil }.map { ($0.message, style(of: $0)) }
            + outcome.findings.map { ($0.message, $0.severity == .note ? Style.dim : .warning) }
        var noteRows = notes.map { StyledText(canvas.safe(mask.words($0.0), columns: columns), $0.1) }
        guard let link = outcome.link else {
            let first = outcome.problems.first { $0.kind != .doubt && $0.field != nil }
            let text = "No link yet" + (first.map { ": " + mask.words($0.message) } ?? ".")
            return glyphs.sanitizer.text(text).wrappedAtBlanks(width: columns).map { StyledText($0, .dim) } + noteRows
        }
        let bytes = Array(link.utf8)
        let heading = rows > 2 ? [StyledText(canvas.own("Link, \(canvas.grouped(bytes.count)) bytes"), Style(.title, .bold))] : []
        noteRows = Array(noteRows.prefix(rows / 4))
        let room = max(rows - heading.count - noteRows.count, 0)
        let text = mask.beginning(of: bytes, columns: (room + 1) * max(columns, 1))
        let lines = glyphs.sanitizer.lines(text, width: columns, limit: room + 1)
        var shown = lines.prefix(room).map { StyledText($0, .value) }
        if lines.count > room, room > 0 {
            shown[room - 1] = StyledText(lines[room - 1].prefix(columns: columns - glyphs.cut.columns) + glyphs.cut, .value)
        }
        return heading + noteRows + shown
    }
}

/// The form in which an app is declared: its fields, each with its problem below it.
struct AppFormView {
    let form: AppForm
    let device: SimulatedDevice

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let doubt = form.doubt(on: device)
        let problems = AppForm.Field.allCases.map { form.isTouched || $0 != .schemes ? form.problem($0, on: device) : nil }
        let hintRows = place.hasHint ? 2 : 0
        let rows = AppForm.Field.allCases.count + problems.count { $0 != nil } + (doubt == nil ? 0 : 1) + hintRows
        let title = form.changed.map { "Change \($0.name)" } ?? "Add an app to the \(device.name)"
        let area = canvas.window(
            canvas.safe(title, columns: place.columns), columns: min(place.columns, 84), rows: rows, note: "Enter saves, Esc closes")
        let labelColumns = area.columns >= 40 ? 13 : 9
        let (lines, hint) = area.split(bottom: hintRows)
        var texts: [(field: AppForm.Field?, message: SafeText, style: Style)] = []
        for (field, problem) in zip(AppForm.Field.allCases, problems) {
            texts.append((field, "", .text))
            if let problem { texts.append((nil, canvas.safe(problem, columns: area.columns), .error)) }
            if field == .schemes, let doubt { texts.append((nil, canvas.safe(doubt, columns: area.columns), .warning)) }
        }
        // The focused field is in view, with its problem if there is room.
        let focused = texts.firstIndex { $0.field == form.focus } ?? 0
        let top = min(max(min(focused + 2, texts.count) - lines.rows, 0), focused)
        canvas.noteHidden(HiddenRows(above: top, below: texts.count - top - lines.rows))
        for (offset, text) in texts.dropFirst(top).prefix(lines.rows).enumerated() {
            let rect = lines.row(offset)
            if let field = text.field {
                draw(field, in: rect, labelColumns, on: &canvas)
            } else {
                canvas.put(text.message, in: rect.split(left: labelColumns).rest, style: text.style)
            }
        }
        guard hintRows > 0 else { return }
        canvas.put("If you leave a field empty, its gray value is used. u removes the app.", in: hint.row(1), style: .dim)
    }

    private func draw(_ field: AppForm.Field, in rect: Rect, _ labelColumns: Int, on canvas: inout Canvas) {
        let hasFocus = form.focus == field
        let (label, rest) = rect.split(left: labelColumns)
        if hasFocus { canvas.frame.put(canvas.glyphs.selected, at: label.origin, style: Style(.accent, .bold), clip: label) }
        canvas.frame.put(
            field.label(isWide: labelColumns > 10), at: Point(column: label.left + 1, row: label.top),
            style: Style(.key, hasFocus ? .bold : []), clip: label)
        let line = form[field]
        if line.characters.isEmpty {
            canvas.put(canvas.safe(form.fallback(field), columns: rest.columns), in: rest, style: .dim)
            if hasFocus, !rest.isEmpty { canvas.frame.cursor = rest.origin }
        } else {
            canvas.drawLine(line.masked(by: canvas.mask).characters, cursor: hasFocus ? line.cursor : nil, in: rest)
        }
    }
}

extension AppForm.Field {
    fileprivate func label(isWide: Bool) -> SafeText {
        switch self {
        case .name: "name"
        case .schemes: "schemes"
        case .returnURL: isWide ? "return URL" : "return"
        case .id: "ID"
        }
    }
}
