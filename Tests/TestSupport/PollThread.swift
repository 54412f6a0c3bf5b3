import CPseudoTerminal
import Foundation
import Tasks

/// The thread that waits for the output of all programs that the tests run, so that waiting tests block no thread of the concurrency pool.
package final class PollThread: Sendable {
    package static let shared = PollThread()

    private struct Wait {
        let descriptor: Int32
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var waits: [Int: Wait] = [:]
        var lastNumber = 0
    }

    private let state = Locked(State())
    /// A byte in this pipe tells the thread that there is a new wait.
    private let reading: Int32
    private let writing: Int32

    private init() {
        var ends: (reading: Int32, writing: Int32) = (-1, -1)
        precondition(unsafe cpt_pipe(&ends.reading, &ends.writing), "no pipe for the thread that waits")
        (reading, writing) = ends
        Thread.detachNewThread { while true { self.turn() } }
    }

    /// Waits until the descriptor can be read or its other side is closed. Returns false at the deadline, or when the task is canceled.
    package func isReadable(_ descriptor: Int32, before deadline: ContinuousClock.Instant) async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCanceled = state.withLock { state in
                    // Checked while the lock is held, so that a task canceled after this check finds its wait in the table.
                    guard !Task.isCancelled else { return true }
                    state.waits[number] = Wait(descriptor: descriptor, deadline: deadline, continuation: continuation)
                    return false
                }
                if isCanceled { continuation.resume(returning: false) } else { _ = unsafe cpt_write(writing, [0], 1) }
            }
        } onCancel: {
            state.withLock { $0.waits.removeValue(forKey: number) }?.continuation.resume(returning: false)
        }
    }

    /// Sleeps until at least one wait is over, and resumes all waits that are over.
    private func turn() {
        let waits = state.withLock { Array($0.waits) }
        let now = ContinuousClock.now
        let milliseconds = waits.map { now.duration(to: $0.value.deadline) / .milliseconds(1) }.min().map { Int32(max(0, $0.rounded(.up))) }
        var wanted = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
        wanted += waits.map { pollfd(fd: $0.value.descriptor, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&wanted, nfds_t(wanted.count), milliseconds ?? -1) >= 0 else { return }
        if wanted[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 512)
            _ = unsafe cpt_read(reading, &bytes, bytes.count, 0)
        }
        let after = ContinuousClock.now
        for (index, (number, wait)) in waits.enumerated() {
            let isReadable = wanted[index + 1].revents != 0
            guard isReadable || wait.deadline <= after else { continue }
            state.withLock { $0.waits.removeValue(forKey: number) }?.continuation.resume(returning: isReadable)
        }
    }
}
