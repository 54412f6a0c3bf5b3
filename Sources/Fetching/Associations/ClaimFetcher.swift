import AppLinks
package import Associations
package import Pages
package import Tasks

/// Asks the hosts of the hops to a page which apps claim their links. Each host is asked once, for any number of links.
///
///     let claims = ClaimFetcher(fetcher: fetcher)
///     let page = resolver.resolution(of: url) { claims.ask($0) }      // each host as soon as it has answered
///     claims.claims(of: hops)                                         // one for each hop
///
/// Only the sites themselves are asked, not Apple's copies, with the limits of the fetcher.
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
    private let source = CancellationTokenSource()
    private let state = Locked(State())

    package init(fetcher: Fetcher, allowsPrivate: Bool = false, isFresh: Bool = false) {
        var files = AssociationFetcher(fetcher: fetcher)
        files.allowsPrivate = allowsPrivate
        files.isFresh = isFresh
        files.asksSiteOnly = true
        // Devices wait no longer, either.
        files.time = .seconds(5)
        self.fetcher = files
    }

    deinit { source.cancel() }

    /// Starts asking the host of a hop, unless it was asked before.
    package func ask(_ hop: Hop) { _ = files(for: hop) }

    /// Returns the claims for the link of each hop. They are nil for a hop that no app can claim: one without https or without a response.
    ///
    /// - Parameter token: Cancels the future at once.
    package func claims(of hops: [Hop], token: CancellationToken? = nil) -> Future<[LinkClaims?]> {
        if token?.isCancellationRequested == true { return .cancelled() }
        let files = hops.map { self.files(for: $0) }
        // Most links of a list need no thread, because there is nothing to wait for.
        if files.allSatisfy({ $0 == nil }) { return Future(files.map { _ in nil }) }
        let promise = Promise<[LinkClaims?]>()
        let registration = token?.onCancellation { promise.tryCancel() }
        let claims = Future.whenAllResults(files.compactMap { $0 }).continueOnSuccessWith(thread.executor) { found in
            var next = 0
            return zip(hops, files).map { hop, files -> LinkClaims? in
                guard files != nil else { return nil }
                defer { next += 1 }
                return found[next].claims(of: hop.url)
            }
        }
        claims.continueWith(.immediate) { end in
            // Releasing the fetcher would cancel its requests.
            withExtendedLifetime(self) {}
            registration?.dispose()
            promise.trySet(outcome: end.outcome ?? .cancelled)
        }
        return promise.future
    }

    private func files(for hop: Hop) -> Future<HostFiles>? {
        guard let site = Self.site(of: hop) else { return nil }
        let key = site.description
        if let known = state.withLock({ $0.hosts[key] }) { return known }
        let promise = Promise<HostFiles>()
        let known = state.withLock { state in
            // Another thread may have added it meanwhile.
            if let known = state.hosts[key] { return known as Future<HostFiles>? }
            state.hosts[key] = promise.future
            state.order.append(key)
            if state.order.count > Self.mostHosts { state.hosts[state.order.removeFirst()] = nil }
            return nil
        }
        if let known { return known }
        let files = fetcher.files(of: site, for: Set(AppPlatform.allCases), token: source.token)
        files.continueOnSuccessWith(thread.executor) { HostFiles($0) }.continueWith(.immediate) { end in
            promise.trySet(outcome: end.outcome ?? .cancelled)
        }
        return promise.future
    }

    /// Returns the site to ask, or nil if the link is not https or the host did not respond.
    private static func site(of hop: Hop) -> WebSite? {
        guard hop.status != nil, hop.url.scheme?.lowercased() == "https", let host = hop.url.host else { return nil }
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return WebSite("https://\(name)\(hop.url.port.map { ":\($0)" } ?? "")")
    }
}
