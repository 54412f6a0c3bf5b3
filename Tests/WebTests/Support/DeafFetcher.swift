import AppLinks
import Deciding
import HTTPTransport
import LinkLayers
import Tasks
import Web

/// A fetcher that answers as the test says, or never, and ignores cancellation: the worst that libcurl or a name service can do.
struct DeafFetcher: PageFetching {
    typealias Answer = @Sendable (FetchRequest, (RedirectHop) -> Void) -> FetchedPage?

    /// Returns the answer to a request, or nil to never answer it. The second argument is a closure to call for each hop.
    let answer: Answer
    private let silence = UnansweredPromises<FetchedPage>()

    init(_ answer: @escaping Answer) { self.answer = answer }

    func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (RedirectHop) -> Void)?) -> Future<FetchedPage> {
        answer(request) { onHop?($0) }.map { Future($0) } ?? silence.future
    }
}

extension FetchedPage {
    /// Returns a page at `url` that was reached over `hops`.
    static func html(_ html: String, at url: LinkURL, hops: [RedirectHop]) -> FetchedPage {
        FetchedPage(
            requested: url, hops: hops, url: url, status: 200, fields: [.init("Content-Type", "text/html; charset=utf-8")],
            body: Array(html.utf8))
    }
}

/// A browser that never returns a page and ignores cancellation.
struct DeafBrowser: ScriptRunning {
    private let pages = UnansweredPromises<ScriptedPage>()
    private let ends = UnansweredPromises<Void>()

    func run(_ url: LinkURL, permissions: FetchPermissions, token: CancellationToken?) -> Future<ScriptedPage> { pages.future }
    func drained() -> Future<Void> { ends.future }
}

/// Promises that are never settled. They are kept, because the future of a dropped promise fails.
final class UnansweredPromises<Value: Sendable>: Sendable {
    private let promises = Locked<[Promise<Value>]>([])

    /// Returns a new future that stays pending.
    var future: Future<Value> {
        let promise = Promise<Value>()
        promises.withLock { $0.append(promise) }
        return promise.future
    }
}
