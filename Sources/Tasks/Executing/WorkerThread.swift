package import Dispatch
import Platform

/// A thread for jobs that block or take long. It runs them one after another, in the order given.
///
///     let thread = WorkerThread("pages")
///     try thread.run { … }                                        // a job
///     future.continueOnSuccessWith(thread.executor) { … }         // a continuation
///
/// The thread starts with the first job. It ends when it has had no job for `patience`, so an idle program has no thread that
/// wakes up. It belongs to no thread pool: libdispatch checks its blocked threads once a second, and Swift's own pool has
/// only one thread per core.
///
/// A job cannot be stopped from outside, so a job that waits must also wait for its own cancellation. ``join()`` waits for
/// the jobs given so far. The object may be released at any time; the thread still runs all its jobs.
package final class WorkerThread: Sendable {
    /// The error that is thrown when the system cannot start a thread. The jobs that waited for the thread are dropped.
    package struct Failure: Error, Hashable {
        /// The error number that `pthread_create` returned, such as `EAGAIN`.
        package let code: Int32
    }

    private enum Phase: Sendable {
        /// There is no thread.
        case gone
        case working
        /// The thread waits for `arrival`, for as long as `patience`.
        case waiting
    }

    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        var phase = Phase.gone
        var threadID: UInt?
    }

    /// The thread's name, in debuggers and in descriptions of the executor. Linux shows the first 15 bytes.
    package let name: String
    private let patience: DispatchTimeInterval
    private let blocksSignals: Bool
    private let state = Locked(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Creates the object. Its thread starts with the first job.
    ///
    /// Creates the object. Its thread starts with the first job.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - patience: How long the thread waits for another job before it ends. Starting a thread costs more than a short job,
    ///     so a thread with many short jobs needs some patience.
    ///   - blocksSignals: Whether the thread blocks all signals except those that its own faults raise. Otherwise it has the
    ///     signal mask of the thread that starts it.
    package init(_ name: String, patience: DispatchTimeInterval = .seconds(0), blocksSignals: Bool = true) {
        self.name = name
        self.patience = patience
        self.blocksSignals = blocksSignals
    }

    /// Runs `job` on the thread, after all jobs that were given before.
    package func run(_ job: @escaping @Sendable () -> Void) throws(Failure) {
        if add(job, evenIfGone: true) == .gone { try start() }
    }

    /// Adds a job, and wakes the thread if it waits. Returns the phase before. If there is no thread, adds the job only if `evenIfGone`.
    private func add(_ job: @escaping @Sendable () -> Void, evenIfGone: Bool) -> Phase {
        let before = state.withLock { state in
            if state.phase == .gone, !evenIfGone { return Phase.gone }
            state.jobs.append(job)
            defer { state.phase = .working }
            return state.phase
        }
        if before == .waiting { arrival.signal() }
        return before
    }

    /// The executor that runs continuations on the thread, in order. A continuation that the thread itself submits runs at once.
    ///
    /// If no thread can be started, the future of the continuation fails with a ``BrokenPromise``.
    package var executor: FutureExecutor {
        .custom(name) { job in
            if self.isCurrent { return job() }
            try? self.run(job)
        }
    }

    /// Waits until the jobs given so far have run. A job must not join its own thread.
    package func join() {
        let end = DispatchSemaphore(value: 0)
        if add({ end.signal() }, evenIfGone: false) != .gone { end.wait() }
    }

    private var isCurrent: Bool {
        let id = currentThreadID()
        return state.withLock { $0.threadID == id }
    }

    private func start() throws(Failure) {
        let code = startThread(blocksSignals: blocksSignals) { [self] in
            nameThread(name)
            work()
        }
        guard code != 0 else { return }
        // The jobs are released outside the lock, because releasing the objects they hold may run any `deinit`.
        _ = state.withLock { state in
            defer { state = State() }
            return state.jobs
        }
        throw Failure(code: code)
    }

    private func work() {
        let id = currentThreadID()
        state.withLock { $0.threadID = id }
        while true {
            let jobs = state.withLock { state in
                if state.jobs.isEmpty { state.phase = .waiting }
                defer { state.jobs = [] }
                return state.jobs
            }
            for job in jobs { job() }
            if jobs.isEmpty, arrival.wait(timeout: .now() + patience) == .timedOut, !hasMoreAfterAll() { return }
        }
    }

    /// Stops waiting after a timeout. Returns whether a job has arrived since; if so, it also consumes the signal of that
    /// job.
    private func hasMoreAfterAll() -> Bool {
        let hasMore = state.withLock { state in
            if state.phase == .waiting { (state.phase, state.threadID) = (.gone, nil) }
            return state.phase == .working
        }
        if hasMore { arrival.wait() }
        return hasMore
    }
}
