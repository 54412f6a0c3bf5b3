package import DeviceTools
package import Platform
package import Tasks

/// Runs the programs that reach devices. A run blocks its thread, so it needs a thread of its own.
///
/// A program gets no input and its own process group, so that Ctrl-C in the terminal reaches linkscope alone. A program that takes too long,
/// or whose run is cancelled, is asked to end, and killed half a second later.
package struct ToolRunner: Sendable {
    private let environment: [String: String]
    private let token: CancellationToken

    /// The most bytes of each stream that are kept. The rest is read and dropped, so that the program does not wait.
    package static let mostOutput = 1 << 20
    /// The time, in milliseconds, after which a program that was asked to end is killed. It is short, because a command of linkscope
    /// ends soon after a signal.
    fileprivate static let patience: Int64 = 500

    /// - Parameters:
    ///   - environment: The variables of the programs. Programs are looked up in its `PATH`.
    ///   - token: Cancelling it ends the program that runs.
    package init(environment: [String: String], token: CancellationToken = CancellationTokenSource().token) {
        self.environment = environment
        self.token = token
    }

    /// Returns a runner whose programs end when `token` is cancelled.
    package func stopped(by token: CancellationToken) -> ToolRunner { ToolRunner(environment: environment, token: token) }

    /// Waits for a time, but no longer than until the token is cancelled.
    package func pause(for time: Duration) { _ = token.wait(atMost: time) }

    /// Runs a program to its end.
    package func run(_ command: ToolCommand) -> ToolRun {
        started(command) { path throws(SystemError) in
            var program = try RunningTool(path, command.arguments, environment)
            let limit = MonotonicClock.milliseconds() + Int64(command.seconds) * 1000
            return try program.run(command, until: limit, token)
        }
    }

    /// Starts a program that may go on after linkscope, such as a browser, and waits for it as long as the command allows. It succeeds if it
    /// then still runs, and is never ended. It gets no pipe, because a pipe breaks when linkscope ends.
    package func launch(_ command: ToolCommand) -> ToolRun {
        started(command) { path throws(SystemError) in
            let errors = try? SpoolFile(beside: "/tmp/linkscope").file
            var files = (0...2 as ClosedRange<Int32>).map { ChildProcess.FileAction.open("/dev/null", flags: O_RDWR, as: $0) }
            if let errors { files[2] = .copy(errors.descriptor, to: STDERR_FILENO) }
            let process = try ChildProcess(path, command.arguments, environment: environment, files: files, isSeparate: true)
            let ended = Promise<ProcessEnding>()
            ended.cancel(with: token)
            try? WorkerThread("launched").run { ended.trySet(process.wait()) }
            ended.future.wait(atMost: .seconds(command.seconds))
            let text = try? errors?.bytes(at: 0, count: Self.mostOutput)
            return ToolRun(command, .init(ended.future.result ?? .exited(0)), errors: String(decoding: text ?? [], as: UTF8.self))
        }
    }

    /// Runs a program until it ends or is cancelled.
    ///
    /// - Parameter read: Gets the pipe with the program's output, and starts to read it. The program is ended at once if this returns false.
    package func run(_ arguments: [String], read: (OpenFile) -> Bool) -> ToolRun {
        let command = ToolCommand(arguments, seconds: 0)
        return started(command) { path throws(SystemError) in
            var program = try RunningTool(path, command.arguments, environment)
            let limit: Int64 = read(program.takeOutput()) ? .max : 0
            return try program.run(command, until: limit, token)
        }
    }

    private func started(_ command: ToolCommand, _ run: (_ path: String) throws(SystemError) -> ToolRun) -> ToolRun {
        guard let path = SearchPath(environment).program(named: command.program) else { return ToolRun(command, .missing) }
        do throws(SystemError) {
            return try run(path)
        } catch {
            return ToolRun(command, .notStarted(reason: error.reason))
        }
    }
}

/// A program that runs, and the pipes with what it prints.
private struct RunningTool {
    private let process: ChildProcess
    private var output: PipeText
    private var errors: PipeText
    /// Wakes the thread that waits for the program.
    private let wake: Wake

