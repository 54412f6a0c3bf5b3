import Dispatch
import Foundation
import HTTPTransport
import Synchronization
package import Tasks

/// The threads that read pages. There is one for each processor, because parsing is the slowest part of a lookup and the pages of a list
/// do not depend on each other.
final class PageThreads: Sendable {
    private let executors: [FutureExecutor]
    private let turn = Atomic<UInt>(0)

    init(count: Int = ProcessInfo.processInfo.activeProcessorCount) {
        executors = (0..<count).map { _ in WorkerThread.forPages().executor }
    }

    /// Returns the executor for the next page. The threads take turns. All steps of a page run on the same thread, in order.
    func next() -> FutureExecutor {
        executors[Int(turn.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(executors.count))]
    }
}

extension WorkerThread {
    /// Returns a thread that parses pages and does other work that would block the fetcher's thread.
    ///
    /// The thread waits a moment for the next page, because in a list of links the next page comes soon, and starting a thread costs more
    /// than parsing a page.
    package static func forPages() -> WorkerThread { WorkerThread("pages", patience: .milliseconds(200)) }
}
