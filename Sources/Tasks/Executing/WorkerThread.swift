package import Dispatch
package import Platform

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
    /// Starts a thread that runs the closure. Returns zero or an error number.
    private let start: @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32
    private let state = Locked(State())
    private let arrival = DispatchSemaphore(value: 0)

    /// Creates the object. Its thread starts with the first job.
    ///
    /// - Parameters:
    ///   - name: The name of the thread.
    ///   - patience: How long the thread waits for another job before it ends. Starting a thread costs more than a short job,
    ///     so a thread with many short jobs needs some patience.
    ///   - blocksSignals: Whether the thread blocks all signals except those that its own faults raise. Otherwise it has the
    ///     signal mask of the thread that starts it.
    package convenience init(_ name: String, patience: DispatchTimeInterval = .seconds(0), blocksSignals: Bool = true) {
        self.init(name, patience: patience) { startThread(blocksSignals: blocksSignals, $0) }
    }

    /// Creates the object with another way to start a thread, so that a test can make it fail.
    init(_ name: String, patience: DispatchTimeInterval, start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Int32) {
        self.name = name
        self.patience = patience
        self.start = start
    }

    /// Runs `job` on the thread, after all jobs that were given before. Throws without running it if the system cannot start a thread.
    package func run(_ job: @escaping @Sendable () -> Void) throws(SystemError) {
        let code = add(job) {
            start { [self] in
                nameThread(name)
                work()
            }
        }
        if code != 0 { throw SystemError("pthread_create", code: code) }
    }

    /// Adds a job, and wakes the thread if it waits. If there is no thread, calls `start` first, and adds the job only if `start` returns
    /// zero. Returns what `start` returned, or zero.
    private func add(_ job: @escaping @Sendable () -> Void, afterStarting start: () -> Int32) -> Int32 {
        let (before, code) = state.withLock { state in
            let before = state.phase
            // The lock is held while a thread starts, so that no other thread adds a job to a thread that never comes.
            let code = before == .gone ? start() : 0
            if code == 0 {
                state.jobs.append(job)
                state.phase = .working
            }
            return (before, code)
        }
        if before == .waiting { arrival.signal() }
        return code
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
        // Without a thread, there are no jobs to wait for, so none is started.
        if add({ end.signal() }, afterStarting: { -1 }) == 0 { end.wait() }
    }

    private var isCurrent: Bool {
        let id = currentThreadID()
        return state.withLock { $0.threadID == id }
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

extension WorkerThread {
    /// Runs `job` on the thread, after the jobs that were given before. If the system cannot start a thread, the job runs on the calling
    /// thread, which then has to wait.
    package func runSomewhere(_ job: @escaping @Sendable () -> Void) {
        do throws(SystemError) { try run(job) } catch { job() }
    }

    /// Runs `job` like ``runSomewhere(_:)``, and returns a future of its result.
    package func answer<Value: Sendable>(_ job: @escaping @Sendable () -> Value) -> Future<Value> { answer(job) { _ in job() } }

    /// Runs `job` like ``run(_:)``, and returns a future of its result. If the system cannot start a thread, `failing` makes the result.
    package func answer<Value: Sendable>(_ job: @escaping @Sendable () -> Value, failing: (SystemError) -> Value) -> Future<Value> {
        let promise = Promise<Value>()
        do throws(SystemError) { try run { promise.trySet(job()) } } catch { promise.trySet(failing(error)) }
        return promise.future
    }

    /// Returns a future that settles when the jobs given so far have ended.
    package func drained() -> Future<Void> { answer {} }
}
