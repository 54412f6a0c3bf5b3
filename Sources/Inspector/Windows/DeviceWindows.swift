import AppLinks
import Deciding
package import DeviceTools
package import Panes
package import Records
import Screen

/// The window in which the user chooses a real device for a link and then, on Android, the app.
package struct RealDeviceWindow: Sendable, Equatable {
    package enum Step: Sendable, Equatable {
        case device
        /// The apps of an Android device that can open the link; nil until the device has answered.
        case app(on: RealDevice, [String]?)
    }

    /// A row with a device, or with the reason why a tool has none.
    package enum Row: Sendable, Equatable {
        case device(RealDevice)
        case trouble(DeviceTool, DeviceTrouble)
        /// The tool has not answered yet.
        case waiting(DeviceTool)
        case noDevice(DeviceTool)
    }

    package let link: RecordID
    package let command: CommandLink
    package var step = Step.device
    package var cursor = ListCursor()
    /// What each tool has answered.
    private var answers: [DeviceTool: Result<[RealDevice], DeviceTrouble>] = [:]

    package init(_ link: RecordID, _ command: CommandLink) {
        self.link = link
        self.command = command
        cursor = ListCursor(count: rowCount)
    }

    package mutating func note(_ tool: DeviceTool, _ answer: Result<[RealDevice], DeviceTrouble>) {
        answers[tool] = answer
        if step == .device { cursor.replace(count: rowCount) }
    }

    package mutating func note(handlers: [String]) {
        guard case .app(let device, nil) = step else { return }
        step = .app(on: device, handlers)
        cursor.replace(count: rowCount)
    }

    package mutating func choose(_ device: RealDevice) {
        step = .app(on: device, nil)
        cursor = ListCursor(count: rowCount)
    }

    package mutating func goBackToDevices() {
        step = .device
        cursor = ListCursor(count: rowCount)
    }

    /// The devices of each tool, in the order of the tools.
    package var rows: [Row] {
        DeviceTool.allCases.flatMap { tool -> [Row] in
            switch answers[tool] {
            case nil: [.waiting(tool)]
            case .success(let devices): devices.isEmpty ? [.noDevice(tool)] : devices.prefix(Self.mostDevices).map { .device($0) }
            case .failure(let trouble): [.trouble(tool, trouble)]
            }
        }
    }

    private static let mostDevices = 50

    package var rowCount: Int {
        switch step {
        case .device: rows.count
        // The first row lets the device choose.
        case .app(_, let apps): 1 + (apps?.count ?? 0)
        }
    }

    var selectedRow: Row? { step == .device ? rows[at: cursor] : nil }
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
            let claims = app.claimedSchemes.map { $0 + ":" } + (app.declared?.hosts ?? [])
            line.append("  \(claims.joined(separator: " "))  \(app.id)", .dim)
            return line
        case .assuming:
            let isOn = simulated.assumesApps
            return StyledLine((isOn ? " [x] " : " [ ] ", .key), ("assume an app for each scheme that no app claims", isOn ? .text : .dim))
        case .home: return StyledLine((simulated.front == .home ? "     home screen  in front" : "     home screen", .dim))
        }
    }
}
