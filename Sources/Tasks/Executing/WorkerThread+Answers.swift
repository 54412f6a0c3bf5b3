extension WorkerThread {
    /// Runs `job` on the thread, after the jobs that were given before. If the system cannot start a thread, the job runs on the calling
    /// thread, which then has to wait.
    package func runSomewhere(_ job: @escaping @Sendable () -> Void) {
        do throws(Failure) { try run(job) } catch { job() }
    }

    /// Runs `job` like ``runSomewhere(_:)``, and returns a future of its result.
    package func answer<Value: Sendable>(_ job: @escaping @Sendable () -> Value) -> Future<Value> {
        let promise = Promise<Value>()
        runSomewhere { promise.trySet(job()) }
        return promise.future
    }

    /// Returns a future that settles when the jobs given so far have ended.
    package func drained() -> Future<Void> { answer {} }
}
