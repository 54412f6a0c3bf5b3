import AppLinks
import Deciding
import DeviceTools
import JSONDocument
import LinkLayers
import Panes
import Records
import Screen

// Opening a link on a real device: the window with the devices, the request, and the answer. The tools are run outside `State`.

extension State {
    /// Handles `O`: offers the devices on which the selected link can be opened.
    mutating func startOpeningForReal() -> [Effect] {
        guard let (link, command) = commandOfSelectedLink() else { return [] }
        overlay = .realDevices(RealDeviceWindow(link, command))
        return [.findDevices(DeviceTool.allCases)]
    }

    /// Handles the typed command: a tool such as `adb`, then the ID or name of the device, then the app.
    mutating func openForReal(_ words: String) throws(TypedCommand.Mistake) -> [Effect] {
        let words = words.split(separator: " ").map(String.init)
        guard let tool = words.first.flatMap({ DeviceTool(rawValue: $0.lowercased()) }), words.count <= 3 else {
            throw TypedCommand.Mistake(message: "Usage: \(Binding.of(.openOnDevice).synopsis)")
        }
        guard let (link, command) = commandOfSelectedLink() else { return [] }
        let (id, typedApp) = (words.count > 1 ? words[1] : nil, words.count > 2 ? words[2] : nil)
        let app = typedApp ?? (tool == .devicectl ? self.device.simulated.bundleID(for: command) : nil)
        if tool == .devicectl, app == nil { throw TypedCommand.Mistake(message: Self.lackOfApp(id ?? "DEVICE")) }
        let request = DeviceRequest(command, on: tool, device: id, app: app)
        if let problem = request.problem { throw TypedCommand.Mistake(message: Self.sentence(problem)) }
        return start(request, of: link)
    }

    /// Returns the selected link as an argument of a command. If there is none, says why and returns nil.
    private mutating func commandOfSelectedLink() -> (RecordID, CommandLink)? {
        guard let (link, _) = linkToOpen, let inspection = detail.inspection else {
            let hasSubject = detail.subject != nil
            _ = notify(.plain, hasSubject ? "There is no link to open here." : "There is no link yet. Paste one, or press i or s.")
            return nil
        }
        do throws(CommandRefusal) {
            return (link, try CommandLink(inspection.bytes))
        } catch {
            _ = notify(.bad, "Not opened: \(error.reason).")
            return nil
        }
    }

    // MARK: The window

    mutating func press(_ key: Key, in window: RealDeviceWindow) -> [Effect] {
        var window = window
        if key == .enter { return chooseRow(of: window) }
        if key == .escape, case .app = window.step {
            window.goBackToDevices()
            overlay = .realDevices(window)
            return []
        }
        guard let moved = moved(window.cursor, by: key, height: windowPlace.rows) else { return leave(key, opener: .openOnDevice) }
        window.cursor = moved
        overlay = .realDevices(window)
        return []
    }

    private mutating func chooseRow(of window: RealDeviceWindow) -> [Effect] {
        if case .app(let device, let apps) = window.step {
            let place = window.cursor.selected - 1
            let app = apps.flatMap { $0.indices.contains(place) ? $0[place] : nil }
            return start(DeviceRequest(window.command, on: .adb, device: device.id, app: app), of: window.link)
        }
        switch window.selectedRow {
        case .device(let device):
            if case .notReady(let reason, let advice) = device.state { return notify(.bad, "\(device.words) \(reason). \(advice)") }
            return choose(device, in: window)
        case .trouble(_, let trouble): return notify(.bad, Self.sentence(trouble))
        case .noDevice(let tool): return notify(.plain, "\(tool.rawValue) knows no device.")
        case .waiting(let tool): return notify(.plain, "\(tool.rawValue) has not answered yet.")
        case nil: return []
        }
    }

