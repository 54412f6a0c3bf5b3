import Foundation
import Synchronization
import Tasks

/// The pipe that the signal handler writes to. The handler may do little else.
///
/// A signal mask and `sigwait` do not work here: on Linux the main thread of a program with a main queue waits with all signals unblocked.
nonisolated private let signalPipe = Atomic<Int32>(-1)

nonisolated private func note(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    unsafe write(signalPipe.load(ordering: .relaxed), &byte, 1)
}

/// Ctrl-C and similar signals while there is work to finish or to clean up: a thread waits for the first, which takes its usual effect at the end.
nonisolated final class Interruption: Sendable {
    private struct State: Sendable {
        var received: Int32?
        /// Whether there is nothing to finish just now.
        var isIdle = false
    }

    private let signals: [Int32]
    private let state = Locked(State())

    /// From here on the first signal only calls `handler`, on a thread of its own; a second Ctrl-C ends the program. There is one interruption at a
    /// time.
    init(_ handler: @escaping @Sendable () -> Void) {
        signals = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
        var ends: [Int32] = [-1, -1]
        // Without a pipe or a thread, signals keep their usual effect.
        guard unsafe pipe(&ends) == 0 else { return }
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
        }
        guard (try? WorkerThread("signals", blocksSignals: false).run(body)) != nil else { return }
        for number in signals { _ = signal(number, note) }
    }

    /// Whether a signal has come.
    var hasCome: Bool { state.withLock { $0.received != nil } }

    /// Does something that may block for as long as it likes, with nothing to finish meanwhile: a signal ends the program at once.
    func whileIdle<Answer, Failure>(_ body: () throws(Failure) -> Answer) throws(Failure) -> Answer {
        let hasCome = state.withLock { state in
            state.isIdle = true
            return state.received != nil
        }
        if hasCome { end() }
        defer { state.withLock { $0.isIdle = false } }
        return try body()
    }

    /// From here on signals end the program by themselves, as one that came before does now.
    func end() {
        for number in signals { _ = signal(number, SIG_DFL) }
        guard let number = state.withLock({ $0.received }) else { return }
        // This thread takes the signal, which threads of queues do not: the program ends before the next line.
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }

    /// Whether the signal is ignored, as under `nohup`; then it stays ignored.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == 1
        #else
            return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        #endif
    }
}
