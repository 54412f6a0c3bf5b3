package import DeviceTools
package import Devices
import Records
import Tasks

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
    private let records: Records
    private let state = Locked(State())
    private let progress = LogProgress()

    private struct State: Sendable {
        var isCancelled = false
        var task: Task<Void, Never>?
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
        self.runner = runner
        self.records = records
        devices = Devices(runner)
        name = SourceName.log(of: tool.rawValue)
    }

    package func start() {
        let task = Task { await run() }
        state.withLock { $0.task = task }
    }

    package func cancel() {
        let (task, reading) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.reading)
        }
        task?.cancel()
        reading?.cancel()
    }

    /// Returns when the source has stopped, after everything that it tells.
    func ended() async { await state.withLock { $0.task }?.value }

    /// Notes the reading, so that `cancel` cancels it too. Returns false without noting it if the source was cancelled while it looked for
    /// the device.
    private func mayStart(_ reading: StreamSource) -> Bool {
        state.withLock { state in
            if !state.isCancelled { state.reading = reading }
            return !state.isCancelled
        }
    }

    private func run() async {
        // The trouble that was reported last. Looking again and again for a missing device must not wake the inspector.
        var reported: DeviceTrouble?
        while !Task.isCancelled {
            let trouble: DeviceTrouble
            do throws(DeviceTrouble) {
                let known = try await devices.list(tool)
                let wanted = device ?? state.withLock { $0.followed }
                // The choice is made in the window with the sources: --device is the simulated device.
                if wanted == nil, known.filter(\.isReady).count > 1 {
                    throw DeviceTrouble("several devices are connected; press L and Enter to choose one")
                }
                let chosen = try DeviceChoice.choose(wanted, among: known, of: tool)
                state.withLock { $0.followed = chosen.id }
                reported = nil
                trouble = try await follow(chosen)
            } catch {
                trouble = error
            }
            // The log also ends because its program is stopped. That is no trouble to tell.
            guard !Task.isCancelled else { return }
            if trouble != reported {
                let reason = [trouble.reason, trouble.advice].filter { !$0.isEmpty }.joined(separator: ". ")
                records.tell(name, .waiting(reason: reason))
                reported = trouble
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// Reads the log of a device until it ends. Returns why it ended.
    ///
    /// - Throws: The trouble that the log cannot be read at all.
    private func follow(_ device: RealDevice) async throws(DeviceTrouble) -> DeviceTrouble {
        if tool == .adb { try await findEnd(of: device) }
        guard let arguments = LogCommand.arguments(of: device, since: progress.time) else {
            throw DeviceTrouble("\(tool.rawValue) has no log that linkscope reads")
        }
        let gone = DeviceTrouble("\(device.words) is disconnected")
        do {
            let pipe = try LogPipe()
            let reading = try StreamSource(
                descriptor: pipe.reader.descriptor, of: pipe.reader, name: name, source: .log, records: records,
                progress: tool == .adb ? progress : nil, stateAtEnd: nil)
            guard mayStart(reading) else { return gone }
            reading.start()
            let run = await runner.run(arguments, output: pipe.takeWriter())
            // The rest of the program's output is in the pipe. A task of its own waits for it, because this one may be cancelled.
            _ = await Task { await reading.ended.settled() }.value
            if run.ending == .missing { throw DeviceTrouble(run, of: tool, isMac: devices.isMac) }
            return run.complaint.map { DeviceTrouble("\(device.words): \($0)") } ?? gone
        } catch let error as DeviceTrouble {
            throw error
        } catch {
            throw DeviceTrouble("the log cannot be read: \(error)")
        }
    }

    /// Finds where reading begins: where it ended when the device went away or, at first, after the last line that the device has. An empty log
    /// is read from its start.
    private func findEnd(of device: RealDevice) async throws(DeviceTrouble) {
        guard progress.time == nil else { return progress.resume() }
        let run = try await runner.answered(LogCommand.lastLine(of: device), by: device)
        for line in run.output.split(whereSeparator: \.isNewline) { _ = progress.note(Array(line.utf8)[...]) }
        progress.resume()
    }
}

/// The pipe through which a program writes to a source.
final class LogPipe {
    /// The reading end, which is closed when nobody uses it any more.
    let reader: OpenFile
    private let writer: Int32
    private var isWriterTaken = false

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try retrying("pipe") { unsafe pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        reader = OpenFile(adopting: ends[0])
        writer = ends[1]
    }

    deinit {
        if !isWriterTaken { close(writer) }
    }

    /// Returns the writing end, which the caller closes.
    func takeWriter() -> Int32 {
        isWriterTaken = true
        return writer
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
