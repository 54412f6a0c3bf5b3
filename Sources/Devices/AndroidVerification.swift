import DeviceTools
import Platform

/// Asks an Android device what it knows about the links of a host.
struct AndroidVerification {
    let runner: ToolRunner
    var device: RealDevice
    let request: VerificationRequest
    /// Waits before the device is asked again. The parameter is the number of pauses before this one.
    let pause: (Int) -> Void
    let tell: (String) -> Void

    private var shell: AndroidShell { AndroidShell(device: device.id) }

    /// The most apps that are verified again, because each one takes a while.
    private static let mostAgain = 8
    /// The most times that a device is asked whether it has verified a host again.
    private static let mostReads = 30
    private static let mostApps = 50

    func ask() throws(DeviceTrouble) -> DeviceVerification {
        tell("asking \(device.name) what it knows about \(request.host)")
        let run = try runner.answered(AppLinkList.command(shell, package: request.app), by: device)
        // If a device disappears in the middle of a command, there is no output and no error, and adb exits with 0. The same happens if the
        // device knows nothing about the app of the request, but such a device answers the next command. A list of all apps is never empty,
        // because each device has apps of the system with web links, and adb may have reached the device again before the next command.
        let version = try runner.answered(AndroidVersion.command(shell), by: device)
        guard !version.isSilent, request.app != nil || !run.isSilent else {
            throw DeviceTrouble("\(device.words) did not answer", advice: "It may have been disconnected. Check: adb devices")
        }
        var answer = DeviceVerification(device, try knowledge(run))
        answer.device.system = AndroidVersion.system(version)
        return answer
    }

    private func knowledge(_ run: ToolRun) throws(DeviceTrouble) -> DeviceVerification.Knowledge {
        if AppLinkList.isUnknown(to: run) { return .tooOld }
        if let package = request.app, AppLinkList.isNotInstalled(run) { return .notInstalled(package) }
        guard run.isSuccess else { throw DeviceTrouble(run, of: .adb, isMac: HostSystem.isMac) }
        let declaring = AppLinkList.apps(run).filter { $0.states.declares(request.host) }
        let found = request.app.map { [app($0, in: run)] } ?? Array(declaring.prefix(Self.mostApps))
        let again = request.verifiesAgain ? Self.mostAgain : 0
        var apps: [AndroidApp] = []
        for (index, app) in found.enumerated() {
            apps.append(index < again ? try verifiedAgain(app) : app)
        }
        return .apps(apps)
    }

    /// Returns what an answer tells about one app. An app that the answer does not contain has no web links.
    private func app(_ package: String, in run: ToolRun) -> AndroidApp {
        let apps = AppLinkList.apps(run)
        return apps.first { $0.package == package } ?? AndroidApp(package: package, states: AppLinkStates())
    }

    /// Lets the device verify the hosts of an app again, and waits until the state of the host is known or the time is over.
    ///
    /// The device resets the states to `none` before the command ends (from memory), so `none` means that the verifier is still working.
    private func verifiedAgain(_ app: AndroidApp) throws(DeviceTrouble) -> AndroidApp {
        guard app.states.domain(for: request.host) != nil else { return app }
        tell("waiting until \(device.name) has verified \(request.host) for \(app.package) again")
        let run = try runner.answered(AppLinkStates.verifyingAgain(shell, package: app.package), by: device)
        guard run.isSuccess else { throw DeviceTrouble(run, of: .adb, isMac: HostSystem.isMac) }
        var latest = app
        for number in 0..<Self.mostReads {
            latest = self.app(app.package, in: try runner.answered(AppLinkList.command(shell, package: app.package), by: device))
            latest.isVerifiedAgain = latest.states.domain(for: request.host)?.state != "none"
            if latest.isVerifiedAgain == true { break }
            pause(number)
        }
        return latest
    }
}
