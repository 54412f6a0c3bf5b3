import AppLinks
package import Associations
import Pages
package import Tasks
package import Workflows

/// Fetches the association files of a site in parallel: the site's own, Apple's copy, and the files that an assetlinks.json includes.
///
/// Fetching is a workflow of the steps in ``VerifyingStep``, so it can be observed and cancelled step by step.
///
/// Redirects are not followed, because devices follow none: the first response is the file.
package struct AssociationFetcher: Sendable {
    private let fetcher: any PageFetching
    private let thread = WorkerThread.forPages()
    /// Whether files at private addresses may be fetched.
    package var allowsPrivate = false
    /// Whether to ignore the fetcher's cache.
    package var isFresh = false
    /// The URL of Apple's copies, to which the host is appended.
    package var appleCopies = "https://app-site-association.cdn-apple.com/a/v1/"
    package var time: Duration = .seconds(10)
    /// Whether to ask only the site itself, and only for the files at their current paths.
    package var asksSiteOnly = false

    /// The most included files to fetch. Includes in included files are ignored, as on devices.
    private static let mostIncludes = 50

    package init(fetcher: any PageFetching) {
        self.fetcher = fetcher
    }

    /// Returns the workflow that verifies a site, not started. Its final content has ``VerifyingSlot/files`` and, if there are questions,
    /// ``VerifyingSlot/verdicts``. It never fails because of a server: a file that could not be fetched contains the error.
    ///
    /// - Parameters:
    ///   - questions: The questions to answer from the files.
    ///   - onFile: Called with each file as it arrives, in any order, on the fetcher's thread.
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

    /// Fetches the files that the platforms read.
    ///
    /// - Parameters:
    ///   - token: Cancels the future and all transfers.
    ///   - onFile: Called with each file as it arrives, on the fetcher's thread.
    /// - Returns: A future that never fails: a file that could not be fetched contains the error.
    package func files(
        of site: WebSite, for platforms: Set<AppPlatform>, token: CancellationToken? = nil,
        onFile: (@Sendable (ServedFile) -> Void)? = nil
    ) -> Future<ServedFiles> {
        workflow(for: site, on: platforms, onFile: onFile)
            .answer(token: token) { $0[VerifyingSlot.files] ?? ServedFiles(site: site) }
    }

    /// Returns the kinds of files to fetch first. The files that assetlinks.json includes are fetched after it.
    package func kinds(of site: WebSite, for platforms: Set<AppPlatform>) -> [ServedFile.Kind] { places(of: site, platforms).map(\.kind) }

    /// Returns the URLs of a site's files.
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

    /// Adds the files that assetlinks.json includes.
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
        return fetcher.fetch(request, token: token, onHop: nil).continueWith(.immediate) { [fetcher] end in
            // Releasing the fetcher would cancel the transfer.
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
