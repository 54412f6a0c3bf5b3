/// Runs tasks on the calling thread, so that no row depends on how quickly the system wakes another thread.
final class ManualExecutor: TaskExecutor, @unchecked Sendable {
    // @unchecked: a single thread enqueues and runs.
    private var jobs: [UnownedJob] = []
    private var next = 0

    init() {
        jobs.reserveCapacity(64)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        jobs.append(UnownedJob(job))
    }

    func runUntilIdle() {
        while next < jobs.count {
            let job = jobs[next]
            next += 1
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        jobs.removeAll(keepingCapacity: true)
        next = 0
    }
}
