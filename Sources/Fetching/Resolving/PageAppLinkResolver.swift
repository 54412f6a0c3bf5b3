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
    /// Reads the pages.
    private let executor: FutureExecutor
    /// Whose tags ``appLink(for:)`` reads.
    package var idiom: PageTags.Idiom
    package var limits = FetchLimits()
    /// Whether pages at private addresses may be fetched.
    package var allowsPrivate: Bool
    /// Whether to ignore the cache of the fetcher, if it has one.
    package var isFresh = false
    /// Runs the scripts of pages; nil reads the pages as they come.
    package var scripts: (any ScriptRunning)?

    package init(fetcher: any PageFetching = Fetcher(), idiom: PageTags.Idiom = .phone, allowsPrivate: Bool = false) {
        self.fetcher = fetcher
        executor = WorkerThread.forPages().executor
        self.idiom = idiom
        self.allowsPrivate = allowsPrivate
    }

    /// Returns the steps that resolve `url`, not started yet. They end with ``ResolvingSlot/resolution`` or fail with a `FetchFailure`.
    ///
    /// - Parameters:
    ///   - url: The link to resolve.
    ///   - onHop: Is told each answer as it comes, on the fetcher's thread.
    ///   - onPageWithoutScripts: Is told what the page says before its scripts run, where they do.
    package func workflow(
        for url: LinkURL, onHop: (@Sendable (RedirectHop) -> Void)? = nil, onPageWithoutScripts: (@Sendable (PageResolution) -> Void)? = nil
    ) -> Workflow {
        var steps: [WorkflowStep] = [
            .fetchPage(.page(url, limits: limits, allowsPrivate: allowsPrivate, isFresh: isFresh), with: fetcher, onHop: onHop),
            // Each step names its thread: a step that continues where the one before ended could find that one ended already, and would then
            // read a page on the fetcher's thread.
            .decodeText(on: executor), .readElements(on: executor),
        ]
        if let scripts {
            steps.append(.runScripts(with: scripts, allowsPrivate: allowsPrivate, on: executor, onPageWithoutScripts: onPageWithoutScripts))
        }
        return Workflow(steps + [.conclude(on: executor)], identifier: url.absoluteString)
    }

    /// Returns all that the page says.
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
