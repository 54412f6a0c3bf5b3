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
