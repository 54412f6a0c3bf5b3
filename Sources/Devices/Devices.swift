package import DeviceTools
import Platform
package import Tasks

/// The devices that the tools of this machine reach.
package struct Devices: Sendable {
    private let runner: ToolRunner
    package let isMac = HostSystem.isMac

    package init(_ runner: ToolRunner) { self.runner = runner }

    /// Asks on a thread of its own, because a program that reaches a device blocks its thread.
    package func answer<Value: Sendable>(
        on thread: WorkerThread = WorkerThread("device"), _ ask: @escaping @Sendable (Devices) throws(DeviceTrouble) -> Value
    ) -> Future<Result<Value, DeviceTrouble>> {
        thread.answer {
            Result { () throws(DeviceTrouble) in try ask(self) }
        } failing: {
            .failure(DeviceTrouble("no thread could be started: \($0.reason)", advice: "Close other programs, then try again."))
        }
    }

    // MARK: Finding devices

    /// Returns the devices that a tool knows, those that are ready first.
    package func list(_ tool: DeviceTool) throws(DeviceTrouble) -> [RealDevice] {
        switch tool {
        case .adb:
            let run = runner.run(ADBDeviceList.command)
            guard run.isSuccess else { throw ADBTrouble.of(run, device: nil, isMac: isMac) ?? DeviceTrouble(run, of: .adb, isMac: isMac) }
            let devices = ADBDeviceList.devices(run)
            return devices.filter(\.isReady) + devices.filter { !$0.isReady }
        case .simctl: return try SimulatorList.devices(try succeeding(SimulatorList.command, of: tool))
        case .devicectl: return try AppleDeviceList.devices(try succeeding(AppleDeviceList.command, of: tool))
        case .desktop: return [.desktop]
        }
    }

    private func succeeding(_ command: ToolCommand, of tool: DeviceTool) throws(DeviceTrouble) -> ToolRun {
        let run = runner.run(command)
        guard run.isSuccess else { throw DeviceTrouble(run, of: tool, isMac: isMac) }
        return run
    }

    /// Returns the packages of an Android device that can open a link. Other devices do not tell, so the list is empty.
    package func handlers(of link: CommandLink, on device: RealDevice) throws(DeviceTrouble) -> [String] {
        guard device.tool == .adb else { return [] }
        let command = AndroidHandlerList.command(AndroidShell(device: device.id), for: link)
        return AndroidHandlerList.packages(try runner.answered(command, by: device))
    }

    // MARK: Verifying a host

    /// Asks an Android device what it knows about the links of a host.
    ///
    /// - Parameters:
    ///   - pause: Waits before a device that verifies a host again is asked whether it has finished. The parameter is the number of pauses
    ///     before this one. If it is nil, the first pause is an eighth of a second, and each one twice as long as the one before, up to a
    ///     second.
    ///   - tell: Gets a few words about each step that begins.
    package func verify(
        _ request: VerificationRequest, pause: ((Int) -> Void)? = nil, tell: @escaping (String) -> Void = { _ in }
    ) throws(DeviceTrouble) -> DeviceVerification {
        if let problem = request.problem { throw problem }
        tell("looking for devices")
        let device = try DeviceChoice.choose(request.device, among: try list(.adb), of: .adb)
        let pause = pause ?? { runner.pause(for: .milliseconds(125 << min($0, 3))) }
        return try AndroidVerification(runner: runner, device: device, request: request, pause: pause, tell: tell).ask()
    }

    // MARK: Opening a link

    /// Opens a link on a device, and returns what the device did.
    ///
    /// - Parameter tell: Gets a few words about each step that begins.
    package func open(
        _ request: DeviceRequest, tell: (String) -> Void = { _ in }
    ) throws(DeviceTrouble) -> DeviceAnswer {
        if let problem = request.problem { throw problem }
        tell("looking for devices")
        let device = try DeviceChoice.choose(request.device, among: try list(request.tool), of: request.tool)
        switch request.tool {
        case .adb: return try AndroidOpening(runner: runner, device: device).open(request, tell: tell)
        case .simctl:
            tell("opening the link on \(device.name)")
            let arguments = OpenArguments.simctl(request.link, device: device.id)
            let run = runner.run(ToolCommand(arguments, seconds: 60, link: request.link))
            return DeviceAnswer(request, device, try SimctlAnswer.opening(run, isMac: isMac), command: arguments)
        case .devicectl:
            tell("opening the link on \(device.name)")
            // `problem` has refused a request without an app.
            let app = request.app ?? ""
            let command = DevicectlAnswer.command(request.link, device: device.id, bundleID: app)
            let run = runner.run(command)
            let opening = try DevicectlAnswer.opening(run, bundleID: app, isMac: isMac)
            return DeviceAnswer(request, device, opening, command: command.arguments)
        case .desktop: return try openOnDesktop(request)
        }
    }

    private func openOnDesktop(_ request: DeviceRequest) throws(DeviceTrouble) -> DeviceAnswer {
        var handler: String?
        if let question = DesktopAnswer.handlerCommand(request.link, isMac: isMac) {
            let answer = runner.run(question)
            if answer.ending == .missing { throw DeviceTrouble(answer, of: .desktop, isMac: isMac) }
            handler = DesktopAnswer.handler(answer)
            guard handler != nil else {
                return DeviceAnswer(
                    request, .desktop, try DesktopAnswer.opening(nil, of: request.link, handler: nil, isMac: isMac))
            }
        }
        let command = DesktopAnswer.command(request.link, isMac: isMac)
        let run = runner.launch(command)
        let opening = try DesktopAnswer.opening(run, of: request.link, handler: handler, isMac: isMac)
        return DeviceAnswer(request, .desktop, opening, command: command.arguments)
    }
}

extension ToolRunner {
    /// Runs a command that reaches an Android device.
    ///
    /// - Throws: `DeviceTrouble` if the device did not run the command.
    package func answered(_ command: ToolCommand, by device: RealDevice) throws(DeviceTrouble) -> ToolRun {
        let run = run(command)
        if let trouble = ADBTrouble.of(run, device: device, isMac: HostSystem.isMac) { throw trouble }
        return run
    }
}
