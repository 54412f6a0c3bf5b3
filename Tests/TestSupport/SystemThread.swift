#if os(Linux)
    import Foundation

    /// A thread of this process, identified by the system's ID. A test can see it end even if other threads have the same name.
    package struct SystemThread: Sendable {
        /// The path of the thread in `/proc`: `1234/task/1240`.
        private let path: String

        /// Returns the calling thread.
        package static func current() throws -> SystemThread {
            SystemThread(path: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
        }

        /// Returns the first 15 bytes of the thread's name.
        package func name() throws -> String {
            try String(contentsOfFile: "/proc/\(path)/comm", encoding: .utf8).trimmingCharacters(in: .newlines)
        }

        package var isRunning: Bool { FileManager.default.fileExists(atPath: "/proc/\(path)") }

        /// Waits until the thread has ended. Returns false if it still runs after ten seconds.
        package func hasEnded() async throws -> Bool {
            try await onThread {
                let deadline = ContinuousClock.now + .seconds(10)
                while isRunning, .now < deadline { sched_yield() }
                return !isRunning
            }
        }
    }
#endif
