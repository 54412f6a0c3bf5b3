import AppLinks
import Deciding
import DeviceTools
import Devices
import HTTPTransport
import Inspector
import Panes
import Tasks
import Web

/// Runs the tools that reach real devices, and posts what they answer.
final class DeviceRunner {
    private let tools: ToolRunner
    private let post: @Sendable (Message) -> Void
    private var opening: CancellationTokenSource?
    /// Cancels everything when the session ends.
    private let all = CancellationTokenSource()
    /// What runs. A tool that is cancelled still takes a moment to end.
    private var running: [Future<Void>] = []

    init(environment: [String: String], post: @escaping @Sendable (Message) -> Void) {
        tools = ToolRunner(environment: environment)
        self.post = post
    }

    /// Asks tools at once for their devices.
    func find(_ tools: [DeviceTool]) {
        for tool in tools {
            run(all.token, { devices throws(DeviceTrouble) in try devices.list(tool) }) { .devices(tool, $0) }
        }
    }

    func findHandlers(of link: CommandLink, on device: RealDevice) {
        run(all.token, { devices throws(DeviceTrouble) in try devices.handlers(of: link, on: device) }) { .handlers(device, $0) }
    }

    /// Opens a link. This stops an earlier opening.
    func open(_ request: RealOpenings.Running) {
        stop()
        let source = CancellationTokenSource()
        opening = source
        run(source.token, { devices throws(DeviceTrouble) in try devices.open(request.request) }) { .openedOnDevice(request, $0) }
    }

    func stop() {
        opening?.cancel()
        opening = nil
    }

    /// Stops everything. The returned futures settle when no tool is running any more.
    func end() -> [Future<Void>] {
        stop()
        all.cancel()
        return running
    }

    /// Asks a device, and posts what it answers, or why it could not be asked.
    private func run<Value: Sendable>(
        _ token: CancellationToken, _ ask: @escaping @Sendable (Devices) throws(DeviceTrouble) -> Value,
        _ message: @escaping @Sendable (Result<Value, DeviceTrouble>) -> Message
    ) {
        running.removeAll { $0.isCompleted }
        let asking = Devices(tools.stopped(by: token)).answer(ask)
        running.append(asking.continueOnSuccessWith(.immediate) { [post] in post(message($0)) })
    }
}
