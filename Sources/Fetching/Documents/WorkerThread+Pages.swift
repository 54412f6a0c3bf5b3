import Dispatch
package import Tasks

extension WorkerThread {
    /// Returns a thread that parses pages and does other work that would block the fetcher's thread.
    ///
    /// The thread waits a moment for the next page, because in a list of links the next page comes soon, and starting a thread costs more
    /// than parsing a page.
    package static func forPages() -> WorkerThread { WorkerThread("pages", patience: .milliseconds(200)) }
}
