package import AppLinks
package import LinkLayers
package import Tasks
package import Workflows

/// Resolves a link by fetching its page and reading what it says about apps, as Bolts' resolver does; without running its scripts, unless that
/// is asked for.
///
/// Each resolve is a workflow of the steps in ``ResolvingStep``: it can be observed and cancelled step by step. A page is fetched each time,
/// unless the fetcher has a cache and the server allows.
package struct PageAppLinkResolver: AppLinkResolving {
    private let fetcher: Fetcher
    /// Where pages are read.
    private let executor: FutureExecutor
    /// Whose tags ``appLink(for:)`` reads.
    package var idiom: PageTags.Idiom
    package var limits = FetchLimits()
    /// Whether pages at private addresses may be fetched.
    package var allowsPrivate: Bool
    /// Whether the cache of the fetcher, if it has one, is passed over.
    package var isFresh = false
    /// Who runs the scripts of pages; nil reads them as they come.
    package var scripts: (any ScriptRunning)?

    package init(fetcher: Fetcher = Fetcher(), idiom: PageTags.Idiom = .phone, allowsPrivate: Bool = false) {
        self.fetcher = fetcher
        executor = PageThread().executor
        self.idiom = idiom
        self.allowsPrivate = allowsPrivate
    }

    /// What resolving `url` is made of; not started yet. It ends with ``ResolvingSlot/resolution``, or fails with a `FetchFailure`.
    ///
    /// - Parameters:
    ///   - url: The link to resolve.
    ///   - onHop: Told of every answer as it comes, on the fetcher's thread.
    package func workflow(for url: LinkURL, onHop: (@Sendable (Hop) -> Void)? = nil) -> Workflow {
        let running = scripts.map { [WorkflowStep.runScripts(with: $0, allowsPrivate: allowsPrivate, on: executor)] } ?? []
        return Workflow(
            [
                .fetchPage(.page(url, limits: limits, allowsPrivate: allowsPrivate, isFresh: isFresh), with: fetcher, onHop: onHop),
                // Each asks for the thread: one that goes on where the one before has ended may find that it ended before anybody waited for it,
                // and then would read a page on the fetcher's.
                .decodeText(on: executor), .readElements(on: executor),
            ] + running + [.conclude(on: executor)],
            identifier: url.absoluteString
        )
    }

    /// All that the page says.
    ///
    /// - Parameters:
    ///   - url: The link to resolve.
    ///   - token: Cancels the future at once, and what is being done for it.
    ///   - onHop: Told of every answer as it comes, on the fetcher's thread.
    package func resolution(
        of url: LinkURL, token: CancellationToken? = nil, onHop: (@Sendable (Hop) -> Void)? = nil
    ) -> Future<PageResolution> {
        workflow(for: url, onHop: onHop).answer(token: token) { $0[ResolvingSlot.resolution] }
    }

    /// The App Link of the page for the idiom.
    package func appLink(for url: LinkURL) -> Future<AppLink> {
        let idiom = idiom
        return resolution(of: url).continueOnSuccessWith(.immediate) { $0.appLink(for: idiom) }
    }
}