    private mutating func choose(_ device: RealDevice, in window: RealDeviceWindow) -> [Effect] {
        switch device.tool {
        case .adb:
            var window = window
            window.choose(device)
            overlay = .realDevices(window)
            return [.findHandlers(window.command, device)]
        case .devicectl:
            guard let app = self.device.simulated.bundleID(for: window.command) else {
                overlay = nil
                return notify(.bad, Self.lackOfApp(device.id))
            }
            return start(DeviceRequest(window.command, on: .devicectl, device: device.id, app: app), of: window.link)
        case .simctl, .desktop:
            let id = device.id.isEmpty ? nil : device.id
            return start(DeviceRequest(window.command, on: device.tool, device: id), of: window.link)
        }
    }

    /// Receives the devices of a tool, for the window that asked for them.
    mutating func receive(_ tool: DeviceTool, _ devices: Result<[RealDevice], DeviceTrouble>) -> [Effect] {
        switch overlay {
        case .realDevices(var window):
            window.note(tool, devices)
            overlay = .realDevices(window)
            return []
        case .sources(let window): return receive(tool, devices, in: window)
        default: return []
        }
    }

    mutating func receive(handlers: Result<[String], DeviceTrouble>, of device: RealDevice) {
        guard case .realDevices(var window)? = overlay, case .app(device, nil) = window.step else { return }
        switch handlers {
        case .success(let packages): window.note(handlers: packages)
        case .failure(let trouble):
            notice = Notice(.bad, Self.sentence(trouble))
            window.note(handlers: [])
        }
        overlay = .realDevices(window)
    }

    // MARK: Opening

    private mutating func start(_ request: DeviceRequest, of link: RecordID) -> [Effect] {
        overlay = nil
        panes.middle = .journey
        let number = lists.number(of: link).map { "#\($0)" } ?? "the link"
        notice = .progress("Opening \(number) with \(request.tool.rawValue)... Esc stops.")
        return [.openOnDevice(realOpenings.start(request, of: link))]
    }

    /// Stores and shows the answer of a device, unless the user has stopped the opening or started another one.
    mutating func receive(
        _ answer: Result<DeviceAnswer, DeviceTrouble>, to running: RealOpenings.Running, now: Int64
    ) -> [Effect] {
        guard realOpenings.running == running, realOpenings.end() else { return [] }
        switch answer {
        case .success(let answer):
            // From now on, verdicts ask this device too.
            if answer.device.tool == .adb { lookups.device = VerdictDevice(id: answer.device.id) }
            let opening = RealOpening(answer, simulated: simulatedEnd(answer))
            let tone: Notice.Tone = opening.isInApp == false ? .bad : .good
            let device = answer.device.tool == .desktop ? "This desktop" : answer.device.name
            notice = Notice(tone, display.mask.text("\(device): \(opening.result)."))
            if opening.isInApp == false { failedActs += 1 }
            return act(.openedForReal(running.link, opening), now: now)
        case .failure(let trouble):
            failedActs += 1
            return notify(.bad, display.mask.text("Not opened: \(Self.sentence(trouble))"))
        }
    }

    /// Returns where the link ends on a simulated device of the same platform as the real device: on the current simulated device, or else
    /// on the first known one; nil if there is no such device.
    private func simulatedEnd(_ answer: DeviceAnswer) -> SimulatedEnd? {
        let platform: AppPlatform = answer.device.tool == .adb ? .android : .ios
        let same = ([device.simulated] + device.profiles).first { $0.platform == platform }
        guard answer.device.tool != .desktop, let same, let url = LinkURL(answer.request.link.text) else { return nil }
        if let page = lookups.page(of: url) {
            var copy = same
            let departure = copy.open(page.appLink(for: copy.pageIdiom))
            return SimulatedEnd(departure, on: copy)
        }
        return SimulatedEnd(of: IncomingLink(url, entry: .inbound(sourceApplication: nil)), on: same)
    }

    private static func lackOfApp(_ device: String) -> String {
        "devicectl cannot let iOS choose the app. Type it: :open-on devicectl \(device) BUNDLE_ID"
    }

    static func sentence(_ trouble: DeviceTrouble) -> String {
        let reason = trouble.reason.prefix(1).uppercased() + trouble.reason.dropFirst()
        return trouble.advice.isEmpty ? "\(reason)." : "\(reason). \(trouble.advice)"
    }
}
