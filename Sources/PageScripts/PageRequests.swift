import AppLinks
import Fetching
import Pages
import Tasks

// The path of all requests of a page. The browser hands over each request before it opens a connection:
//
//     Chromium ──► PausedRequest ──► the rules below ──► Fetcher (addresses, limits, the user's proxy) ──► server
//         ▲                               │                 │
//         └───────── RequestAnswer ◄──────┴─────────────────┘
//
// A redirect is returned to the browser, which follows it with a new request, so the same rules apply to each hop.

/// Answers the requests of one page through a fetcher for this page. The object is used only on the thread that runs scripts.
final class PageRequests {
    private(set) var tally: RequestTally
    private let meter: FetchMeter
    private let fetcher: Fetcher
    private let allowsPrivate: Bool
    private let pagePort: Int
    private let limits: ScriptLimits
    private let cancellation = CancellationTokenSource()

    /// - Parameters:
    ///   - page: The URL of the page. Requests to its port are always allowed.
    ///   - allowsPrivate: Whether to connect to addresses that are not on the public Internet.
    ///   - settings: The settings of the page's fetcher. Their cache is not used, because a new browser has an empty cache.
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

    /// The number of bytes received over the network, before decompression.
    var received: Int { meter.received }

    /// Sends a request and returns nil. If the request is not allowed, returns the answer that refuses it.
    ///
    /// - Parameter done: A closure that is called with the outcome of a request that was sent. The call is made on the fetcher's thread.
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

    /// Returns the answer that matches the outcome of a request that was sent.
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

    /// Cancels all requests in progress, because the page has reached a limit.
    private func stop() {
        if meter.isExceeded { tally.stop(.bytes) }
        cancellation.cancel()
    }

    /// Returns whether requests to a port are allowed. Except for 80 and 443, ports below 1024 belong to services other than web servers.
    /// For higher ports, browsers have a block list of their own.
    private func allows(port: Int) -> Bool { port >= 1024 || [80, 443, pagePort].contains(port) }
}

extension LinkURL {
    fileprivate var portOrDefault: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
