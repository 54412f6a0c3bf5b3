import AppLinks
import Deciding
import LinkLayers
import Panes
import Records
import Screen

/// The window that builds an App Link. `Forms` has the form itself, so its texts are kept until they are delivered, even if the window is
/// closed in the meantime.
struct BuildingWindow: Overlay {
    let scrolls = true
    let choosesRows = false

    func hints(_ state: State) -> [(keys: String, word: String)] {
        let form = state.forms.current
        var hints = [("Enter", "deliver")]
        if let index = form.focusedExtra { hints.append(("Ctrl-T", form.isJSON[index] ? "as text" : "as JSON")) }
        hints += [("Esc", "close"), ("Tab", "next")]
        if state.forms.aside != nil || form.isTouched { hints.append(("Ctrl-R", state.forms.aside != nil ? "other form" : "new form")) }
        return hints
    }

    func takesText(_ state: State) -> Bool { true }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch key {
        case .escape:
            return .close { state in
                if state.forms.current.isTouched { state.notice = Notice(.good, "The form is kept. \(.build) opens it again.") }
                return []
            }
        case .enter:
            guard let link = state.takeBuiltLink() else { break }
            return .close { _ in [.deliver(Array(link.utf8), .typed)] }
        case .tab: state.forms.current.move(by: 1)
        case .backTab: state.forms.current.move(by: -1)
        case .down: state.forms.current.moveRow(by: 1)
        case .up: state.forms.current.moveRow(by: -1)
        case .pageDown: state.forms.current.moveRow(by: state.forms.current.rows.count)
        case .pageUp: state.forms.current.moveRow(by: -state.forms.current.rows.count)
        case .control("t"):
            guard state.forms.current.focusedExtra != nil else {
                return .stay(state.notify(.plain, "Only an extra can switch between text and JSON."))
            }
            state.forms.current.toggleJSON()
        case .control("r"): state.forms.exchange(for: state.forms.aside ?? state.formOfSelection())
        default: state.forms.current.edit { _ = $0.edit(key) }
        }
        return .stay()
    }

    func select(_ row: Int, _ state: inout State) {
        let form = state.forms.current
        if form.fields.indices.contains(row) { state.forms.current.move(to: form.fields[row]) }
    }

    /// Inserts a pasted text into the focused field.
    func paste(_ text: String, _ state: inout State) -> [Effect]? {
        var lost = 0
        state.forms.current.edit { lost = $0.insert(text) }
        if lost > 0 {
            state.notice = Notice(.bad, "The field is full: \(lost) characters of the paste were dropped.")
        } else if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            state.notice = Notice(.plain, "Newlines and other control characters of the paste were removed: a field has one line.")
        }
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        FormView(form: state.forms.current, outcome: state.forms.current.outcome).draw(on: &canvas)
    }
}

extension State {
    mutating func startBuilding() {
        if !forms.current.isTouched { forms.current = formOfSelection() }
        overlay = BuildingWindow()
    }

    /// Returns a form with the texts of the selected App Link; an empty form if no App Link is selected or it does not fit into a form.
    fileprivate mutating func formOfSelection() -> LinkForm {
        guard let inspection = detail.inspection, let link = inspection.link, link.isAppLink else { return LinkForm() }
        if isCutLink {
            notice = Notice(.bad, "The selected link is too long and was only partly read, so this form is empty.")
            return LinkForm()
        }
        if inspection.bytes.count <= TextLine.limit, let draft = LinkDraft(link), let form = LinkForm(draft) { return form }
        notice = Notice(.plain, "The selected link is too long for a form, so this one is empty.")
        return LinkForm()
    }

    /// Returns the link of the form, which is then empty. If there is no link, says why and returns nil.
    fileprivate mutating func takeBuiltLink() -> String? {
        let outcome = forms.current.outcome
        guard let link = outcome.link else {
            let problem = outcome.problems.first { $0.kind != .doubt }
            if let field = problem?.field { forms.current.move(to: field) }
            tell(.bad, "\(display.mask.words(problem?.message ?? "There is no link yet."))")
            return nil
        }
        forms.current = LinkForm()
        return link
    }
}

