import AppLinks
import Screen

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
