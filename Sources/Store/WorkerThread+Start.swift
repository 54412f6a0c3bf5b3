// Because the import is re-exported, all files of this target can use the system's C library.

@_exported public import Platform
import Tasks

extension WorkerThread {
    /// Runs `body` on a new thread.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        try failing(as: { (error: WorkerThread.Failure) in SystemError("pthread_create", code: error.code) }, WorkerThread(name).run(body))
    }
}
