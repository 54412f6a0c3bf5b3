import AppLinks
package import LinkLayers
package import Tasks

/// Fetches pages over HTTP, hop by hop, within limits.
///
///     let fetcher = Fetcher()
///     let page = fetcher.fetch(.page(url), token: source.token)
///
/// All transfers run on one thread, which is there while there are any: a fetcher with nothing to do wakes nobody up. Futures are settled on
/// that thread, so a continuation that takes long belongs on an executor of its own. Dropping the fetcher cancels what it is doing.
package final class Fetcher: Sendable {
    private let loop: FetchLoop

    package init(settings: FetchSettings = FetchSettings()) {
        loop = FetchLoop(settings: settings)
    }

    deinit { loop.close() }

    /// The page that `request` leads to.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - token: Cancels the future at once, and the transfer as soon as its thread hears of it.
    ///   - onHop: Told of every answer as it comes, on the fetcher's thread.
    /// - Returns: A future that fails with a `FetchFailure`.
    package func fetch(
        _ request: FetchRequest, token: CancellationToken? = nil, onHop: (@Sendable (Hop) -> Void)? = nil
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
