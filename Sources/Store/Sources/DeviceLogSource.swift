package import DeviceTools
package import Devices
import Records
package import Tasks

/// Reads the log of a device while it is written, through the program that reaches the device.
///
/// A missing device is not an error: the source reports that it waits, looks for the device every two seconds, and continues when it is
/// connected.
package final class DeviceLogSource: IntakeSource {
    package let name: String
    private let tool: DeviceTool
    private let device: String?
    private let devices: Devices
    private let runner: ToolRunner
    private let stopping = CancellationTokenSource()
    /// Completed when the thread stops.
    private let end = Promise<Void>()
    package let records: Records
    private let state = Locked(State())
    private let progress = LogProgress()

    private struct State: Sendable {
        var reading: StreamSource?
        /// The device that was followed first, if the user named none. Another one that is connected later has another log.
        var followed: String?
    }

    private let pause: Duration

    /// - Parameters:
    ///   - tool: `adb` or `simctl`.
    ///   - device: The ID or name of the device; nil for the only one that is ready.
    ///   - pause: The time between two looks for a device that is not there.
    package init(
        _ tool: DeviceTool, device: String? = nil, runner: ToolRunner, records: Records, pause: Duration = .seconds(2)
    ) {
        self.pause = pause
        self.tool = tool
        self.device = device
        self.runner = runner.stopped(by: stopping.token)
        devices = Devices(self.runner)
        self.records = records
        name = SourceName.log(of: tool.rawValue)
    }

    package func start() { records.read(from: name, at: name, thread: "device log", atEnd: { [end] in end.trySet(()) }, run) }

    package func cancel() {
        stopping.cancel()
        state.withLock { $0.reading }?.cancel()
    }

    /// Settles when the source has stopped, after everything that it tells.
    package func ended() -> Future<Void> { end.future }

    /// Notes the reading, so that `cancel` cancels it too. Returns false without noting it if the source was cancelled while it looked for
    /// the device.
    private func mayStart(_ reading: StreamSource) -> Bool {
        state.withLock { state in
            guard !stopping.isCancellationRequested else { return false }
            state.reading = reading
            return true
        }
    }

    private func run() {
        // The trouble that was reported last. Looking again and again for a missing device must not wake the inspector.
        var reported: DeviceTrouble?
        while !stopping.isCancellationRequested {
            let trouble: DeviceTrouble
            do throws(DeviceTrouble) {
                let known = try devices.list(tool)
                let wanted = device ?? state.withLock { $0.followed }
                // The choice is made in the window with the sources: --device is the simulated device.
                if wanted == nil, known.filter(\.isReady).count > 1 {
                    throw DeviceTrouble("several devices are connected; press L and Enter to choose one")
                }
                let chosen = try DeviceChoice.choose(wanted, among: known, of: tool)
                state.withLock { $0.followed = chosen.id }
                reported = nil
                trouble = try follow(chosen)
            } catch {
                trouble = error
            }
            // The log also ends because its program is stopped. That is no trouble to tell.
            guard !stopping.isCancellationRequested else { return }
            if trouble != reported {
                let reason = [trouble.reason, trouble.advice].filter { !$0.isEmpty }.joined(separator: ". ")
                tell(.waiting(reason: reason))
                reported = trouble
            }
            runner.pause(for: pause)
        }
    }

    /// Reads the log of a device until it ends. Returns why it ended.
    ///
    /// - Throws: The trouble that the log cannot be read at all.
    private func follow(_ device: RealDevice) throws(DeviceTrouble) -> DeviceTrouble {
        if tool == .adb { try findEnd(of: device) }
        guard let arguments = LogCommand.arguments(of: device, since: progress.time) else {
            throw DeviceTrouble("\(tool.rawValue) has no log that linkscope reads")
        }
        let gone = DeviceTrouble("\(device.words) is disconnected")
        var reading: StreamSource?
        var problem: SystemError?
        let run = runner.run(arguments) { output in
            do throws(SystemError) {
                let source = try StreamSource(
                    descriptor: output.descriptor, of: output, name: name, source: .log, records: records,
                    progress: tool == .adb ? progress : nil, stateAtEnd: nil)
                guard mayStart(source) else { return false }
                source.start()
                reading = source
                return true
            } catch {
                problem = error
                return false
            }
        }
        if let problem { throw DeviceTrouble("the log cannot be read: \(problem)") }
        guard let reading else { throw DeviceTrouble(run, of: tool, isMac: devices.isMac) }
        // The rest of the program's output is in the pipe.
        reading.ended.wait()
        return run.complaint.map { DeviceTrouble("\(device.words): \($0)") } ?? gone
    }

    /// Finds where reading begins: where it ended when the device went away or, at first, after the last line that the device has. An empty log
    /// is read from its start.
    private func findEnd(of device: RealDevice) throws(DeviceTrouble) {
        guard progress.time == nil else { return progress.resume() }
        let run = try runner.answered(LogCommand.lastLine(of: device), by: device)
        for line in run.output.split(whereSeparator: \.isNewline) { _ = progress.note(Array(line.utf8)[...]) }
        progress.resume()
    }
}

/// The end of what was read of a device's log, shared by the readings that follow each other.
final class LogProgress: Sendable {
    private let position = Locked(LogPosition())

    /// The time from which on the log is read; nil before the first line.
    var time: String? { position.withLock { $0.time } }

    func resume() { position.withLock { $0.resume() } }

    /// Notes a line. Returns whether it is new.
    func note(_ line: ArraySlice<UInt8>) -> Bool { position.withLock { $0.note(line) } }
}
