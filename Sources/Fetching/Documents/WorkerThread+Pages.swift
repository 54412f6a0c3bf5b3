import Dispatch
package import Tasks

extension WorkerThread {
    /// Returns a thread that reads pages, and whatever else would hold up the fetcher's thread.
    ///
    /// It waits a moment for the next page: a list of links brings one soon, and starting a thread costs more than reading a page.
    package static func forPages() -> WorkerThread { WorkerThread("pages", patience: .milliseconds(200)) }
}
