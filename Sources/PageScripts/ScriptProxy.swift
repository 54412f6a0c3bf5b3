import Fetching
import Pages

// The only way out that a page's browser has.
//
//     Chromium ──► 127.0.0.1:port ──► the rule ──► server, or the proxy of the environment
//                                       │
//                          (password)   └─► 403, and a line in the report
//
// Names are looked up here and once, every address they have is looked at before anything is connected to, and what was looked at is what is
// connected to: a name that changes its address in between changes nothing. What a tunnel carries is nobody's business here; whom it leads to is.

/// An HTTP proxy on loopback for one run of scripts. Lives on the thread that runs them.
final class ScriptProxy {
    let port: Int
    let pass = ProxyPass()
    private(set) var tally: ProxyTally

    private let listener: Descriptor
    private let settings: FetchSettings
    private let proxies: ProxyRules
    private let rule: TargetRule
    private let limits: ScriptLimits
    private let inbox: ScriptInbox
    private var names: NameTable
    private var connections: [ProxyConnection] = []
    private var listenerSlot: PollSet.Slot = nil
    /// Not before then: the system had no descriptor left.
    private var acceptsFrom: ContinuousClock.Instant?

    init(
        pagePort: Int, allowsPrivate: Bool, settings: FetchSettings, limits: ScriptLimits, inbox: ScriptInbox
    ) throws(ScriptProblem) {
        let (listener, port) = try ProxySocket.bound(listens: true)
        self.listener = listener
        self.port = port
        self.settings = settings
        self.limits = limits
        self.inbox = inbox
        proxies = ProxyRules(environment: settings.environment)
        rule = TargetRule(allowsPrivate: allowsPrivate, pagePort: pagePort, ownPort: port)
        names = NameTable(limit: limits.hosts)
        tally = ProxyTally(limits: limits)
    }

    /// When something is to be done although nothing has come.
    var deadline: ContinuousClock.Instant? {
        (connections.compactMap(\.deadline) + [acceptsFrom].compactMap { $0 }).min()
    }

    func prepare(_ set: inout PollSet) {
        let accepts = acceptsFrom == nil && connections.count < limits.connections
        listenerSlot = set.watch(listener, reads: accepts)
        for connection in connections { connection.prepare(&set) }
    }

    func turn(_ set: PollSet, now: ContinuousClock.Instant) {
        if let time = acceptsFrom, now >= time { acceptsFrom = nil }
        for connection in connections {
            if connection.readRequest(set), let request = connection.request { admit(request, of: connection, now) }
            connection.turn(set, &tally, now: now)
        }
        if tally.limit != nil {
            // What is on its way is cut: nothing that grows without bound is to be waited for.
            for connection in connections where connection.phase == .relaying { connection.end() }
        }
        connections.removeAll { $0.phase == .over }
        if set.isReadable(listenerSlot) { accept(now) }
        startLookups()
    }

    func learn(_ host: String, _ answer: HostLookup.Answer, now: ContinuousClock.Instant) {
        names.learn(host, answer)
        for connection in connections where connection.phase == .lookingUp { goOn(connection, now) }
        startLookups()
    }

    private func accept(_ now: ContinuousClock.Instant) {
        guard let client = ProxySocket.accept(listener) else {
            acceptsFrom = now + .milliseconds(100)
            return
        }
        connections.append(ProxyConnection(client, limits: limits, now: now))
    }

    private func startLookups() {
        for name in names.start() {
            HostLookup.start(name) { [weak inbox] answer in inbox?.lookedUp(name, answer) }
        }
    }

    // MARK: One request

    private func admit(_ request: ProxyRequest, of connection: ProxyConnection, _ now: ContinuousClock.Instant) {
        // Another program of this machine has found the port.
        guard pass.admits(request) else { return connection.fail(407, "Proxy Authentication Required") }
        if request.host == pass.host { return connection.fail(204, "No Content") }
        guard tally.admit() else { return connection.fail(503, "Service Unavailable") }
        guard rule.allows(port: request.port) else { return connection.fail(403, "Forbidden") }
        goOn(connection, now)
    }

    /// As far as the names are known that are needed.
    private func goOn(_ connection: ProxyConnection, _ now: ContinuousClock.Instant) {
        guard let request = connection.request else { return connection.end() }
        // What cannot be spoken to was found before the browser was started.
        let upstream = try? UpstreamProxy.proxy(for: request, proxies)
        let place = settings.place(of: request.host, port: request.port)
        var addresses: [[UInt8]] = []
        switch lookUp(upstream == nil ? place.host : request.host) {
        case .pending: return connection.waitForName()
        case .tooMany: return tooManyHosts(connection)
        case .known(.addresses(let found)):
            addresses = found
            if let (address, kind) = rule.refused(found) {
                tally.refuse(request.host, address, kind)
                return connection.fail(403, "Forbidden")
            }
        // A name that nobody knows here may be known to the proxy.
        case .known(.unknown): if upstream == nil { return connection.fail(502, "Bad Gateway") }
        }
        guard let upstream else { return connection.connect(to: addresses, port: place.port, as: .server, now: now) }
        // Its own address is the user's choice, and not asked about.
        switch lookUp(upstream.host) {
        case .pending: connection.waitForName()
        case .tooMany: tooManyHosts(connection)
        case .known(.unknown): connection.fail(502, "Bad Gateway")
        case .known(.addresses(let found)):
            connection.connect(to: found, port: upstream.port, as: .proxy(authorization: upstream.authorization), now: now)
        }
    }

    private func tooManyHosts(_ connection: ProxyConnection) {
        tally.stop(.hosts)
        connection.fail(503, "Service Unavailable")
    }

    private func lookUp(_ host: String) -> NameTable.Answer {
        if let address = HostLookup.literal(host) { return .known(.addresses([address])) }
        let fixed = settings.fixedAddresses(of: host)
        return fixed.isEmpty ? names.ask(host) : .known(.addresses(fixed))
    }
}
