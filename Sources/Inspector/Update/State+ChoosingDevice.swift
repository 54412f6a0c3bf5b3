import AppLinks
import Screen

extension State {
    /// What a row of the device window stands for.
    enum DeviceRow: Equatable {
        case profile(Int)
        case app(String)
        case home
    }

    var deviceRowKinds: [DeviceRow] {
        profiles.indices.map { .profile($0) } + device.apps.map { .app($0.id) } + [.home]
    }

    mutating func startChoosingDevice() {
        var cursor = ListCursor(follows: false)
        cursor.replace(count: deviceRowKinds.count)
        cursor.move(to: profiles.count)
        cursor.settle(height: deviceWindowHeight)
        overlay = .device(cursor)
    }

    private var deviceWindowHeight: Int { max(WindowPlace(size).rows - (WindowPlace(size).hasHint ? 2 : 0), 1) }

    mutating func chooseDevice(_ key: Key, _ cursor: ListCursor, now: Int64) -> [Effect]? {
        guard deviceRowKinds.indices.contains(cursor.selected) else { return leaveOverlay(key) }
        let row = deviceRowKinds[cursor.selected]
        var effects: [Effect] = []
        switch (key, row) {
        case (.enter, .profile(let index)): effects = act(.chooseDevice(profiles[index]), now: now)
        case (.enter, .app(let id)), (.space, .app(let id)):
            guard let app = device.app(id) else { break }
            effects = act(.switchApp(id: id, isInstalled: !app.isInstalled), now: now)
        case ("f", .app(let id)):
            guard device.app(id)?.isInstalled == true else {
                notice = Notice(.plain, "An app that is not installed cannot come to the front. Space installs it.")
                break
            }
            effects = act(.bringToFront(.app(id)), now: now)
        case ("f", .home), (.enter, .home): effects = act(.bringToFront(.home), now: now)
        case ("d", _):
            overlay = nil
            return []
        default:
            guard let moved = moved(cursor, by: key, height: deviceWindowHeight) else { return leaveOverlay(key) }
            overlay = .device(moved)
            return []
        }
        var cursor = cursor
        cursor.replace(count: deviceRowKinds.count)
        overlay = .device(cursor)
        return effects
    }

    /// The rows of the device window: the devices to choose from, the apps of this one, and the home screen.
    var deviceRows: [StyledLine] {
        deviceRowKinds.map { row in
            switch row {
            case .profile(let index):
                let profile = profiles[index]
                let isChosen = profile.name == device.name && profile.platform == device.platform
                return StyledLine((isChosen ? " (x) " : " ( ) ", .key), (profile.name, isChosen ? .accent : .text))
            case .app(let id):
                guard let app = device.app(id) else { return StyledLine() }
                let isFront = device.front == .app(id)
                var line = StyledLine((app.isInstalled ? " [x] " : " [ ] ", .key), (app.name, app.isInstalled ? .text : .dim))
                if !app.isInstalled { line.append("  not installed", .warning) }
                if isFront { line.append("  in front", .accent) }
                line.append("  \(app.schemes.map { $0 + ":" }.joined(separator: " "))  \(app.id)", .dim)
                return line
            case .home: return StyledLine((device.front == .home ? "     home screen  in front" : "     home screen", .dim))
            }
        }
    }
}
