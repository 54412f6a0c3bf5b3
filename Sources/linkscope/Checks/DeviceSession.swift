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
    private let interruption: Interruption

    /// From now on, Ctrl-C ends the tool before it ends linkscope.
    init(_ tool: DeviceTool, device: String?, in console: Console) {
        self.tool = tool
        self.device = device
        let source = CancellationTokenSource()
        devices = Devices(ToolRunner(environment: console.environment, token: source.token))
        progress = ProgressLine(console)
        interruption = Interruption(console) { source.cancel() }
    }

    /// Opens a link. Returns what the device did.
    ///
    /// - Parameter words: What the progress says before each step.
    /// - Throws: `CommandFailure` if the device cannot be asked.
    func open(_ request: DeviceRequest, _ words: String = "") async throws -> DeviceAnswer {
        let opening = devices.answer { [progress] devices throws(DeviceTrouble) in
            try devices.open(request) { progress.show(words + $0) }
        }
        let opened = try await opening.value
        progress.clear()
        do throws(DeviceTrouble) {
            return try opened.get()
        } catch {
            // After Ctrl-C, this ends the program.
            interruption.end()
            throw CommandFailure("--on \(tool.rawValue): \(error)", advice: error.advice, isMasked: true)
        }
    }

    func end() { interruption.end() }
}
