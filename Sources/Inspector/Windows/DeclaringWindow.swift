import Deciding
import Panes
import Screen

/// The form in which an app is declared: its fields, each with its problem below it. The form itself is in `Forms`. Enter adds the app to the
/// device, and an effect adds it to the file of the device. The form is kept until the file is written.
struct DeclaringWindow: Overlay {
    let scrolls = true
    let choosesRows = false

    func hints(_ state: State) -> [(keys: String, word: String)] {
        [("Enter", "save"), ("Tab", "next"), ("Esc", "close"), ("Ctrl-R", "new form")]
    }

    func takesText(_ state: State) -> Bool { state.forms.app != nil }

    func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard var form = state.forms.app else { return .unused }
        switch key {
        case .escape:
            return .close { state in
                if form.isTouched { return state.notify(.plain, "The form is kept. \(.declare) opens it again.") }
                state.forms.app = nil
                return []
            }
        case .enter:
            let effects = state.declare(form, now: state.notices.now)
            return state.hasWindow ? .stay(effects) : .close { _ in effects }
        case .tab, .down: form.move(by: 1)
        case .backTab, .up: form.move(by: -1)
        case .control("r"): form = state.formOfMissingApp() ?? AppForm()
        default: form.edit { _ = $0.edit(key) }
        }
        state.forms.app = form
        return .stay()
    }

    func select(_ row: Int, _ state: inout State) { state.forms.app?.move(to: AppForm.Field.allCases[row]) }

    /// Inserts a pasted text into the focused field.
    func paste(_ text: String, _ state: inout State) -> [Effect]? {
        state.forms.app?.edit { $0.insert(text) }
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        guard let form = state.forms.app else { return }
        let place = canvas.place
        let device = state.device.simulated
        let doubt = form.doubt(on: device)
        let problems = AppForm.Field.allCases.map { form.isTouched || $0 != .schemes ? form.problem($0, on: device) : nil }
        let hintRows = place.hasHint ? 2 : 0
        let rows = AppForm.Field.allCases.count + problems.count { $0 != nil } + (doubt == nil ? 0 : 1) + hintRows
        let title = form.changed.map { "Change \($0.name)" } ?? "Add an app to the \(device.name)"
        let area = canvas.window(canvas.safe(title, columns: place.columns), columns: min(place.columns, 84), rows: rows)
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
                draw(field, of: form, in: rect, labelColumns, on: &canvas)
            } else {
                canvas.put(text.message, in: rect.split(left: labelColumns).rest, style: text.style)
            }
        }
        canvas.put("An empty field uses its gray value. After saving, u removes the app again.", atBottomOf: hint)
    }

    private func draw(_ field: AppForm.Field, of form: AppForm, in rect: Rect, _ labelColumns: Int, on canvas: inout Canvas) {
        let hasFocus = form.focus == field
        let (label, rest) = rect.split(left: labelColumns)
        if let index = AppForm.Field.allCases.firstIndex(of: field) { canvas.noteTarget(.windowRow(index), in: rect) }
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
        case .hosts: "hosts"
        case .returnURL: isWide ? "return URL" : "return"
        case .id: "ID"
        }
    }
}

extension State {
    /// Opens a form; nil stands for the app that the selection lacks, or for a form with changes that are not saved.
    mutating func startDeclaring(_ form: AppForm? = nil) {
        if form != nil || forms.app?.isTouched != true { forms.app = form ?? formOfMissingApp() ?? AppForm() }
        overlay = DeclaringWindow()
    }

    /// Opens the form for the app with this scheme, whatever is selected.
    mutating func startDeclaring(scheme: String) {
        let scheme = String(scheme.prefix { $0 != ":" })
        startDeclaring(device.simulated.app(claiming: scheme).map { AppForm($0) } ?? AppForm(scheme: scheme))
    }
}
