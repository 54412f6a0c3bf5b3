package import AppLinks
package import Deciding
package import HTTPTransport
package import Tasks

/// Runs the scripts of pages in Chromium, one page at a time.
package struct ScriptRunner: ScriptRunning {
    /// Chromium, or the reason why it is missing.
    package let browser: Result<Browser, ScriptProblem>
    package var limits = ScriptLimits()
    /// Called before Chromium starts.
    package var onStart: (@Sendable () -> Void)?

    private let settings: FetchSettings
    /// The thread of all runs, so that one browser runs at a time.
    private let thread = WorkerThread.forPages()

    /// - Parameters:
    ///   - browser: Chromium, or the reason why it is missing.
    ///   - settings: The settings of the fetcher, which also apply to the requests of pages.
    package init(_ browser: Result<Browser, ScriptProblem>, settings: FetchSettings) {
        self.browser = browser
        self.settings = settings
    }

    /// Finds Chromium at `path`, or at a place that the environment names, or in a usual folder of the system. If Chromium is not found,
    /// every run fails with the reason.
    package init(finding path: String?, settings: FetchSettings) {
        self.init(Result { () throws(ScriptProblem) in try Browser.find(path, environment: settings.environment) }, settings: settings)
    }

    /// Returns a future that settles when no browser is running any more. A browser takes a moment to end after its run is cancelled.
    package func drained() -> Future<Void> { Future(executor: thread.executor) {} }

    /// Loads the page at `url`, and returns the page as it is after its scripts have run.
    ///
    /// - Returns: A future of the page. If it fails, the error is a `ScriptProblem`. If the token cancels the run, the future settles when
    ///   the browser has ended.
    package func run(_ url: LinkURL, permissions: FetchPermissions, token: CancellationToken?) -> Future<ScriptedPage> {
        let browser: Browser
        let inbox: ScriptInbox
        do throws(ScriptProblem) {
            browser = try self.browser.get()
            inbox = try ScriptInbox()
        } catch {
            return Future(error: error)
        }
        let registration = token?.onCancellation { inbox.cancel() }
        return Future(executor: thread.executor) { [settings, limits, onStart] in
            defer { registration?.dispose() }
            if inbox.take().isCancelled { throw CancellationError() }
            onStart?()
            let session = ScriptSession(url, in: browser, permissions: permissions, settings: settings, limits: limits, inbox: inbox)
            guard let page = try session.run() else { throw CancellationError() }
            return page
        }
    }
}
