import Fetching
import Pages

/// What has gone through the proxy, and whether more may.
struct ProxyTally: Sendable {
    private(set) var requests = 0
    private(set) var received = 0
    private var sent = 0
    private(set) var refusals: [ScriptRun.Refusal] = []
    /// Set once; from then on nothing goes through.
    private(set) var limit: ScriptRun.Limit?

    private let limits: ScriptLimits

    init(limits: ScriptLimits) {
        self.limits = limits
    }

    /// Whether one more request may go out.
    mutating func admit() -> Bool {
        if requests >= limits.requests { limit = limit ?? .requests }
        guard limit == nil else { return false }
        requests += 1
        return true
    }

    mutating func receive(_ count: Int) {
        received += count
        if received + sent > limits.networkBytes { limit = limit ?? .bytes }
    }

    mutating func send(_ count: Int) {
        sent += count
        receive(0)
    }

    mutating func stop(_ limit: ScriptRun.Limit) { self.limit = self.limit ?? limit }

    mutating func refuse(_ host: String, _ address: [UInt8], _ kind: AddressKind) {
        guard refusals.count < ScriptRun.mostListed, !refusals.contains(where: { $0.host == host }) else { return }
        refusals.append(ScriptRun.Refusal(host: host, address: HostLookup.text(address), kind))
    }
}
