import Fetching
import Foundation
import Pages

/// A running Chromium: its pipes, and its end. Lives on the thread that runs scripts.
///
/// It is the first of a process group of its own, so that Ctrl-C of a terminal does not reach it and one signal ends all it has started. Where
/// that signal is never sent, because this program was killed itself, Chromium ends when it finds its pipe closed.
final class BrowserProcess {
    /// What it is told, and what it answers: messages that end with a NUL.
    let commands: Descriptor
    let answers: Descriptor
    /// What it says to nobody in particular.
    let errors: Descriptor

    private let process: pid_t
    private var ending: BrowserEnding?

    /// - Throws: `ScriptProblem.notStarted`, or that there is no room for it.
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

    /// Ends it and all it has started, and waits for that.
    func end() { if ending == nil { ending = bury() } }

    /// The same for one that has closed its pipe: it is about to end, and gets a moment to do that by itself; how it did.
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
        // Otherwise it is our signal that ended it.
        return isOver ? ending : BrowserEnding()
    }

    /// Whether it is dead, and not buried.
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
