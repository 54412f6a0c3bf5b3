import CursesTerminal
import Foundation
import Testing

@Suite("The signals that end a program")
struct EndingSignalsTests {
    @Test("a signal ends the process if it has its usual effect, and not if it is ignored or has a handler")
    func ending() {
        #expect(Terminal.endingSignals.contains(SIGUSR2))
        _ = signal(SIGUSR2, SIG_IGN)
        #expect(!Terminal.endingSignals.contains(SIGUSR2))
        _ = signal(SIGUSR2) { _ in }
        #expect(!Terminal.endingSignals.contains(SIGUSR2))
        _ = signal(SIGUSR2, SIG_DFL)
        let others = [SIGKILL, SIGSTOP, SIGTSTP, SIGCONT, SIGWINCH, SIGCHLD, SIGSEGV, SIGPIPE]
        #expect(!Terminal.endingSignals.contains(where: others.contains))
    }
}
