import AppLinks
package import Pages
package import Tasks

/// A type that fetches pages: ``Fetcher``, or a substitute for it in tests.
package protocol PageFetching: Sendable {
    /// Returns a future of the page that `request` leads to. If it fails, the error is a `FetchFailure`. `onHop` is called for each hop
    /// when the response of the hop has arrived.
    func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (RedirectHop) -> Void)?) -> Future<FetchedPage>
}

/// Fetches pages over HTTP, hop by hop, within limits.
///
///     let fetcher = Fetcher()
///     let page = fetcher.fetch(.page(url), token: source.token)
///
/// All transfers run on one thread, which exists only while there are transfers, so an idle fetcher never wakes up. Futures are settled on
/// that thread, so a slow continuation needs another executor. Releasing the fetcher cancels its transfers.
package final class Fetcher: PageFetching {
    private let loop: FetchLoop

    package init(settings: FetchSettings = FetchSettings()) {
        loop = FetchLoop(settings: settings)
    }

    deinit { loop.close() }

    /// Fetches the page of `request`, following redirects if the request allows it.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - token: Cancels the future at once, and the transfer soon after.
    ///   - onHop: Called with each hop as it ends, on the fetcher's thread.
    /// - Returns: A future of the page. If it fails, the error is a `FetchFailure`.
    package func fetch(
        _ request: FetchRequest, token: CancellationToken? = nil, onHop: (@Sendable (RedirectHop) -> Void)? = nil
    ) -> Future<FetchedPage> {
        switch request.url.scheme?.lowercased() {
        case "http", "https":
            guard request.url.host?.isEmpty == false else {
                return Future(error: FetchFailure(.badURL(request.url.absoluteString, reason: "it has no host")))
            }
            return loop.fetch(request, token: token, onHop: onHop)
        case "data":
            do throws(FetchProblem) {
                return Future(try DataLink.page(of: request.url, limit: request.limits.bodyBytes))
            } catch {
                return Future(error: FetchFailure(error))
            }
        case let scheme: return Future(error: FetchFailure(.unsupportedScheme(scheme)))
        }
    }
}
