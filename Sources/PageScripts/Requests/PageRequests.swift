import AppLinks
import Fetching
import Pages
import Tasks

// Everything that a page asks for goes this way, because the browser hands over each request before it connects:
//
//     Chromium ──► PausedRequest ──► the rules below ──► Fetcher (addresses, limits, the user's proxy) ──► server
//         ▲                               │                 │
//         └───────── RequestAnswer ◄──────┴─────────────────┘
//
// A redirect goes back to the browser, which follows it with a request of its own, so each hop passes the same rules.

/// Answers the requests of one page through a fetcher of their own. Lives on the thread that runs scripts.
final class PageRequests {
    private(set) var tally: RequestTally
    private let meter: FetchMeter
    private let fetcher: Fetcher
    private let allowsPrivate: Bool
    private let pagePort: Int
    private let limits: ScriptLimits
    private let cancellation = CancellationTokenSource()

    /// - Parameters:
    ///   - page: The page's own URL, whose port may be any.
    ///   - allowsPrivate: Whether to connect to addresses that are not on the public Internet.
    ///   - settings: The settings of the page's fetcher; its cache is not used, as a fresh browser has none.
    init(of page: LinkURL, allowsPrivate: Bool, settings: FetchSettings, limits: ScriptLimits) {
        var settings = settings
        settings.cache = nil
        settings.concurrency = limits.connections
        fetcher = Fetcher(settings: settings)
        tally = RequestTally(limits: limits)
        meter = FetchMeter(limit: limits.networkBytes)
        pagePort = page.portOrDefault
        self.allowsPrivate = allowsPrivate
        self.limits = limits
    }

    deinit { cancellation.cancel() }

    /// The bytes that came back, as they came over the network.
    var received: Int { meter.received }

    /// Sends a request. Returns the answer if the request is refused.
    ///
    /// - Parameter done: Told what came of a request that was sent, on the fetcher's thread.
    func send(_ request: PausedRequest, _ done: @escaping @Sendable (Outcome<FetchedPage>) -> Void) -> RequestAnswer? {
        guard let url = LinkURL(request.url), url.isWeb, let host = url.host, !host.isEmpty, allows(port: url.portOrDefault) else {
            return .failure(.blocked)
        }
        let isAdmitted = tally.admit(host)
        guard isAdmitted, meter.use(request.body.count) else {
            stop()
            return .failure(.blocked)
        }
        var fetch = FetchRequest(url, headers: request.fields, allowsPrivate: allowsPrivate, followsRedirects: false, isFresh: true)
        fetch.method = request.method
        fetch.body = request.body
        fetch.meter = meter
        fetch.limits.time = limits.requestTime
        fetch.limits.headBytes = limits.headBytes
        fetch.limits.bodyBytes = limits.networkBytes
        fetcher.fetch(fetch, token: cancellation.token).continueWith(.immediate) { done($0.outcome ?? .cancelled) }
        return nil
    }

    /// The answer to a request that was sent.
    func answer(_ outcome: Outcome<FetchedPage>) -> RequestAnswer {
        switch outcome {
        case .success(let page): return RequestAnswer(.success(page))
        case .failure(let error):
            let problem = (error as? FetchFailure)?.problem ?? .brokenOff(host: "", reason: "\(error)")
            if case .refusedAddress(let host, let address, let kind) = problem {
                tally.refuse(ScriptRun.Refusal(host: host, address: address, kind))
            }
            if meter.isExceeded { stop() }
            return RequestAnswer(.failure(problem))
        case .cancelled: return .failure(.blocked)
        }
    }

    /// Ends what is on its way too: a page that grows without bound is not waited for.
    private func stop() {
        if meter.isExceeded { tally.stop(.bytes) }
        cancellation.cancel()
    }

    /// Ports below 1024 belong to services that are no web servers, except the web's own. Above 1024 browsers have a list of their own.
    private func allows(port: Int) -> Bool { port >= 1024 || [80, 443, pagePort].contains(port) }
}

extension LinkURL {
    fileprivate var portOrDefault: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
