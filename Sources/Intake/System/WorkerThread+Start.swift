import Tasks

extension WorkerThread {
    /// Runs `body` on a new thread.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        do throws(WorkerThread.Failure) {
            try WorkerThread(name).run(body)
        } catch {
            throw SystemError("pthread_create", code: error.code)
        }
    }
}
