import AppLinks
import Screen

/// A row of the device window: a device to choose, an app of the current device, the home screen, or the switch that assumes apps.
enum DeviceRow: Equatable {
    case profile(Int)
    case app(String)
    case home
    case assuming

    static func all(of device: Device) -> [DeviceRow] {
        device.profiles.indices.map { .profile($0) } + device.simulated.apps.map { .app($0.id) } + [.home, .assuming]
    }

    func line(_ device: Device) -> StyledLine {
        let simulated = device.simulated
        switch self {
        case .profile(let index):
            let profile = device.profiles[index]
            let isChosen = profile.name == simulated.name && profile.platform == simulated.platform
            return StyledLine((isChosen ? " (x) " : " ( ) ", .key), (profile.name, isChosen ? .accent : .text))
        case .app(let id):
            guard let app = simulated.app(id) else { return StyledLine() }
            var line = StyledLine((app.isInstalled ? " [x] " : " [ ] ", .key), (app.name, app.isInstalled ? .text : .dim))
            if app.isAssumed { line.append("\(Device.assumedMark)  assumed", .dim) }
            if !app.isInstalled { line.append("  not installed", .warning) }
            if simulated.front == .app(id) { line.append("  in front", .accent) }
            line.append("  \(app.schemes.map { $0 + ":" }.joined(separator: " "))  \(app.id)", .dim)
            return line
        case .assuming:
            let isOn = simulated.assumesApps
            return StyledLine((isOn ? " [x] " : " [ ] ", .key), ("assume an app for each scheme that no app claims", isOn ? .text : .dim))
        case .home: return StyledLine((simulated.front == .home ? "     home screen  in front" : "     home screen", .dim))
        }
    }
}
