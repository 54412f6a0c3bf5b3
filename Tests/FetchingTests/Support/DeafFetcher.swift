import AppLinks
import Fetching
import LinkLayers
import Pages
import Tasks

/// A fetcher that answers as the test says, or never, and does not hear that it is to stop: the worst that libcurl or a name service can do.
struct DeafFetcher: PageFetching {
    typealias Answer = @Sendable (FetchRequest, (RedirectHop) -> Void) -> FetchedPage?

    /// Returns nil for a request that is never answered. The second argument is told of hops.
    let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (RedirectHop) -> Void)?) -> Future<FetchedPage> {
        answer(request) { onHop?($0) }.map { Future($0) } ?? Promise<FetchedPage>().future
    }
}

extension FetchedPage {
    /// A page at `url`, reached by `hops`.
    static func html(_ html: String, at url: LinkURL, hops: [RedirectHop]) -> FetchedPage {
        FetchedPage(
            requested: url, hops: hops, url: url, status: 200, fields: [.init("Content-Type", "text/html; charset=utf-8")],
            body: Array(html.utf8))
    }
}

/// A browser that never says what scripts make of a page, and does not hear that it is to stop.
struct DeafBrowser: ScriptRunning {
    func run(_ url: LinkURL, allowsPrivate: Bool, token: CancellationToken) -> Future<ScriptedPage> { Promise<ScriptedPage>().future }
    func drained() -> Future<Void> { Promise<Void>().future }
}