/// The form of a new App Link: its fields, with the problems of each field below it, and a preview of the link.
private struct FormView {
    let form: LinkForm
    let outcome: LinkDraft.Outcome

    func draw(on canvas: inout Canvas) {
        let place = canvas.place
        let labelColumns = labelColumns(canvas)
        let position = "\(form.fields.firstIndex(of: form.focus).map { $0 + 1 } ?? 1)/\(form.fields.count)"
        let area = canvas.window(
            place.hasBorder ? "Build an App Link" : canvas.own("Build \(position)"),
            columns: min(place.columns, 100),
            rows: min(place.rows, 26),
            note: canvas.own(position)
        )
        let rows = formRows(columns: area.columns, canvas)
        let previewRows = max(area.rows / 3, area.rows > 2 ? 1 : 0)
        let (fields, rest) = area.split(top: min(rows.count, area.rows - previewRows))
        let top = firstRow(rows, height: fields.rows)
        canvas.noteHidden(HiddenRows(above: top, below: rows.count - top - fields.rows))
        for (offset, row) in rows.dropFirst(top).prefix(fields.rows).enumerated() {
            drawFields(row.fields, in: fields.row(offset), on: &canvas)
            if row.fields.isEmpty { canvas.put(row.message, in: fields.row(offset).split(left: labelColumns).rest) }
        }
        let preview = rest.rows > 4 ? rest.split(top: 1).rest : rest
        for (offset, row) in self.preview(columns: preview.columns, rows: preview.rows, canvas).prefix(preview.rows).enumerated() {
            canvas.put(row, in: preview.row(offset))
        }
    }

    /// The fields of a row, or a message about the fields above it.
    private typealias FormRow = (fields: [LinkDraft.Field], message: StyledText)

    private func isWide(_ canvas: Canvas) -> Bool { canvas.place.columns >= 60 }
    /// Returns the width of the labels, including the mark of the focused row before a label and a space after it.
    private func labelColumns(_ canvas: Canvas) -> Int { isWide(canvas) ? 15 : canvas.place.columns >= 30 ? 10 : 8 }

    private func problems(of field: LinkDraft.Field) -> [LinkDraft.Problem] { outcome.problems.filter { $0.field == field } }

    /// Returns the rows of the fields and of their problems. A long problem has several rows only if its field has the focus.
    private func formRows(columns: Int, _ canvas: Canvas) -> [FormRow] {
        let width = max(columns - labelColumns(canvas), 1)
        return form.rows.flatMap { names -> [FormRow] in
            let hasFocus = names.contains(form.focus)
            let messages = names.flatMap { problems(of: $0) }.flatMap { problem -> [FormRow] in
                let text = canvas.glyphs.sanitizer.text(canvas.mask.words(problem.message))
                let lines = hasFocus ? Array(text.wrappedAtBlanks(width: width).prefix(3)) : [text]
                return lines.map { ([], StyledText($0, style(of: problem))) }
            }
            return [(names, StyledText())] + messages
        }
    }

    /// Returns the first row in view, so that the focused row and its problems are visible.
    private func firstRow(_ rows: [FormRow], height: Int) -> Int {
        guard let focused = rows.firstIndex(where: { $0.fields.contains(form.focus) }) else { return 0 }
        let next = rows[(focused + 1)...].firstIndex { !$0.fields.isEmpty } ?? rows.count
        // The view begins with a row of fields, and not with the problems of a field that is not visible.
        return rows[min(max(next - height, 0), focused)...focused].firstIndex { !$0.fields.isEmpty } ?? focused
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
        if let index = form.fields.firstIndex(of: field) { canvas.noteTarget(.windowRow(index), in: rect) }
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

    private func preview(columns: Int, rows: Int, _ canvas: Canvas) -> [StyledText] {
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
