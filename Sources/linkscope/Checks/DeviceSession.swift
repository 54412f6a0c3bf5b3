import Checks
import CursesTerminal
import DeviceTools
import Devices
import Reports
import Secrets
import Tasks

/// The tool that opens links on a real device, one after another.
nonisolated struct DeviceSession: Sendable {
    let tool: DeviceTool
    /// The ID or name of the device; nil for the only one that is ready.
    let device: String?
    private let devices: Devices
    private let progress: ProgressLine
    private let source = CancellationTokenSource()
    private let interruption: Interruption

    /// From now on, Ctrl-C ends the tool before it ends linkscope.
    init(_ tool: DeviceTool, device: String?, in console: Console) {
        self.tool = tool
        self.device = device
        devices = Devices(ToolRunner(environment: console.environment))
        progress = ProgressLine(console)
        let source = source
        interruption = Interruption(console) { source.cancel() }
    }

    /// Opens a link. Returns what the device did.
    ///
    /// - Parameter words: What the progress says before each step.
    /// - Throws: `CommandFailure` if the device cannot be asked.
    func open(_ request: DeviceRequest, _ words: String = "") async throws -> DeviceAnswer {
        let opening = Future<DeviceAnswer>.async(token: source.token) { [devices, progress] in
            try await devices.open(request) { progress.show(words + $0) }
        }
        let outcome = await opening.settled()
        progress.clear()
        do {
            return try outcome.get()
        } catch {
            // After Ctrl-C, this ends the program.
            interruption.end()
            throw CommandFailure("--on \(tool.rawValue): \(error)", advice: (error as? DeviceTrouble)?.advice ?? "", isMasked: true)
        }
    }

    func end() { interruption.end() }
}
