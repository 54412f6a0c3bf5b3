import AppLinks
package import Associations
import LinkLayers
package import Tasks
package import Workflows

/// Fetches the association files of a site, side by side: the site's own, Apple's copy, and what an assetlinks.json includes.
///
/// It is a workflow of the steps in ``VerifyingStep``: it can be observed and cancelled step by step.
///
/// Redirects are not followed, because nobody who reads these files follows any: the first answer is the file, whatever it says.
package struct AssociationFetcher: Sendable {
    private let fetcher: Fetcher
    private let thread = PageThread()
    /// Whether files at private addresses may be fetched.
    package var allowsPrivate = false
    /// Whether the cache of the fetcher, if it has one, is passed over.
    package var isFresh = false
    /// What Apple's copy of a site is found under, the site's host behind it.
    package var appleCopies = "https://app-site-association.cdn-apple.com/a/v1/"
    package var time: Duration = .seconds(10)
    /// Whether only the site itself is asked, for the files at their right places: nobody else hears of it.
    package var asksSiteOnly = false

    /// As many included files are fetched; devices follow includes one deep.
    private static let mostIncludes = 50

    package init(fetcher: Fetcher) {
        self.fetcher = fetcher
    }

    /// What verifying a site is made of; not started yet. It ends with ``VerifyingSlot/files`` and, where there are questions,
    /// ``VerifyingSlot/verdicts``. No server makes it fail: a file that cannot be had says so itself.
    ///
    /// - Parameters:
    ///   - questions: What is to be judged by the files.
    ///   - onFile: Told of each file as it comes, in whatever order, on the fetcher's thread.
    package func workflow(
        for site: WebSite, on platforms: Set<AppPlatform>, questions: [Verdict.Question] = [],
        onFile: (@Sendable (ServedFile) -> Void)? = nil
    ) -> Workflow {
        let places = places(of: site, platforms)
        var steps = places.map { place in
            WorkflowStep.fetchAssociation(place.kind, of: site) {
                let source = CancellationTokenSource()
                let files = places.map { ($0.kind, fetch($0.kind, $0.url, source.token, onFile)) }
                return AssociationTransfers(source: source, files: Dictionary(files) { first, _ in first })
            }
        }
        if platforms.contains(.android) {
            steps.append(
                WorkflowStep(VerifyingStep.includes.rawValue, on: thread.executor) { content, run in
                    guard let files = content[VerifyingSlot.files] else { return Future(content) }
                    return includes(files, run.token, onFile).continueOnSuccessWith(.immediate) { files in
                        var content = content
                        content[VerifyingSlot.files] = files
                        return content
                    }
                })
        }
        if !questions.isEmpty { steps.append(.judge(questions, of: site, on: thread.executor)) }
        return Workflow(steps, identifier: site.description)
    }

    /// What the platforms read of a site.
    ///
    /// - Parameters:
    ///   - token: Cancels the future at once, and all transfers.
    ///   - onFile: Told of each file as it comes, on the fetcher's thread.
    /// - Returns: A future that never fails: a file that cannot be had says so itself.
    package func files(
        of site: WebSite, for platforms: Set<AppPlatform>, token: CancellationToken? = nil,
        onFile: (@Sendable (ServedFile) -> Void)? = nil
    ) -> Future<ServedFiles> {
        workflow(for: site, on: platforms, onFile: onFile)
            .answer(token: token) { $0[VerifyingSlot.files] ?? ServedFiles(site: site) }
    }

    /// What is fetched of a site at first; what its assetlinks.json includes comes after that.
    package func kinds(of site: WebSite, for platforms: Set<AppPlatform>) -> [ServedFile.Kind] { places(of: site, platforms).map(\.kind) }

    /// Where a site has its files.
    private func places(of site: WebSite, _ platforms: Set<AppPlatform>) -> [(kind: ServedFile.Kind, url: String)] {
        var places: [(kind: ServedFile.Kind, url: String)] = []
        if platforms.contains(.ios) {
            places.append((.aasa, "\(site)/.well-known/apple-app-site-association"))
            if !asksSiteOnly { places.append((.legacyAASA, "\(site)/apple-app-site-association")) }
            if !asksSiteOnly, site.mayHaveAppleCopy { places.append((.appleCopy, appleCopies + site.host)) }
        }
        if platforms.contains(.android) { places.append((.assetLinks, site.wellKnownURL)) }
        return places
    }

    /// The files, with what the assetlinks.json among them includes.
    private func includes(
        _ files: ServedFiles, _ token: CancellationToken?, _ onFile: (@Sendable (ServedFile) -> Void)?
    ) -> Future<ServedFiles> {
        var addresses: [String] = []
        for include in files.assetLinks?.content.map({ AssetLinksFile($0).includes }) ?? []
        where include.url.lowercased().hasPrefix("https://") && !addresses.contains(include.url) && addresses.count < Self.mostIncludes {
            addresses.append(include.url)
        }
        guard !addresses.isEmpty else { return Future(files) }
        return Future.whenAllResults(addresses.map { fetch(.include, $0, token, onFile) }).continueOnSuccessWith(.immediate) { included in
            var files = files
            files.includes = included
            return files
        }
    }

    private func fetch(
        _ kind: ServedFile.Kind, _ address: String, _ token: CancellationToken?, _ onFile: (@Sendable (ServedFile) -> Void)?
    ) -> Future<ServedFile> {
        guard let url = LinkURL(address) else {
            return Future(ServedFile(kind, url: address, .failure(FetchFailure(.badURL(address, reason: "it is not a URL")))))
        }
        var limits = FetchLimits()
        limits.time = time
        limits.bodyBytes = kind.platform == .ios ? AASAFile.sizeLimit : AssetLinksFile.sizeLimit
        let request = FetchRequest(
            url, headers: [.init("Accept", "application/json")], limits: limits, allowsPrivate: allowsPrivate, followsRedirects: false,
            isFresh: isFresh)
        return fetcher.fetch(request, token: token).continueWith(.immediate) { [fetcher] end in
            // Until here it has to live: dropping it would cancel the transfer.
            withExtendedLifetime(fetcher) {}
            let result: Result<FetchedPage, FetchFailure>
            switch end.outcome {
            case .success(let page): result = .success(page)
            case .failure(let error as FetchFailure): result = .failure(error)
            case .failure(let error): throw error
            case .cancelled, nil: throw CancellationError()
            }
            let file = ServedFile(kind, url: address, result)
            onFile?(file)
            return file
        }
    }
}
