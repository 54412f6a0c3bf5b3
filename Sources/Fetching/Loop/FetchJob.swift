import AppLinks
import LinkLayers
import Tasks

/// One fetch, hop after hop. Lives on the fetcher's thread.
///
///     begin ─┬─ no proxy ──────────► ask ─► answered ─┬─ redirect ─► begin
///            └─ proxy ─► look up ──►                  └─ page, problem ─► the end
final class FetchJob {
    let order: FetchOrder
    private let settings: FetchSettings
    private let proxies: ProxyRules
    private let transfers: CurlTransferPool
    private let deadline: ContinuousClock.Instant

    private(set) var exchange: Exchange?
    private var url: LinkURL
    private var proxy: String?
    private var lastProxy: String?
    private var hops: [Hop] = []
    /// What the cache has of this hop, where its server has to be asked whether that still holds.
    private var stored: CachedAnswer?
    /// What answers are kept under beside the request: where hosts are reached, whom we trust, and as whom we ask.
    private let realm: String

    enum Next {
        /// The exchange is to be started.
        case ask
        /// The name is to be looked up before a proxy is asked for it.
        case lookUp(String)
        case end(Outcome<FetchedPage>)

        static func fail(_ problem: FetchProblem, _ hops: [Hop]) -> Next { .end(.failure(FetchFailure(problem, hops: hops))) }
    }

    init(_ order: FetchOrder, of loop: FetchLoop, transfers: CurlTransferPool) {
        self.order = order
        settings = loop.settings
        proxies = loop.proxies
        realm = loop.realm
        self.transfers = transfers
        url = order.request.url
        deadline = .now + order.request.limits.time
    }

    /// Begins with the hop to `url`.
    func begin() -> Next {
        // In a loop: a chain of redirects out of the cache is as long as others may be.
        while let (answer, age) = cached() {
            let hop = Hop(
                url: url, status: answer.status, location: answer.location, remoteAddress: answer.remoteAddress, tls: answer.tls,
                milliseconds: 0, age: age)
            tell(hop)
            guard let next = step(after: redirect(answer), status: answer.status, fields: answer.fields, body: answer.body) else {
                continue
            }
            return next
        }
        return beginAsking()
    }

    /// What the answer of this hop is kept under; nil without a cache.
    private var place: PageCache.Place?

    private func cached() -> (answer: CachedAnswer, age: Int)? {
        stored = nil
        guard let cache = settings.cache else { return nil }
        var place = cache.place(of: order.request.cacheKey(for: url, realm: realm))
        defer { self.place = place }
        guard !order.request.isFresh, let (answer, age, isFresh) = cache.answer(at: &place) else { return nil }
        if isFresh { return (answer, age) }
        stored = answer.validators.isEmpty ? nil : answer
        return nil
    }

    private func beginAsking() -> Next {
        proxy = proxies.proxy(for: url)
        lastProxy = proxy ?? lastProxy
        if proxy != nil, !order.request.allowsPrivate, let host = url.host {
            let fixed = settings.fixedAddresses(of: host)
            return fixed.isEmpty ? .lookUp(host) : lookedUp(.addresses(fixed))
        }
        return ask()
    }

    /// The target of a proxied hop has these addresses. One that cannot be looked up here is the proxy's affair.
    func lookedUp(_ answer: HostLookup.Answer) -> Next {
        if case .addresses(let addresses) = answer {
            for address in addresses {
                guard let kind = AddressKind(address) else { continue }
                let text = HostLookup.text(address)
                return .fail(.refusedAddress(host: url.host ?? "", address: text, kind), hops + [Hop(url: url, milliseconds: 0)])
            }
        }
        return ask()
    }

    /// How long the job may still take.
    var timeLeft: Duration { ContinuousClock.now.duration(to: deadline) }

    var isTooLate: Bool { ContinuousClock.now >= deadline }

    func tooLate() -> Next {
        .fail(.tooSlow(seconds: order.request.limits.time.seconds, bytes: nil), hops + [Hop(url: url, milliseconds: 0)])
    }

    private func ask() -> Next {
        let left = max(.milliseconds(1), ContinuousClock.now.duration(to: deadline))
        guard let transfer = transfers.take() else { return .fail(.noLibrary("it creates no transfer"), hops) }
        exchange = Exchange(url, of: order.request, onlyIf: stored?.validators ?? [], by: transfer, proxy: proxy, time: left)
        return .ask
    }

    /// The exchange has ended with libcurl's `code`.
    func answered(_ code: Int, _ exchange: Exchange, remembered: TLSFacts?) -> Next {
        let problem = exchange.problem(code: code, limits: order.request.limits)
        var hop = exchange.hop(remembered: remembered)
        let head = exchange.head
        self.exchange = nil
        if problem == nil, head.status == 304, let stored {
            guard stored.isMeant(by: head.fields) else {
                // Of another answer than ours; that is to be had by asking for it without a condition.
                self.stored = nil
                return isTooLate ? tooLate() : ask()
            }
            (hop.status, hop.location, hop.isUnchanged) = (stored.status, stored.location, true)
            tell(hop)
            if let place { settings.cache?.keep(stored, validatedBy: head.fields, hop: hop, at: place) }
            return proceed(redirect(stored), stored.status, stored.fields, stored.body)
        }
        tell(hop)
        if let problem { return .fail(problem, hops) }
        // What broke off may be a redirect all the same, but it is none to keep.
        if let status = head.status, code == 0, let place { settings.cache?.keep(status: status, page: exchange, hop: hop, at: place) }
        return proceed(exchange.redirect, head.status, head.fields, exchange.body)
    }

    private func tell(_ hop: Hop) {
        hops.append(hop)
        order.onHop?(hop)
    }

    /// Goes on with an answer that has come, or begins with the hop it leads to.
    private func proceed(_ redirect: RedirectRule, _ status: Int?, _ fields: [FetchedPage.Field], _ body: [UInt8]) -> Next {
        step(after: redirect, status: status, fields: fields, body: body) ?? (isTooLate ? tooLate() : begin())
    }

    /// Where an answer out of the cache leads.
    private func redirect(_ answer: CachedAnswer) -> RedirectRule {
        order.request.followsRedirects ? RedirectRule(status: answer.status, location: answer.location, from: url) : .stay
    }

    /// What comes after an answer; nil when `url` has become that of the next hop.
    private func step(after redirect: RedirectRule, status: Int?, fields: [FetchedPage.Field], body: [UInt8]) -> Next? {
        switch redirect {
        case .follow(let next):
            guard hops.count <= order.request.limits.redirects else {
                return .fail(.tooManyRedirects(limit: order.request.limits.redirects), hops)
            }
            url = next
            return nil
        case .refuse(let problem):
            return .fail(problem, hops)
        case .stay:
            let page = FetchedPage(
                requested: order.request.url, hops: hops, url: url, status: status, fields: fields, body: body,
                proxy: lastProxy.map(ProxyRules.shown))
            return .end(.success(page))
        }
    }
}
