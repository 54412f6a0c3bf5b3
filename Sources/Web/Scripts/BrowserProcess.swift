import AppLinks
import Deciding
import Foundation
import Platform

/// A running Chromium and its pipes. The object is used only on the thread that runs scripts.
///
/// Chromium leads its own process group. Therefore Ctrl-C in a terminal does not reach Chromium, and one signal ends all processes that it
/// has started. If linkscope is killed and cannot send that signal, Chromium ends because its pipe is closed.
final class BrowserProcess {
    /// The pipes for commands to Chromium and for its answers. Both pipes carry messages that end in a NUL.
    let commands: OpenFile
    let answers: OpenFile
    /// The reading end of Chromium's standard error.
    let errors: OpenFile

    /// How long a browser that has closed its pipe may take to exit, and how long its processes may take to end after they were killed. When
    /// linkscope ends, it waits for both, and then until the folder of the browser is removed.
    static let (exitTime, killTime) = (Duration.milliseconds(500), Duration.seconds(4))

    private let process: ChildProcess
    private var ending: BrowserEnding?

    /// Starts Chromium, which inherits only its standard error, descriptor 3 for reading, and descriptor 4 for writing.
    ///
    /// - Throws: `ScriptProblem.notStarted`, or `.system` if no pipe can be created.
    init(_ path: String, _ arguments: [String], environment: [String: String]) throws(ScriptProblem) {
        let (itsCommands, commands) = try failing(as: ScriptProblem.init, OpenFile.makePipe())
        let (answers, itsAnswers) = try failing(as: ScriptProblem.init, OpenFile.makePipe())
        let (errors, itsErrors) = try failing(as: ScriptProblem.init, OpenFile.makePipe())
        (self.commands, self.answers, self.errors) = (commands, answers, errors)
        for end in [commands, answers, errors] { end.stopWaiting() }
        for writer in [commands, itsAnswers, itsErrors] { SystemCall.silencePipe(writer.descriptor) }
        // The copies have numbers above 4, so that no copy to one of Chromium's numbers overwrites a pipe that is still to be copied.
        let pipes = try [itsErrors, itsCommands, itsAnswers].map { pipe throws(ScriptProblem) in
            OpenFile(adopting: try failing(as: ScriptProblem.init, retrying("fcntl") { fcntl(pipe.descriptor, F_DUPFD_CLOEXEC, 5) }))
        }
        var files: [ChildProcess.FileAction] = [
            .open("/dev/null", flags: O_RDONLY, as: STDIN_FILENO), .open("/dev/null", flags: O_WRONLY, as: STDOUT_FILENO),
        ]
        for (pipe, number) in zip(pipes, [STDERR_FILENO, 3, 4]) { files.append(.copy(pipe.descriptor, to: number)) }
        process = try failing(
            as: { (error: SystemError) in ScriptProblem.notStarted(path: path, reason: error.reason) },
            ChildProcess(path, [path] + arguments, environment: environment, files: files, isSeparate: true))
        // `files` refers to the copies by number, so the copies must stay open until the program is started.
        withExtendedLifetime(pipes) {}
    }

    deinit { end() }

    /// Ends Chromium and all processes that it has started. Waits until they have ended.
    func end() { if ending == nil { ending = bury() } }

    /// Ends a browser that has closed its pipe, and returns how it ended. Such a browser is about to exit, so this method first waits for a
    /// short time.
    func ended() -> BrowserEnding {
        if let ending { return ending }
        let deadline = ContinuousClock.now + Self.exitTime
        var isOver = process.hasEnded
        while !isOver, .now < deadline {
            usleep(5_000)
            isOver = process.hasEnded
        }
        let ending = bury()
        self.ending = ending
        // If the browser did not exit before the deadline, its status shows only the signal that `bury` sent.
        return isOver ? ending : BrowserEnding()
    }

    /// Kills all processes of the group, and waits until they have ended, but no longer than `killTime`.
    private func bury() -> BrowserEnding {
        // `wait` comes last, because until then no other process can get the ID.
        kill(-process.id, SIGKILL)
        kill(process.id, SIGKILL)
        let deadline = ContinuousClock.now + Self.killTime
        while !process.hasEnded || SystemCall.hasRunningProcess(process.id), .now < deadline { usleep(5_000) }
        return process.hasEnded ? BrowserEnding(ending: process.wait()) : BrowserEnding()
    }
}

/// A buffer of bytes that wait until a pipe accepts them.
struct PipeBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// Writes as many bytes as the pipe accepts now. Returns `false` if the other end is closed.
    ///
    /// The threads that call this method block all signals. A pipe without a reader is therefore an error and does not end the program.
    mutating func send(to pipe: OpenFile) -> Bool {
        guard !isEmpty else { return true }
        let rest = bytes[start...]
        do throws(SystemError) {
            start += try retrying("write") { unsafe rest.withUnsafeBytes { unsafe write(pipe.descriptor, $0.baseAddress, $0.count) } }
        } catch {
            return error.code == EAGAIN || error.code == EWOULDBLOCK
        }
        if isEmpty {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
        return true
    }
}

extension ScriptProblem {
    init(_ error: SystemError) { self = .system(error.description) }
}
