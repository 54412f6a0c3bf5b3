import AppLinks
package import Associations
package import Pages
package import Tasks

/// Asks the hosts of the hops to a page which apps claim their links. Each host is asked once, for any number of links.
///
/// Only the sites themselves are asked, with the fetcher of the pages and within its limits.
package final class ClaimFetcher: Sendable {
    private struct State: Sendable {
        var hosts: [String: Future<HostFiles>] = [:]
        /// The keys of `hosts`, oldest first.
        var order: [String] = []
    }

    /// The most hosts to remember.
    private static let mostHosts = 256

    private let fetcher: AssociationFetcher
    private let thread = WorkerThread.forPages()
    private let token: CancellationToken?
    private let state = Locked(State())

    /// - Parameters:
    ///   - fetcher: Fetches the files.
    ///   - allowsPrivate: Whether files at private addresses may be fetched.
    ///   - isFresh: Whether to ignore the fetcher's cache.
    ///   - token: Cancels all requests.
    package init(fetcher: any PageFetching, allowsPrivate: Bool = false, isFresh: Bool = false, token: CancellationToken? = nil) {
        var files = AssociationFetcher(fetcher: fetcher)
        files.allowsPrivate = allowsPrivate
        files.isFresh = isFresh
        files.asksSiteOnly = true
        // Devices do not wait longer.
        files.time = .seconds(5)
        self.fetcher = files
        self.token = token
    }

    /// Asks the host of a hop, unless it has been asked before, which apps claim the hop's link.
    ///
    /// Returns nil for a hop whose link no app can claim: one without https, or without an answer.
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
        guard hop.status != nil, hop.url.scheme?.lowercased() == "https", let host = hop.url.host else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return WebSite("https://\(name)\(hop.url.port.map { ":\($0)" } ?? "")")
    }
}
