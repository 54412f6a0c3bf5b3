package import AppLinks
package import Deciding
package import HTTPTransport
package import Tasks

/// Resolves a link by fetching its page and reading what the page says about apps, as Bolts' resolver does. Scripts run only if ``scripts``
/// is set.
///
/// A page is fetched each time, unless the fetcher has a cache and the server allows caching.
package struct PageAppLinkResolver: Sendable {
    private let fetcher: any PageFetching
    private let rules: LookupRules
    var threads = PageThreads()
    /// Runs the scripts of pages. If it is nil, pages are read as the servers send them.
    package var scripts: (any ScriptRunning)?

    package init(fetcher: any PageFetching, rules: LookupRules = LookupRules()) {
        self.fetcher = fetcher
        self.rules = rules
    }

    var steps: [LookupStep] { [.fetch, .decode, .read] + (scripts == nil ? [] : [.scripts]) + [.conclude] }

    /// Returns a future of everything that the page says about apps. If it fails, the error is a `FetchFailure`.
    ///
    /// - Parameters:
    ///   - token: Cancels the future at once, and the work for it.
    ///   - observer: Receives the steps and the hops, and what the page says before its scripts run.
    package func resolution(
        of url: LinkURL, token: CancellationToken? = nil, observer: @escaping LookupObserver = { _ in }
    ) -> Future<PageResolution> {
        // Each continuation that reads the page must name this executor, because it could otherwise run on the fetcher's thread.
        let executor = threads.next()
        let request = FetchRequest.page(url, permissions: rules.permissions, isFresh: rules.isFresh)
        return LookupStep.fetch.follow(observer) { fetcher.fetch(request, token: token) { hop in observer(.hop(hop)) } }
            .continueOnSuccessWithFuture(executor, token: token) { page in
                runScripts(of: try ReadPage(page, observer), executor, token, observer)
            }
            .continueOnSuccessWith(executor, token: token) { page in LookupStep.conclude.run(observer) { page.resolution } }
            .cancelled(by: token)
    }

    /// Makes the browser run the scripts of a page, if the page is HTML.
    private func runScripts(
        of page: ReadPage, _ executor: FutureExecutor, _ token: CancellationToken?, _ observer: @escaping LookupObserver
    ) -> Future<ReadPage> {
        guard let scripts else { return Future(page) }
        return LookupStep.scripts.follow(observer) {
            guard page.content != nil else { return Future(page) }
            observer(.pageSoFar(page.resolution, claims: []))
            // A page may redirect to a private address that the user allows. Its scripts must not use the address too.
            let access = rules.permissions.limited(to: page.urlForScripts.host ?? "")
            return scripts.run(page.urlForScripts, permissions: access, token: token).continueWith(executor) { end in
                do {
                    return page.after(try (end.outcome ?? .cancelled).get())
                } catch let problem as ScriptProblem {
                    return page.without(problem)
                }
            }
        }
    }
}

extension Future {
    /// Returns a future that ends like this future, but is cancelled as soon as the token is cancelled.
    fileprivate func cancelled(by token: CancellationToken?) -> Future {
        guard let token else { return self }
        let promise = Promise<Value>()
        promise.cancel(with: token)
        continueWith(.immediate) { promise.trySet(outcome: $0.outcome ?? .cancelled) }
        return promise.future
    }
}

/// A page in a file. It is read like a page that a server sent without a `Content-Type`.
package enum LocalPage {
    /// Returns what the page says about apps.
    ///
    /// - Throws: A `FetchFailure` if the page is too complex.
    package static func resolution(of html: [UInt8], as url: LinkURL) throws -> PageResolution {
        try ReadPage(FetchedPage(requested: url, url: url, body: html)) { _ in }.resolution
    }
}
