package import AppLinks
import Bytes
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
                return Future(try Self.page(inDataLink: request.url, limit: request.limits.bodyBytes))
            } catch {
                return Future(error: FetchFailure(error))
            }
        case let scheme: return Future(error: FetchFailure(.unsupportedScheme(scheme)))
        }
    }

    /// Returns the page that a link contains: `data:text/html,<p>Hello`.
    private static func page(inDataLink url: LinkURL, limit: Int) throws(FetchProblem) -> FetchedPage {
        // The text after "data:", without the fragment and otherwise unchanged.
        let text = url.text.dropFirst("data:".utf8.count).prefix { $0 != "#" }
        guard let comma = text.firstIndex(of: ",") else { throw .badDataLink("there is no comma before the page") }
        var type = text[..<comma].trimmingBlanks
        let isBase64 = type.lowercased().hasSuffix("base64") && type.dropLast(6).trimmingBlanks.hasSuffix(";")
        if isBase64 { type = String(type.dropLast(6).trimmingBlanks.dropLast()) }
        if type.hasPrefix(";") { type = "text/plain" + type }
        if type.isEmpty { type = "text/plain;charset=US-ASCII" }
        let source = String(text[text.index(after: comma)...])
        let bytes = source.withBytes { PercentCoding.decoded($0, 0..<$0.count) }
        guard bytes.count <= limit else { throw .pageTooLarge(limit: limit) }
        guard let body = isBase64 ? Base64.decoded(bytes) : bytes else { throw .badDataLink("the text after the comma is not base64") }
        return FetchedPage(requested: url, url: url, fields: [.init("Content-Type", type)], body: body)
    }
}
