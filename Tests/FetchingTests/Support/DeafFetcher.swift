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
    private let silence = UnansweredPromises<FetchedPage>()

    init(_ answer: @escaping Answer) { self.answer = answer }

    func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (RedirectHop) -> Void)?) -> Future<FetchedPage> {
        answer(request) { onHop?($0) }.map { Future($0) } ?? silence.future
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
    private let pages = UnansweredPromises<ScriptedPage>()
    private let ends = UnansweredPromises<Void>()

    func run(_ url: LinkURL, allowsPrivate: Bool, token: CancellationToken?) -> Future<ScriptedPage> { pages.future }
    func drained() -> Future<Void> { ends.future }
}

/// Promises that nobody settles. They are kept, because the future of a promise that is dropped fails.
final class UnansweredPromises<Value: Sendable>: Sendable {
    private let promises = Locked<[Promise<Value>]>([])

    /// A new future that stays pending.
    var future: Future<Value> {
        let promise = Promise<Value>()
        promises.withLock { $0.append(promise) }
        return promise.future
    }
}