    init(_ path: String, _ arguments: [String], _ environment: [String: String]) throws(SystemError) {
        let (output, itsOutput) = try OpenFile.makePipe()
        let (errors, itsErrors) = try OpenFile.makePipe()
        wake = try Wake()
        process = try ChildProcess(
            path, arguments, environment: environment,
            files: [
                .open("/dev/null", flags: O_RDONLY, as: STDIN_FILENO), .copy(itsOutput.descriptor, to: STDOUT_FILENO),
                .copy(itsErrors.descriptor, to: STDERR_FILENO),
            ], isSeparate: true)
        // The program has its ends now. They are closed here, so that the pipes end with the program.
        withExtendedLifetime((itsOutput, itsErrors)) {}
        (self.output, self.errors) = (PipeText(output), PipeText(errors))
    }

    /// Returns the pipe with the output, which somebody else reads.
    mutating func takeOutput() -> OpenFile {
        defer { output.isAtEnd = true }
        return output.pipe
    }

    /// Waits until the program has ended.
    ///
    /// A child that the program leaves behind may keep its pipes open, so it is the end of the program that counts, not that of the pipes.
    ///
    /// - Parameter limit: When the program is asked to end, on the monotonic clock.
    mutating func run(_ command: ToolCommand, until limit: Int64, _ token: CancellationToken) throws(SystemError) -> ToolRun {
        let (process, wake) = (process, wake)
        let waiting = WorkerThread("tool")
        do throws(SystemError) {
            try waiting.run {
                process.waitForEnd()
                wake.signal()
            }
        } catch {
            kill(-process.id, SIGKILL)
            _ = process.wait()
            throw error
        }
        let cancelling = token.onCancellation { wake.signal() }
        defer { cancelling.dispose() }
        var (isStopped, next) = (false, limit)
        while !process.hasEnded {
            let now = MonotonicClock.milliseconds()
            if !isStopped && token.isCancellationRequested { next = now }
            if now >= next {
                kill(-process.id, isStopped ? SIGKILL : SIGTERM)
                (isStopped, next) = (true, isStopped ? .max : now + ToolRunner.patience)
            }
            _ = try? Readiness.wait(
                [(wake.descriptor, Readiness.readable), output.watched, errors.watched],
                milliseconds: next == .max ? nil : Int32(clamping: next - now))
            wake.drain()
            output.read()
            errors.read()
        }
        // What the program printed last is still in the pipes, which may hold much.
        output.read(atMost: ToolRunner.mostOutput)
        errors.read(atMost: ToolRunner.mostOutput)
        if isStopped { kill(-process.id, SIGKILL) }
        waiting.join()
        let ended = ToolRun.Ending(process.wait())
        return ToolRun(command, isStopped ? .timedOut(seconds: command.seconds) : ended, output: output.text, errors: errors.text)
    }
}

extension ToolRun.Ending {
    fileprivate init(_ ending: ProcessEnding) {
        switch ending {
        case .exited(let code): self = .exited(code)
        case .signalled(let signal): self = .signalled(signal)
        }
    }
}

/// The beginning of what a program writes to a pipe.
private struct PipeText {
    let pipe: OpenFile
    private var bytes: [UInt8] = []
    var isAtEnd = false

    init(_ pipe: OpenFile) {
        self.pipe = pipe
        pipe.stopWaiting()
    }

    /// What to wait for. `poll` ignores a descriptor that is negative.
    var watched: (descriptor: Int32, events: Int16) { (isAtEnd ? -1 : pipe.descriptor, Readiness.readable) }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads what is in the pipe, up to a limit.
    mutating func read(atMost most: Int = 1 << 16) {
        guard !isAtEnd else { return }
        do throws(SystemError) {
            guard let more = try pipe.receive(atMost: most) else { return }
            isAtEnd = more.isEmpty
            bytes += more.prefix(ToolRunner.mostOutput - bytes.count)
        } catch {
            isAtEnd = true
        }
    }
}
