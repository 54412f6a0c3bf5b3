import Deciding
import Panes
import Screen

/// The window with the devices to choose from, the apps of the current device, and the home screen.
struct DeviceWindow: ListWindow {
    let opener: Command? = .device

    var cursor: ListCursor

    init(_ state: State) {
        cursor = ListCursor(count: DeviceRow.all(of: state.device).count, selected: state.device.profiles.count)
        cursor.settle(height: listHeight(state))
    }

    func hints(_ state: State) -> [(keys: String, word: String)] {
        let acts: [(keys: String, word: String)] =
            switch DeviceRow.all(of: state.device)[at: cursor] {
            case .profile: [("Enter", "choose"), ("a", "add app")]
            case .home: [("f", "to front"), ("a", "add app")]
            case .assuming: [("Space", "on/off"), ("a", "add app")]
            case .app, nil: [("Space", "on/off"), ("f", "to front"), ("a", "change app")]
            }
        return [("j/k", "move")] + acts + [("Esc", "done")]
    }

    func listHeight(_ state: State) -> Int { max(state.windowPlace.rows - (state.windowPlace.hasHint ? 2 : 0), 1) }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        guard let row = DeviceRow.all(of: state.device)[at: cursor] else { return .unused }
        let act: Act
        switch (key, row) {
        case (.enter, .profile(let index)): act = .chooseDevice(state.device.profiles[index])
        case (.enter, .app(let id)), (.space, .app(let id)):
            guard let app = state.device.simulated.app(id) else { return .stay() }
            act = .switchApp(id: id, isInstalled: !app.isInstalled)
        case ("f", .app(let id)):
            guard state.device.simulated.app(id)?.isInstalled == true else {
                return .stay(
                    state.notify(
                        .plain, "An app that is not installed cannot come to the front. \(.install, id, onScreen: "Space") installs it."))
            }
            act = .bringToFront(.app(id))
        case (.enter, .assuming), (.space, .assuming): act = .assumeApps(!state.device.simulated.assumesApps)
        case ("a", .app(let id)):
            guard let app = state.device.simulated.app(id) else { return .stay() }
            return .close(changing: { $0.startDeclaring(AppForm(app)) })
        case ("a", _): return .close(changing: { $0.startDeclaring() })
        case ("f", .home), (.enter, .home): act = .bringToFront(.home)
        default: return .unused
        }
        let effects = state.act(act, now: state.notices.now)
        cursor.replace(count: DeviceRow.all(of: state.device).count)
        return .stay(effects)
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let rows = DeviceRow.all(of: state.device)
        let hintRows = canvas.place.hasHint ? 2 : 0
        let area = canvas.window("Device", columns: 90, rows: rows.count + hintRows)
        let (list, hint) = area.split(bottom: hintRows)
        canvas.rows(rows, of: cursor, in: list) { $0.line(state.device, columns: area.columns, $1) }
        canvas.put("Enter selects; a adds or changes an app. Switching an app on or off lasts for this session.", atBottomOf: hint)
    }
}

/// A row of the device window: a device to choose, an app of the current device, the home screen, or the switch that assumes apps.
enum DeviceRow: Equatable {
    case profile(Int)
    case app(String)
    case home
    case assuming

    static func all(of device: Device) -> [DeviceRow] {
        device.profiles.indices.map { .profile($0) } + device.simulated.apps.map { .app($0.id) } + [.home, .assuming]
    }

    func line(_ device: Device, columns: Int, _ canvas: Canvas) -> StyledText {
        let simulated = device.simulated
        switch self {
        case .profile(let index):
            let profile = device.profiles[index]
            let isChosen = profile.name == simulated.name && profile.platform == simulated.platform
            let name = canvas.safe(profile.name, columns: columns)
            return StyledText((isChosen ? " (x) " : " ( ) ", .key), (name, isChosen ? .accent : .text))
        case .app(let id):
            guard let app = simulated.app(id) else { return StyledText() }
            var line = StyledText(app.isInstalled ? " [x] " : " [ ] ", .key)
            line.append(canvas.safe(app.name, columns: columns), app.isInstalled ? .text : .dim)
            if app.isAssumed { line.append(canvas.own("\(Device.assumedMark)  assumed"), .dim) }
            if !app.isInstalled { line.append("  not installed", .warning) }
            if simulated.front == .app(id) { line.append("  in front", .accent) }
            let claims = app.claimedSchemes.map { $0 + ":" } + (app.declared?.hosts ?? [])
            line.append(canvas.safe("  \(claims.joined(separator: " "))  \(app.id)", columns: columns), .dim)
            return line
        case .assuming:
            let isOn = simulated.assumesApps
            return StyledText((isOn ? " [x] " : " [ ] ", .key), ("assume an app for each scheme that no app claims", isOn ? .text : .dim))
        case .home: return StyledText(simulated.front == .home ? "     home screen  in front" : "     home screen", .dim)
        }
    }
}

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
