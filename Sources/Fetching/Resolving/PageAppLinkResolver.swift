package import AppLinks
package import Pages
package import Tasks
package import Workflows

/// Resolves a link by fetching its page and reading what the page says about apps, as Bolts' resolver does. Scripts run only with ``scripts``.
///
/// Each resolve is a workflow of the steps in ``ResolvingStep``, which can be observed and cancelled step by step. A page is fetched each time,
/// unless the fetcher has a cache and the server allows it.
package struct PageAppLinkResolver: AppLinkResolving {
    private let fetcher: any PageFetching
    /// Runs the steps that parse pages.
    private let executor: FutureExecutor
    /// The kind of device for which ``appLink(for:)`` reads the tags.
    package var idiom: PageTags.Idiom
    package var limits = FetchLimits()
    /// Whether pages at private addresses may be fetched.
    package var allowsPrivate: Bool
    /// Whether to ignore the cache of the fetcher, if it has one.
    package var isFresh = false
    /// Runs the scripts of pages; nil reads the pages as the servers send them.
    package var scripts: (any ScriptRunning)?

    package init(fetcher: any PageFetching = Fetcher(), idiom: PageTags.Idiom = .phone, allowsPrivate: Bool = false) {
        self.fetcher = fetcher
        executor = WorkerThread.forPages().executor
        self.idiom = idiom
        self.allowsPrivate = allowsPrivate
    }

    /// Returns the workflow that resolves `url`, not started. It ends with ``ResolvingSlot/resolution`` or fails with a `FetchFailure`.
    ///
    /// - Parameters:
    ///   - url: The link to resolve.
    ///   - onHop: Called for each hop when its response has come, on the fetcher's thread.
    ///   - onPageWithoutScripts: Called with the page before its scripts run. Not called if they do not run.
    package func workflow(
        for url: LinkURL, onHop: (@Sendable (RedirectHop) -> Void)? = nil, onPageWithoutScripts: (@Sendable (PageResolution) -> Void)? = nil
    ) -> Workflow {
        var steps: [WorkflowStep] = [
            .fetchPage(.page(url, limits: limits, allowsPrivate: allowsPrivate, isFresh: isFresh), with: fetcher, onHop: onHop),
            // Each step names its executor. Otherwise a step would run where the previous one has ended, and could then parse a page on the
            // fetcher's thread.
            .decodeText(on: executor), .readElements(on: executor),
        ]
        if let scripts {
            steps.append(.runScripts(with: scripts, allowsPrivate: allowsPrivate, on: executor, onPageWithoutScripts: onPageWithoutScripts))
        }
        return Workflow(steps + [.conclude(on: executor)], identifier: url.absoluteString)
    }

    /// Returns everything that the page says about apps.
    ///
    /// - Parameters:
    ///   - url: The link to resolve.
    ///   - token: Cancels the future at once, and the work for it.
    package func resolution(of url: LinkURL, token: CancellationToken? = nil) -> Future<PageResolution> {
        workflow(for: url).answer(token: token) { $0[ResolvingSlot.resolution] }
    }

    /// Returns the App Link of the page for the idiom.
    package func appLink(for url: LinkURL) -> Future<AppLink> {
        let idiom = idiom
        return resolution(of: url).continueOnSuccessWith(.immediate) { $0.appLink(for: idiom) }
    }
}
