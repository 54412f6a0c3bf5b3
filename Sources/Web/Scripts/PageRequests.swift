import AppLinks
import Deciding
import HTTPTransport
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
    private let permissions: FetchPermissions
    private let pagePort: Int
    private let limits: ScriptLimits
    private let cancellation = CancellationTokenSource()

    /// - Parameters:
    ///   - page: The URL of the page. Requests to its port are always allowed.
    ///   - permissions: What the page may do beside connecting to the public Internet.
    ///   - settings: The settings of the page's fetcher. Their cache is not used, because a new browser has an empty cache.
    init(of page: LinkURL, permissions: FetchPermissions, settings: FetchSettings, limits: ScriptLimits) {
        var settings = settings
        settings.cache = nil
        settings.concurrency = limits.connections
        fetcher = Fetcher(settings: settings)
        tally = RequestTally(limits: limits)
        meter = FetchMeter(limit: limits.networkBytes)
        pagePort = page.portOrDefault
        self.permissions = permissions
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
        var fetch = FetchRequest(url, headers: request.fields, permissions: permissions, followsRedirects: false, isFresh: true)
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

/// Counts the requests of a page, and decides whether the page may make more requests.
struct RequestTally: Sendable {
    private(set) var requests = 0
    private(set) var refusals: [ScriptRun.Refusal] = []
    /// The limit that was reached first. Once a limit is reached, all requests are refused.
    private(set) var limit: ScriptRun.Limit?

    private var hosts: Set<String> = []
    private let limits: ScriptLimits

    init(limits: ScriptLimits) {
        self.limits = limits
    }

    /// Counts a request to `host`. Returns `false` if the request is not allowed.
    mutating func admit(_ host: String) -> Bool {
        hosts.insert(host)
        if requests >= limits.requests { stop(.requests) }
        if hosts.count > limits.hosts { stop(.hosts) }
        guard limit == nil else { return false }
        requests += 1
        return true
    }

    mutating func stop(_ limit: ScriptRun.Limit) { self.limit = self.limit ?? limit }

    mutating func refuse(_ refusal: ScriptRun.Refusal) {
        guard refusals.count < ScriptRun.mostListed, !refusals.contains(where: { $0.host == refusal.host }) else { return }
        refusals.append(refusal)
    }
}

/// The limits for one run of a page's scripts.
package struct ScriptLimits: Sendable, Hashable {
    /// The maximum time for Chromium to start. Chromium starts slowly from a slow disk.
    package var startTime: Duration = .seconds(20)
    /// The maximum time for the page to load and its scripts to settle. After this time, the page gets its remaining script time at once
    /// and is then read.
    package var settleTime: Duration = .seconds(8)
    /// The maximum time for reading the page. The page cannot be read while scripts run without a pause.
    package var readTime: Duration = .seconds(4)
    /// The virtual time that passes for timers. Virtual time passes as fast as the scripts run.
    package var scriptTime: Duration = .seconds(5)
    /// The maximum size of the page, in bytes, after its scripts have run.
    package var pageBytes = 2 << 20
    /// The maximum number of bytes that the page loads and sends.
    package var networkBytes = 64 << 20
    package var requests = 1000
    /// The maximum number of requests at the same time. Further requests wait.
    package var connections = 64
    package var hosts = 200
    /// The maximum size of one response's header, in bytes.
    package var headBytes = 64 << 10
    package var requestTime: Duration = .seconds(60)

    package init() {}
}
