import CursesTerminal
import Foundation
import Platform
import Synchronization
import Tasks

/// The writing end of the pipe to the thread that waits for a signal. A pipe is used because a signal handler may call `write`, but few
/// other functions.
///
/// A signal mask and `sigwait` do not work here: on Linux, the main queue unblocks all signals while the main thread waits.
nonisolated private let signalPipe = Atomic<Int32>(-1)

nonisolated private func note(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    unsafe write(signalPipe.load(ordering: .relaxed), &byte, 1)
}

/// Delays the effect of Ctrl-C and similar signals until work is finished or cleaned up. A thread waits for the first signal. After a
/// signal, `end()` ends the program.
nonisolated final class Interruption: Sendable {
    private struct State: Sendable {
        var received: Int32?
        /// Whether there is no work to finish. In that case, a signal ends the program at once.
        var isIdle = false
    }

    /// The time in microseconds after a signal in which the work is finished and cleaned up. Then the signal ends the program.
    private static let patience: UInt32 = 800_000

    private let signals: [Int32]
    private let state = Locked(State())

    /// Creates an interruption. From now on, the first signal only calls `handler` on a separate thread. After it, another Ctrl-C ends the
    /// program. Only one interruption may exist at a time. A command that is not the whole process gets no signals.
    init(_ console: Console, _ handler: @escaping @Sendable () -> Void) {
        // A signal that is ignored, as under `nohup`, stays ignored.
        signals = console.isWholeProcess ? Terminal.endingSignals : []
        var ends: [Int32] = [-1, -1]
        // If no pipe or thread can be created, signals keep their usual effect.
        guard !signals.isEmpty, unsafe pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        signalPipe.store(ends[1], ordering: .relaxed)
        let reader = ends[0]
        let body: @Sendable () -> Void = { [self] in
            var byte: UInt8 = 0
            while unsafe read(reader, &byte, 1) < 0, errno == EINTR {}
            let number = Int32(byte)
            let isIdle = state.withLock { state in
                state.received = number
                return state.isIdle
            }
            if isIdle { return end() }
            if signals.contains(SIGINT) { _ = signal(SIGINT, SIG_DFL) }
            handler()
            if number == SIGINT { return }
            // Work that does not notice the handler has no more time than this. After Ctrl-C, the user decides about it.
            usleep(Self.patience)
            end()
        }
        guard (try? WorkerThread("signals", blocksSignals: false).run(body)) != nil else { return }
        for number in signals { _ = signal(number, note) }
    }

    /// Whether a signal was received.
    var hasCome: Bool { state.withLock { $0.received != nil } }

    /// Runs `body`, which may block, while there is no work to finish. During the call, a signal ends the program at once.
    func whileIdle<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
        let hasCome = state.withLock { state in
            state.isIdle = true
            return state.received != nil
        }
        if hasCome { end() }
        defer { state.withLock { $0.isIdle = false } }
        return try body()
    }

    /// Restores the usual effect of signals. If a signal was received, ends the program now.
    func end() {
        for number in signals { _ = signal(number, SIG_DFL) }
        guard let number = state.withLock({ $0.received }) else { return }
        // This thread may belong to a dispatch queue. Such threads block the signal, so it must be unblocked for `raise` to end the
        // program.
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }
}
