import Foundation
import Synchronization
import Tasks

/// Where a signal is written down as it comes: its handler knows nothing else.
///
/// Not a mask and `sigwait`: the main thread of a program with a main queue waits on Linux with all signals let through, whatever it was told.
nonisolated private let signalPipe = Atomic<Int32>(-1)

nonisolated private func note(_ number: Int32) {
    var byte = UInt8(truncatingIfNeeded: number)
    unsafe write(signalPipe.load(ordering: .relaxed), &byte, 1)
}

/// Ctrl-C and its like while something has to be cleared away first: a thread waits for them, and they take their usual effect at the end.
nonisolated final class Interruption: Sendable {
    private let signals: [Int32]
    private let received = Locked<Int32?>(nil)

    /// From here on the signals do nothing but call `handler`, once, on a thread of its own. There is one of these at a time.
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
            received.withLock { $0 = number }
            handler()
        }
        guard (try? WorkerThread("signals", blocksSignals: false).run(body)) != nil else { return }
        for number in signals { _ = signal(number, note) }
    }

    /// From here on signals end the program by themselves; as one that has come meanwhile does now.
    func end() {
        for number in signals { _ = signal(number, SIG_DFL) }
        guard let number = received.withLock({ $0 }) else { return }
        // Threads of queues take no signals; this one has to, and then there is nothing behind the next line.
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }

    /// As under `nohup`: what is ignored stays so.
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
