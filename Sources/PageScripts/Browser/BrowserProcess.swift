import Fetching
import Foundation
import Pages

/// A running Chromium and its pipes. Lives on the thread that runs scripts.
///
/// Chromium leads its own process group, so that Ctrl-C in a terminal does not reach it, and one signal ends all processes it has started.
/// If linkscope is killed and cannot send that signal, Chromium ends because its pipe is closed.
final class BrowserProcess {
    /// The pipes for commands and for answers, which are messages that end in a NUL.
    let commands: Descriptor
    let answers: Descriptor
    /// The reading end of Chromium's standard error.
    let errors: Descriptor

    private let process: pid_t
    private var ending: BrowserEnding?

    /// - Throws: `ScriptProblem.notStarted`, or `.system` if there are no pipes left.
    init(_ path: String, _ arguments: [String], environment: [String: String]) throws(ScriptProblem) {
        let (itsCommands, commands) = try Descriptor.pipe(theirs: .reader)
        let (answers, itsAnswers) = try Descriptor.pipe(theirs: .writer)
        let (errors, itsErrors) = try Descriptor.pipe(theirs: .writer)
        (self.commands, self.answers, self.errors) = (commands, answers, errors)
        let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
        process = try ProcessSpawn.start(
            path, [path] + arguments, variables, errors: itsErrors, reads: itsCommands, writes: itsAnswers)
    }

    deinit { end() }

    /// Ends Chromium and all processes it has started, and waits until they have ended.
    func end() { if ending == nil { ending = bury() } }

    /// Ends a browser that has closed its pipe, and returns how it ended. Such a browser is about to exit, so it first gets a moment to do
    /// that.
    func ended() -> BrowserEnding {
        if let ending { return ending }
        let deadline = ContinuousClock.now + .milliseconds(500)
        var isOver = hasEnded
        while !isOver, .now < deadline {
            usleep(5_000)
            isOver = hasEnded
        }
        let ending = bury()
        self.ending = ending
        // If it had not ended by then, its status only shows the signal that was sent here.
        return isOver ? ending : BrowserEnding()
    }

    /// Whether Chromium has ended. Does not reap the process, so that `waitpid` can still be called.
    private var hasEnded: Bool {
        var facts = unsafe siginfo_t()
        return unsafe waitid(P_PID, id_t(process), &facts, WEXITED | WNOHANG | WNOWAIT) == 0 && facts.si_signo != 0
    }

    private func bury() -> BrowserEnding {
        ProcessGroup.kill(first: process)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
        return BrowserEnding(status: status)
    }
}
