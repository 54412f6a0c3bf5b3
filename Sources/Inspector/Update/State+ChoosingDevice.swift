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
}
