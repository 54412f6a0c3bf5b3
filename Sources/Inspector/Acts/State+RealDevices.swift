import AppLinks
import Deciding
import DeviceTools
import JSONDocument
import LinkLayers
import Panes
import Records
import Screen

// Opening a link on a real device: the request and the answer. The tools are run outside `State`.

extension State {
    /// Handles the typed command: a tool such as `adb`, then the ID or name of the device, then the app.
    mutating func openForReal(_ words: String) throws(TypedCommand.Mistake) -> [Effect] {
        let words = words.split(separator: " ").map(String.init)
        guard let tool = words.first.flatMap({ DeviceTool(rawValue: $0.lowercased()) }), words.count <= 3 else {
            throw .usage
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
    mutating func commandOfSelectedLink() -> (RecordID, CommandLink)? {
        guard let (link, _) = linkToOpen, let inspection = detail.inspection else {
            tell(.plain, detail.subject == nil ? .noLink : "There is no link to open here.")
            return nil
        }
        do throws(CommandRefusal) {
            return (link, try CommandLink(inspection.bytes))
        } catch {
            tell(.bad, "Not opened: \(error.reason).")
            return nil
        }
    }

    // MARK: Opening

    mutating func start(_ request: DeviceRequest, of link: RecordID) -> [Effect] {
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
            notice = Notice(tone, "\(display.mask.text("\(device): \(opening.result)."))")
            if opening.isInApp == false { failedActs += 1 }
            return act(.openedForReal(running.link, opening), now: now)
        case .failure(let trouble):
            failedActs += 1
            return notify(.bad, "\(display.mask.text("Not opened: \(Self.sentence(trouble))"))")
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
        return SimulatedOpening(of: IncomingLink(url, entry: .inbound(sourceApplication: nil)), on: same).end
    }

    static func lackOfApp(_ device: String) -> String {
        "iOS does not choose the app. Name its bundle ID: :open-on devicectl \(device) BUNDLE_ID"
    }

    static func sentence(_ trouble: DeviceTrouble) -> String {
        let reason = trouble.reason.prefix(1).uppercased() + trouble.reason.dropFirst()
        return trouble.advice.isEmpty ? "\(reason)." : "\(reason). \(trouble.advice)"
    }
}
