package import AppLinks
package import Deciding
package import HTTPTransport
package import Tasks

/// Fetches the association files of a site in parallel: the site's own files, Apple's copy, and the files that an assetlinks.json includes.
///
/// Redirects are not followed, because devices do not follow them either. The first response is the file.
package struct AssociationFetcher: Sendable {
    private let fetcher: any PageFetching
    private let rules: LookupRules
    private let thread = WorkerThread.forPages()
    /// The start of the URLs of Apple's copies. The host is appended.
    package var appleCopies = "https://app-site-association.cdn-apple.com/a/v1/"
    package var time: Duration = .seconds(10)
    /// Whether to leave out Apple's CDN and the old path of Apple's file. The files that assetlinks.json includes are still fetched.
    package var asksSiteOnly = false

    /// The maximum number of included files to fetch. Includes in included files are ignored, as on devices.
    private static let mostIncludes = 50

    package init(fetcher: any PageFetching, rules: LookupRules = LookupRules()) {
        self.fetcher = fetcher
        self.rules = rules
    }

    /// Fetches the files that the platforms read.
    ///
    /// - Parameters:
    ///   - token: Cancels the future and all transfers.
    ///   - observer: Receives the steps, and each file as it arrives, in any order, on the thread on which the event happens.
    /// - Returns: A future of the files. It does not fail if a file cannot be fetched; such a file contains the error instead.
    package func files(
        of site: WebSite, for platforms: Set<AppPlatform>, token: CancellationToken? = nil, observer: @escaping LookupObserver = { _ in }
    ) -> Future<ServedFiles> {
        let fetched = places(of: site, platforms).map { place in (place.kind, fetch(place.kind, place.url, token, observer)) }
        var files = Future(ServedFiles(site: site))
        for (kind, file) in fetched {
            files = files.continueOnSuccessWithFuture(.immediate) { files in
                LookupStep(kind).follow(observer) { file.continueOnSuccessWith(.immediate) { ServedFiles(site: site, files.all + [$0]) } }
            }
        }
        guard platforms.contains(.android) else { return files }
        return files.continueOnSuccessWithFuture(thread.executor, token: token) { files in
            LookupStep.includes.follow(observer) { includes(files, token, observer) }
        }
    }

    func places(of site: WebSite, _ platforms: Set<AppPlatform>) -> [(kind: ServedFile.Kind, url: String)] {
        var places: [(kind: ServedFile.Kind, url: String)] = []
        if platforms.contains(.ios) {
            places.append((.aasa, "\(site)/.well-known/apple-app-site-association"))
            if !asksSiteOnly { places.append((.legacyAASA, "\(site)/apple-app-site-association")) }
            if !asksSiteOnly, site.mayHaveAppleCopy { places.append((.appleCopy, appleCopies + site.host)) }
        }
        if platforms.contains(.android) { places.append((.assetLinks, site.wellKnownURL)) }
        return places
    }

    /// Adds the files that assetlinks.json includes.
    private func includes(
        _ files: ServedFiles, _ token: CancellationToken?, _ observer: @escaping LookupObserver
    ) -> Future<ServedFiles> {
        var addresses: [String] = []
        for include in files.assetLinks?.content.map({ AssetLinksFile($0).includes }) ?? []
        where include.isSecure && !addresses.contains(include.url) && addresses.count < Self.mostIncludes {
            addresses.append(include.url)
        }
        guard !addresses.isEmpty else { return Future(files) }
        return Future.whenAllResults(addresses.map { fetch(.include, $0, token, observer) }).continueOnSuccessWith(.immediate) {
            ServedFiles(site: files.site, files.all + $0)
        }
    }

    private func fetch(
        _ kind: ServedFile.Kind, _ address: String, _ token: CancellationToken?, _ observer: @escaping LookupObserver
    ) -> Future<ServedFile> {
        guard let url = LinkURL(address) else {
            return Future(ServedFile(kind, url: address, .failure(FetchFailure(.badURL(address, reason: "it is not a URL")))))
        }
        var limits = FetchLimits()
        limits.time = time
        limits.bodyBytes = kind.platform == .ios ? AASAFile.sizeLimit : AssetLinksFile.sizeLimit
        let request = FetchRequest(
            url, headers: [.init("Accept", "application/json")], limits: limits, permissions: rules.permissions,
            followsRedirects: false, isFresh: rules.isFresh)
        return fetcher.fetch(request, token: token, onHop: nil).continueWith(.immediate) { [fetcher] end in
            // Releasing the fetcher would cancel the transfer.
            withExtendedLifetime(fetcher) {}
            let result: Result<FetchedPage, FetchFailure>
            do {
                result = .success(try (end.outcome ?? .cancelled).get())
            } catch let error as FetchFailure {
                result = .failure(error)
            }
            let file = ServedFile(kind, url: address, result)
            observer(.file(file))
            return file
        }
    }
}

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

    private static let mostHosts = 256

    private let fetcher: AssociationFetcher
    private let thread = WorkerThread.forPages()
    private let token: CancellationToken?
    private let state = Locked(State())

    /// - Parameter token: Cancels all requests.
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
        guard hop.status != nil, hop.url.scheme?.lowercased() == "https", let site = WebSite(of: hop.url) else { return nil }
        return files(of: site).continueOnSuccessWith(thread.executor) { $0.claims(of: hop.url) }
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
}
