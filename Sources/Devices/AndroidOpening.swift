import Bytes
import DeviceTools
import Platform

/// Opens a link on an Android device.
struct AndroidOpening {
    let runner: ToolRunner
    let device: RealDevice

    private var shell: AndroidShell { AndroidShell(device: device.id) }

    /// The most seconds that a start may take. `am start -W` waits until the app has drawn.
    private static let seconds = 60

    func open(_ request: DeviceRequest, tell: (String) -> Void) throws(DeviceTrouble) -> DeviceAnswer {
        if request.verifiesAgain, let app = request.app {
            tell("asking \(device.name) to verify the hosts of \(app) again")
            _ = try runner.answered(AppLinkStates.verifyingAgain(shell, package: app), by: device)
        }
        // Only a web link can go to a browser.
        var browsers: Set<String> = []
        if request.link.isWeb {
            tell("asking \(device.name) for its browsers")
            browsers = Set(AndroidHandlerList.packages(try runner.answered(AndroidHandlerList.command(shell, for: nil), by: device)))
        }
        tell("opening the link on \(device.name)")
        let arguments = OpenArguments.adb(request.link, device: device.id, package: request.app)
        let run = try runner.answered(ToolCommand(arguments, seconds: Self.seconds, link: request.link), by: device)
        // A device that disappears in the middle of a command leaves no output and no error, and adb exits with 0.
        guard !run.isSilent else {
            throw DeviceTrouble("\(device.words) did not answer", advice: "It may have been disconnected. Check: adb devices")
        }
        let start = ActivityStart(run)
        var opening = start.opening(browsers: browsers)
        // A command that failed without a word about the activity did not deliver the link.
        if opening.end == .unreported, !run.isSuccess { throw DeviceTrouble(run, of: .adb, isMac: HostSystem.isMac) }
        guard opening.end != .unreported || start.isAnswer else {
            throw DeviceTrouble("adb printed no answer to a start: \(run.complaint ?? "")")
        }
        if case .browser = opening.end {
            opening.remarks.append("linkscope verify --on adb, or V in the inspector, says why no app got the link.")
        }
        if opening.end == .chooser, request.app == nil { opening.remarks += choices(for: request.link, browsers: browsers) }
        var answer = DeviceAnswer(request, device, opening, command: arguments)
        guard request.link.isWeb, let app = request.app ?? answer.opening.app else { return answer }
        tell("asking \(device.name) what it knows about \(app)")
        let states = runner.run(AppLinkList.command(shell, package: app))
        // A device whose Android is older than 12 does not answer with states.
        answer.appLinks = AppLinkList.apps(states).first.map { AndroidApp(package: app, states: $0.states) }
        return answer
    }

    /// Returns a sentence with the apps among which the user of the device is asked to choose. They are often variants of one app. Returns an
    /// empty array if the device does not tell several apps.
    private func choices(for link: CommandLink, browsers: Set<String>) -> [String] {
        let run = runner.run(AndroidHandlerList.command(shell, for: link))
        let apps = AndroidHandlerList.packages(run).filter { !browsers.contains($0) }
        guard run.isSuccess, apps.count > 1 else { return [] }
        return ["These apps can open the link (choose one with linkscope open --app): \(apps.listed(most: 10))."]
    }
}
