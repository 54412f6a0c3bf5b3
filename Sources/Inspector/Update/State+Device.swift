import AppLinks
import Screen

extension State {
    mutating func startChoosingDevice() {
        var cursor = ListCursor(count: DeviceRow.all(of: device).count, selected: device.profiles.count)
        cursor.settle(height: deviceWindowHeight)
        overlay = .device(cursor)
    }

    private var deviceWindowHeight: Int { max(windowPlace.rows - (windowPlace.hasHint ? 2 : 0), 1) }

    mutating func chooseDevice(_ key: Key, _ cursor: ListCursor, now: Int64) -> [Effect]? {
        let rows = DeviceRow.all(of: device)
        guard rows.indices.contains(cursor.selected) else { return leave(key) }
        let row = rows[cursor.selected]
        var effects: [Effect] = []
        switch (key, row) {
        case (.enter, .profile(let index)): effects = act(.chooseDevice(device.profiles[index]), now: now)
        case (.enter, .app(let id)), (.space, .app(let id)):
            guard let app = device.simulated.app(id) else { break }
            effects = act(.switchApp(id: id, isInstalled: !app.isInstalled), now: now)
        case ("f", .app(let id)):
            guard device.simulated.app(id)?.isInstalled == true else {
                return notify(.plain, "An app that is not installed cannot come to the front. Space installs it.")
            }
            effects = act(.bringToFront(.app(id)), now: now)
        case (.enter, .assuming), (.space, .assuming): effects = act(.assumeApps(!device.simulated.assumesApps), now: now)
        case ("a", .app(let id)):
            if let app = device.simulated.app(id) { startDeclaring(app: app) }
            return []
        case ("a", _):
            startDeclaring()
            return []
        case ("f", .home), (.enter, .home): effects = act(.bringToFront(.home), now: now)
        default:
            guard let moved = moved(cursor, by: key, height: deviceWindowHeight) else { return leave(key, opener: .device) }
            overlay = .device(moved)
            return []
        }
        var cursor = cursor
        cursor.replace(count: DeviceRow.all(of: device).count)
        overlay = .device(cursor)
        return effects
    }

    // MARK: Typed commands

    /// Changes to the device with a name.
    mutating func chooseDevice(_ name: String, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        guard let profile = device.profiles.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            let names = device.profiles.map(\.name)
            let all = [names.dropLast().joined(separator: ", "), names.last ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
            throw TypedCommand.Mistake(message: "There is no device \"\(name)\". The devices are \(all).")
        }
        return act(.chooseDevice(profile), now: now)
    }

    mutating func switchApp(_ name: String, isInstalled: Bool, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        let app = try app(name)
        guard app.isInstalled != isInstalled else {
            return notify(.plain, "\(device.name(of: .app(app.id))) is already \(isInstalled ? "installed" : "not installed").")
        }
        let effects = act(.switchApp(id: app.id, isInstalled: isInstalled), now: now)
        notice = Notice(.good, "\(device.name(of: .app(app.id))) is \(isInstalled ? "installed" : "removed"). u undoes it.")
        return effects
    }

    mutating func bringToFront(_ name: String, now: Int64) throws(TypedCommand.Mistake) -> [Effect] {
        let fixed = [SimulatedDevice.Front.home, .browser].first { device.names(of: $0).contains(name.lowercased()) }
        let front = if let fixed { fixed } else { SimulatedDevice.Front.app(try app(name).id) }
        if case .app(let id) = front, device.simulated.app(id)?.isInstalled != true {
            return notify(.plain, "\(device.name(of: front)) is not installed, so it cannot come to the front.")
        }
        let effects = act(.bringToFront(front), now: now)
        notice = Notice(.good, "In front: \(device.name(of: device.simulated.front)).")
        return effects
    }

    /// Returns the app with a name or ID, or the only one whose name begins with the text.
    private func app(_ name: String) throws(TypedCommand.Mistake) -> SimulatedDevice.App {
        let apps = device.simulated.apps
        if let exact = apps.first(where: { device.names(of: .app($0.id)).contains(name.lowercased()) }) { return exact }
        let found = apps.filter { $0.name.lowercased().hasPrefix(name.lowercased()) }
        guard found.count == 1 else {
            throw TypedCommand.Mistake(message: "There is no app \"\(name)\". The apps are \(apps.map(\.name).joined(separator: ", ")).")
        }
        return found[0]
    }
}

extension Device {
    /// Returns the names, in lowercase, by which a typed command can refer to an app, the browser or the home screen.
    func names(of front: SimulatedDevice.Front) -> [String] {
        switch front {
        case .browser: ["browser", name(of: front).lowercased()]
        case .home: ["home", "home screen"]
        case .app(let id): [name(of: front).lowercased(), id.lowercased()]
        }
    }
}
