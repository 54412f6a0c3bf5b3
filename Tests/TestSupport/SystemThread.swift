#if os(Linux)
    import Foundation

    /// One thread of this process as the system knows it, so that a test can see it end whatever else runs.
    package struct SystemThread: Sendable {
        /// As in `/proc`: `1234/task/1240`.
        private let path: String

        /// The thread that calls.
        package static func current() throws -> SystemThread {
            SystemThread(path: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
        }

        /// The first 15 bytes of its name.
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
