import DeviceTools
import Devices
import Reports
import Secrets
import Tasks

/// The real device that opens the links of `linkscope test --on`, one after another.
nonisolated struct DeviceSession: Sendable {
    let tool: DeviceTool
    /// The ID or name of the device; nil for the only one that is ready.
    private let device: String?
    private let devices: Devices
    private let source = CancellationTokenSource()
    private let interruption: Interruption

    /// From now on, Ctrl-C ends the tool before it ends linkscope.
    init(_ tool: DeviceTool, device: String?, in console: Console) {
        self.tool = tool
        self.device = device
        devices = Devices(ToolRunner(environment: console.environment))
        let source = source
        interruption = Interruption(console) { source.cancel() }
    }

    /// Opens a link. Returns what the device did; nil if no command can open the link.
    ///
    /// - Parameter words: What the progress says before each step.
    /// - Throws: `CommandFailure` if the device cannot be asked.
    func open(_ text: String, _ words: String, _ progress: ProgressLine) async throws -> DeviceAnswer? {
        guard let link = try? CommandLink(Array(text.utf8)) else { return nil }
        let (request, devices) = (DeviceRequest(link, on: tool, device: device), devices)
        let opening = Future<DeviceAnswer>.async(token: source.token) {
            try await devices.open(request) { progress.show("\(words): \($0)") }
        }
        let outcome = await opening.settled()
        progress.clear()
        do {
            return try outcome.get()
        } catch {
            // After Ctrl-C, this ends the program.
            interruption.end()
            let reason = (error as? DeviceTrouble).map { "\($0)" } ?? "\(error)"
            throw CommandFailure("--on \(tool.rawValue): \(reason)", isMasked: true)
        }
    }

    func end() { interruption.end() }
}
