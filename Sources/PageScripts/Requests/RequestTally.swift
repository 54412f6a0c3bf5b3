import Pages

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
