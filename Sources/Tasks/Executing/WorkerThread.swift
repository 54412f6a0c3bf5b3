package import Dispatch

/// A thread for jobs that block or take long. It runs them one after another, in the order given.
///
///     let thread = WorkerThread("pages")
///     try thread.run { … }                                        // a job
///     future.continueOnSuccessWith(thread.executor) { … }         // a continuation
///
/// The thread starts with the first job. It ends once it has had no job for `patience`, so an idle program has no thread to wake up. It belongs
/// to no pool: libdispatch looks at its blocked workers once a second, and Swift's own pool has one thread for each core.
///
/// A job cannot be stopped from outside, so a job that waits must also wait for its own cancellation. ``join()`` waits for the jobs given
/// so far. The object may be released at any time; the thread still runs its jobs to the end.
package final class WorkerThread: Sendable {
    /// The system could not start a thread. The jobs that waited for it are dropped.
    package struct Failure: Error, Hashable {
        /// What `pthread_create` returned, as in `errno`.
        package let code: Int32
    }

    private enum Phase: Sendable {
        /// There is no thread.
        case gone
        case working
        /// The thread waits for `arrival` until its patience ends.
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

    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - patience: How long the thread waits for another job before it ends. For many short jobs, starting a thread costs more than the job.
    ///   - blocksSignals: Whether the thread blocks all signals but those that its own faults raise. Otherwise it has the mask of the thread that
    ///     starts it.
    package init(_ name: String, patience: DispatchTimeInterval = .seconds(0), blocksSignals: Bool = true) {
        self.name = name
        self.patience = patience
        self.blocksSignals = blocksSignals
    }

    /// Runs `job` on the thread, after the jobs that were given before.
    package func run(_ job: @escaping @Sendable () -> Void) throws(Failure) {
        let before = state.withLock { state in
            state.jobs.append(job)
            defer { state.phase = .working }
            return state.phase
        }
        switch before {
        case .working: break
        case .waiting: arrival.signal()
        case .gone: try start()
        }
    }

    /// Runs continuations on the thread: in order, except for those that come from the thread itself, which run at once.
    ///
    /// A future whose continuation finds no thread fails with a ``BrokenPromise``.
    package var executor: FutureExecutor {
        .custom(name) { job in
            if self.isCurrent { return job() }
            try? self.run(job)
        }
    }

    /// Waits until the jobs given so far have run. A job must not join its own thread.
    package func join() {
        let end = DispatchSemaphore(value: 0)
        let before = state.withLock { state in
            if state.phase == .gone { return Phase.gone }
            state.jobs.append { end.signal() }
            defer { state.phase = .working }
            return state.phase
        }
        if before == .gone { return }
        if before == .waiting { arrival.signal() }
        end.wait()
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

    /// Ends the waiting. Returns whether a job came while the wait timed out; its signal has come, or comes now.
    private func hasMoreAfterAll() -> Bool {
        let hasMore = state.withLock { state in
            if state.phase == .waiting { (state.phase, state.threadID) = (.gone, nil) }
            return state.phase == .working
        }
        if hasMore { arrival.wait() }
        return hasMore
    }
}
