package import AppLinks
package import Fetching
package import Pages
package import Tasks

/// Runs the scripts of pages in Chromium, one page at a time.
package struct ScriptRunner: ScriptRunning {
    private struct State: Sendable {
        var running = 0
        var waiting: [Promise<Void>] = []
    }

    /// Chromium, or the reason why it is missing.
    package let browser: Result<Browser, ScriptProblem>
    package var limits = ScriptLimits()
    /// Called before Chromium starts.
    package var onStart: (@Sendable () -> Void)?

    private let settings: FetchSettings
    private let thread = WorkerThread.forPages()
    private let state = SharedState()

    private final class SharedState: Sendable {
        let value = Locked(State())
    }

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
        let found: Result<Browser, ScriptProblem>
        do throws(ScriptProblem) {
            found = .success(try Browser.find(path, environment: settings.environment))
        } catch {
            found = .failure(error)
        }
        self.init(found, settings: settings)
    }

    /// Returns a future that settles when no browser is running any more. A browser takes a moment to end after its run is cancelled.
    package func drained() -> Future<Void> {
        let promise = Promise<Void>()
        let isAtRest = state.value.withLock { state in
            if state.running > 0 { state.waiting.append(promise) }
            return state.running == 0
        }
        if isAtRest { promise.set() }
        return promise.future
    }

    /// Loads the page at `url`, and returns the page as it is after its scripts have run.
    ///
    /// - Returns: A future of the page. If it fails, the error is a `ScriptProblem`. If the token cancels the run, the future settles when
    ///   the browser has ended.
    package func run(_ url: LinkURL, allowsPrivate: Bool, token: CancellationToken?) -> Future<ScriptedPage> {
        let browser: Browser
        let inbox: ScriptInbox
        do throws(ScriptProblem) {
            browser = try self.browser.get()
            inbox = try ScriptInbox()
        } catch {
            return Future(error: error)
        }
        let registration = token?.onCancellation { inbox.cancel() }
        state.value.withLock { $0.running += 1 }
        let promise = Promise<ScriptedPage>()
        thread.executor.execute { [settings, limits, onStart, state] in
            let outcome: Outcome<ScriptedPage>
            do throws(ScriptProblem) {
                if inbox.take().isCancelled {
                    outcome = .cancelled
                } else {
                    onStart?()
                    let session = ScriptSession(
                        url, in: browser, allowsPrivate: allowsPrivate, settings: settings, limits: limits, inbox: inbox)
                    outcome = try session.run().map { .success($0) } ?? .cancelled
                }
            } catch {
                outcome = .failure(error)
            }
            registration?.dispose()
            let waiting = state.value.withLock { state in
                state.running -= 1
                defer { if state.running == 0 { state.waiting = [] } }
                return state.running == 0 ? state.waiting : []
            }
            promise.trySet(outcome: outcome)
            for promise in waiting { promise.set() }
        }
        return promise.future
    }
}
