import DeviceTools
import Devices
import Inspector
import Panes
import Tasks

/// Runs the tools that reach real devices, and posts what they answer.
final class DeviceRunner {
    private let devices: Devices
    private let post: @Sendable (Message) -> Void
    private var opening: CancellationTokenSource?
    /// Cancels everything when the session ends.
    private let all = CancellationTokenSource()
    /// What runs. A tool that is cancelled still takes a moment to end.
    private var running: [Future<Void>] = []

    init(environment: [String: String], post: @escaping @Sendable (Message) -> Void) {
        devices = Devices(ToolRunner(environment: environment))
        self.post = post
    }

    /// Asks tools at once for their devices.
    func find(_ tools: [DeviceTool]) {
        for tool in tools {
            run(all.token) { [devices, post] in
                let answer = await Self.result { () async throws(DeviceTrouble) in try await devices.list(tool) }
                post(.devices(tool, answer))
            }
        }
    }

    func findHandlers(of link: CommandLink, on device: RealDevice) {
        run(all.token) { [devices, post] in
            let answer = await Self.result { () async throws(DeviceTrouble) in try await devices.handlers(of: link, on: device) }
            post(.handlers(device, answer))
        }
    }

    /// Opens a link. This stops an earlier opening.
    func open(_ request: RealOpenings.Running) {
        stop()
        let source = CancellationTokenSource()
        opening = source
        run(source.token) { [devices, post] in
            let answer = await Self.result { () async throws(DeviceTrouble) in try await devices.open(request.request) }
            post(.openedOnDevice(request, answer))
        }
    }

    func stop() {
        opening?.cancel()
        opening = nil
    }

    /// Stops everything. The returned future settles when no tool is running any more.
    func end() -> Future<Void> {
        stop()
        all.cancel()
        return .whenAll(running.map { $0.continueWith(.immediate) { _ in } }).continueWith(.immediate) { _ in }
    }

    private func run(_ token: CancellationToken, _ body: @escaping @Sendable () async -> Void) {
        running.removeAll { $0.isCompleted }
        running.append(Future<Void>.async(token: token) { await body() })
    }

    /// Returns what a device answers, or why it could not be asked.
    nonisolated static func result<Value: Sendable>(
        _ body: @Sendable () async throws(DeviceTrouble) -> Value
    ) async -> Result<Value, DeviceTrouble> {
        do throws(DeviceTrouble) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
