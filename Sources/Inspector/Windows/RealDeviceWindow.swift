import AppLinks
import Deciding
import DeviceTools
import Panes
import Records
import Screen

/// The window in which the user chooses a real device for a link and then, on Android, the app.
struct RealDeviceWindow: ListWindow {
    let opener: Command? = .openOnDevice

    enum Step: Sendable, Equatable {
        case device
        /// The apps of an Android device that can open the link; nil until the device has answered.
        case app(on: RealDevice, [String]?)
    }

    /// A row with a device, or with the reason why a tool has none.
    enum Row: Sendable, Equatable {
        case device(RealDevice)
        case trouble(DeviceTool, DeviceTrouble)
        /// The tool has not answered yet.
        case waiting(DeviceTool)
        case noDevice(DeviceTool)
    }

    let link: RecordID
    let command: CommandLink
    var step = Step.device
    var cursor = ListCursor()
    /// What each tool has answered.
    private var answers: [DeviceTool: Result<[RealDevice], DeviceTrouble>] = [:]

    init(_ link: RecordID, _ command: CommandLink) {
        self.link = link
        self.command = command
        cursor = ListCursor(count: rowCount)
    }

    private mutating func show(_ step: Step) {
        self.step = step
        cursor = ListCursor(count: rowCount)
    }

    /// The devices of each tool, in the order of the tools.
    var rows: [Row] {
        DeviceTool.allCases.flatMap { tool -> [Row] in
            switch answers[tool] {
            case nil: [.waiting(tool)]
            case .success(let devices): devices.isEmpty ? [.noDevice(tool)] : devices.prefix(Self.mostDevices).map { .device($0) }
            case .failure(let trouble): [.trouble(tool, trouble)]
            }
        }
    }

    private static let mostDevices = 50

    var rowCount: Int {
        switch step {
        case .device: rows.count
        // The first row lets the device choose.
        case .app(_, let apps): 1 + (apps?.count ?? 0)
        }
    }

    func hints(_ state: State) -> [(keys: String, word: String)] { [("Enter", "choose"), ("j/k", "move"), ("Esc", "back")] }

    mutating func press(_ key: Key, _ command: Command?, _ state: inout State) -> Reaction {
        switch (key, step) {
        case (.enter, .app(let device, let apps)):
            let place = cursor.selected - 1
            let app = apps.flatMap { $0.indices.contains(place) ? $0[place] : nil }
            return start(DeviceRequest(self.command, on: .adb, device: device.id, app: app))
        case (.enter, .device): return chooseRow(&state)
        case (.escape, .app):
            show(.device)
            return .stay()
        default: return .unused
        }
    }

    private mutating func chooseRow(_ state: inout State) -> Reaction {
        switch rows[at: cursor] {
        case .device(let device):
            if case .notReady(let reason, let advice) = device.state {
                return .stay(state.notify(.bad, "\(device.words) \(reason). \(advice)"))
            }
            return choose(device, state)
        case .trouble(_, let trouble): return .stay(state.notify(.bad, "\(State.sentence(trouble))"))
        case .noDevice(let tool): return .stay(state.notify(.plain, "\(tool.rawValue) knows no device."))
        case .waiting(let tool): return .stay(state.notify(.plain, "\(tool.rawValue) has not answered yet."))
        case nil: return .stay()
        }
    }

    private mutating func choose(_ device: RealDevice, _ state: State) -> Reaction {
        switch device.tool {
        case .adb:
            show(.app(on: device, nil))
            return .stay([.findHandlers(command, device)])
        case .devicectl:
            guard let app = state.device.simulated.bundleID(for: command) else {
                return .close { $0.notify(.bad, "\(State.lackOfApp(device.id))") }
            }
            return start(DeviceRequest(command, on: .devicectl, device: device.id, app: app))
        case .simctl, .desktop:
            return start(DeviceRequest(command, on: device.tool, device: device.id.isEmpty ? nil : device.id))
        }
    }

    private func start(_ request: DeviceRequest) -> Reaction {
        .close { $0.start(request, of: link) }
    }

    /// Shows the devices of a tool, and the apps that can open the link.
    mutating func receive(_ message: Message, _ state: inout State) -> [Effect] {
        switch (message, step) {
        case (.devices(let tool, let answer), _):
            answers[tool] = answer
            if step == .device { cursor.replace(count: rowCount) }
        case (.handlers(let device, let answer), .app(let asked, nil)) where asked == device:
            if case .failure(let trouble) = answer { state.tell(.bad, "\(State.sentence(trouble))") }
            step = .app(on: device, (try? answer.get()) ?? [])
            cursor.replace(count: rowCount)
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, _ state: State) {
        let name = state.lists.number(of: link).map { "#\(canvas.grouped($0))" } ?? "the link"
        switch step {
        case .device:
            let rows = rows
            let area = canvas.window(canvas.own("Open \(name) on a real device"), columns: 90, rows: rows.count)
            canvas.rows(rows, of: cursor, in: area) { line(of: $0, columns: area.columns, $1) }
        case .app(let device, let apps):
            let count = rowCount + (apps == nil ? 1 : 0)
            let area = canvas.window(canvas.safe("Open \(name) on \(device.name) in", columns: 60), columns: 70, rows: count)
            let list = area.split(top: rowCount).top
            canvas.rows(of: cursor, in: list) { index, canvas in
                guard index > 0 else { return StyledText(canvas.own(" the app that Android chooses")) }
                guard let apps, apps.indices.contains(index - 1) else { return StyledText() }
                return StyledText(canvas.safe(" \(apps[index - 1])", columns: area.columns))
            }
            if apps == nil, area.rows > rowCount {
                canvas.put(" Asking the device which apps can open the link...", in: area.row(rowCount), style: .dim)
            }
        }
    }

    private func line(of row: Row, columns: Int, _ canvas: Canvas) -> StyledText {
        switch row {
        case .device(let device):
            var line = StyledText(canvas.safe(" \(device.words)", columns: columns))
            if case .notReady(let reason, _) = device.state { line.append(canvas.safe("  \(reason)", columns: columns), .warning) }
            if device.tool != .desktop { line.append(canvas.own("  \(device.tool.rawValue)"), .dim) }
            return line
        case .trouble(let tool, let trouble):
            let advice = trouble.advice.isEmpty ? "" : ". \(trouble.advice)"
            return StyledText(canvas.safe(" \(tool.rawValue): \(trouble.reason)\(advice)", columns: columns), .dim)
        case .waiting(let tool): return StyledText(canvas.own(" \(tool.rawValue): looking for devices..."), .dim)
        case .noDevice(let tool): return StyledText(canvas.own(" \(tool.rawValue): no device"), .dim)
        }
    }
}

extension State {
    /// Handles `O`: offers the devices on which the selected link can be opened.
    mutating func startOpeningForReal() -> [Effect] {
        guard let (link, command) = commandOfSelectedLink() else { return [] }
        overlay = RealDeviceWindow(link, command)
        return [.findDevices(DeviceTool.allCases)]
    }
}
