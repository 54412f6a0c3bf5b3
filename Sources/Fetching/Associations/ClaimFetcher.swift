import AppLinks
package import Associations
package import Pages
package import Tasks

/// Asks the host of each hop to a page which apps claim the hop's link. A host that has been asked is remembered and not asked again for
/// other links.
///
/// Apple's CDN is not asked. The files, also those that assetlinks.json includes, are fetched with the fetcher of the pages.
package final class ClaimFetcher: Sendable {
    private struct State: Sendable {
        var hosts: [String: Future<HostFiles>] = [:]
        /// The keys of `hosts`, oldest first.
        var order: [String] = []
    }

    /// The maximum number of hosts to remember.
    private static let mostHosts = 256

    private let fetcher: AssociationFetcher
    private let thread = WorkerThread.forPages()
    private let token: CancellationToken?
    private let state = Locked(State())

    /// - Parameters:
    ///   - fetcher: Fetches the files.
    ///   - rules: The permissions and options of the requests.
    ///   - token: Cancels all requests.
    package init(fetcher: any PageFetching, rules: LookupRules = LookupRules(), token: CancellationToken? = nil) {
        var files = AssociationFetcher(fetcher: fetcher, rules: rules)
        files.asksSiteOnly = true
        // Devices do not wait longer for a file.
        files.time = .seconds(5)
        self.fetcher = files
        self.token = token
    }

    /// Returns a future of the apps that claim the link of a hop. Asks the host of the hop, unless the host has been asked before.
    ///
    /// Returns nil if the link is not https or the host has not answered, because no app can claim such a link.
    package func claims(of hop: RedirectHop) -> Future<LinkClaims>? {
        Self.site(of: hop).map { site in
            files(of: site).continueOnSuccessWith(thread.executor) { $0.claims(of: hop.url) }
        }
    }

    private func files(of site: WebSite) -> Future<HostFiles> {
        let key = site.description
        let promise = Promise<HostFiles>()
        let known = state.withLock { state -> Future<HostFiles>? in
            if let known = state.hosts[key] { return known }
            state.hosts[key] = promise.future
            state.order.append(key)
            if state.order.count > Self.mostHosts { state.hosts[state.order.removeFirst()] = nil }
            return nil
        }
        if let known {
            promise.tryCancel()
            return known
        }
        let files = fetcher.files(of: site, for: Set(AppPlatform.allCases), token: token)
        files.continueOnSuccessWith(thread.executor) { HostFiles($0) }.continueWith(.immediate) { end in
            promise.trySet(outcome: end.outcome ?? .cancelled)
        }
        return promise.future
    }

    /// Returns the site to ask, or nil if the link is not https or the host did not respond.
    private static func site(of hop: RedirectHop) -> WebSite? {
        guard hop.status != nil, hop.url.scheme?.lowercased() == "https" else { return nil }
        return WebSite(of: hop.url)
    }
}
