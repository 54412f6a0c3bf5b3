import AppLinks
import Tasks

/// A fetch, hop by hop. Used only on the fetcher's thread.
///
///     begin ─┬─ no proxy ──────────► ask ─► answered ─┬─ redirect ─► begin
///            └─ proxy ─► look up ──►                  └─ page, problem ─► the end
final class FetchJob {
    let order: FetchOrder
    private unowned let run: FetchRun
    private let deadline: ContinuousClock.Instant

    private(set) var exchange: Exchange?
    private var url: LinkURL
    private var proxy: String?
    private var lastProxy: String?
    private var hops: [RedirectHop] = []
    /// The cached response of this hop, if the server has to confirm that it is still valid.
    private var stored: CachedAnswer?

    enum Next {
        /// Start the exchange.
        case ask
        /// Look up a name before its page is requested from a proxy.
        case lookUp(String)
        case end(Outcome<FetchedPage>)

        static func fail(_ problem: FetchProblem, _ hops: [RedirectHop]) -> Next { .end(.failure(FetchFailure(problem, hops: hops))) }
    }

    init(_ order: FetchOrder, of run: FetchRun) {
        self.order = order
        self.run = run
        url = order.request.url
        deadline = .now + order.request.limits.time
    }

    /// Begins the hop to `url`.
    func begin() -> Next {
        // This is a loop, because redirects in the cache may form a chain.
        while let (answer, age) = cached() {
            let hop = RedirectHop(
                url: url, status: answer.status, location: answer.location, remoteAddress: answer.remoteAddress, tls: answer.tls,
                isCertificateChecked: order.request.checksCertificate(of: url), milliseconds: 0, age: age, headers: answer.fields)
            tell(hop)
            guard let next = step(after: redirect(answer), status: answer.status, fields: answer.fields, body: answer.body) else {
                continue
            }
            return next
        }
        return beginAsking()
    }

    /// The place of this hop's response in the cache; nil without a cache.
    private var place: PageCache.Place?

    private func cached() -> (answer: CachedAnswer, age: Int)? {
        stored = nil
        guard let cache = run.loop.settings.cache, order.request.method == "GET" else { return nil }
        var place = cache.place(of: order.request.cacheKey(for: url, realm: run.loop.settings.realm))
        defer { self.place = place }
        guard !order.request.isFresh, let (answer, age, isFresh) = cache.answer(at: &place) else { return nil }
        if isFresh { return (answer, age) }
        stored = answer.validators.isEmpty ? nil : answer
        return nil
    }

    private func beginAsking() -> Next {
        proxy = run.loop.proxies.proxy(for: url)
        lastProxy = proxy ?? lastProxy
        if proxy != nil, !order.request.permissions.isAnyAddressAllowed, let host = url.host.map(HostLookup.plainName) {
            let fixed = run.loop.settings.fixedAddresses(of: host)
            return fixed.isEmpty ? .lookUp(host) : lookedUp(fixed)
        }
        return ask()
    }

    /// Continues a hop through a proxy with the addresses of its host. If the name of the host is unknown here, the proxy looks it up.
    func lookedUp(_ addresses: [[UInt8]]) -> Next {
        for address in addresses {
            guard let kind = AddressKind(address), !order.request.permissions.allows(.address(kind), of: url.host ?? "") else { continue }
            let text = HostLookup.text(address)
            return .fail(.refusedAddress(host: url.host ?? "", address: text, kind), hops + [RedirectHop(url: url, milliseconds: 0)])
        }
        return ask()
    }

    var timeLeft: Duration { ContinuousClock.now.duration(to: deadline) }

    var isTooLate: Bool { timeLeft <= .zero }

    func tooLate() -> Next {
        .fail(.tooSlow(seconds: order.request.limits.time.seconds, bytes: nil), hops + [RedirectHop(url: url, milliseconds: 0)])
    }

    private func ask() -> Next {
        guard let transfer = run.takeTransfer() else { return .fail(.noLibrary("it creates no transfer"), hops) }
        exchange = Exchange(
            url, of: order.request, onlyIf: stored?.validators ?? [], by: transfer, proxy: proxy, time: max(.milliseconds(1), timeLeft))
        return .ask
    }

    /// Continues after the exchange has ended with libcurl's `code`.
    func answered(_ code: Int, _ exchange: Exchange) -> Next {
        let problem = exchange.problem(code: code)
        var hop = exchange.hop
        let (status, fields) = (exchange.status, exchange.fields)
        self.exchange = nil
        if problem == nil, status == 304, let stored {
            guard stored.isMeant(by: fields) else {
                // The 304 refers to a different response than the cached one, so the request is repeated without a condition.
                self.stored = nil
                return isTooLate ? tooLate() : ask()
            }
            hop.confirm(status: stored.status, location: stored.location, headers: stored.fields)
            tell(hop)
            if let place { run.loop.settings.cache?.keep(stored, validatedBy: fields, hop: hop, at: place) }
            return proceed(redirect(stored), stored.status, stored.fields, stored.body)
        }
        tell(hop)
        if let problem { return .fail(problem, hops) }
        // If the transfer of a redirect broke off, the redirect is followed but not cached.
        if let status, code == 0, let place {
            run.loop.settings.cache?.keep(status: status, fields: fields, body: exchange.body, hop: hop, at: place)
        }
        return proceed(exchange.redirect, status, fields, exchange.body)
    }

    private func tell(_ hop: RedirectHop) {
        hops.append(hop)
        order.onHop?(hop)
    }

    /// Ends the job with a response, or begins the hop to which the response redirects.
    private func proceed(_ redirect: RedirectRule, _ status: Int?, _ fields: [FetchedPage.Field], _ body: [UInt8]) -> Next {
        step(after: redirect, status: status, fields: fields, body: body) ?? (isTooLate ? tooLate() : begin())
    }

    /// Returns what to do after a cached response.
    private func redirect(_ answer: CachedAnswer) -> RedirectRule {
        order.request.followsRedirects ? .of(status: answer.status, location: answer.location, from: url) : .stay
    }

    /// Returns the end of the job, or nil after setting `url` to the next hop.
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

/// What to do after a response.
enum RedirectRule: Equatable {
    case stay
    case follow(LinkURL)
    case refuse(FetchProblem)

    /// Chooses the rule for a response from `url` by its status.
    ///
    ///     301 302 303 307 308   follow Location; its absence is an error
    ///     300                   follow Location if there is one
    ///     304 305 306, others   stay
    static func of(status: Int?, location: @autoclosure () -> String?, from url: LinkURL) -> RedirectRule {
        guard let status, [300, 301, 302, 303, 307, 308].contains(status) else { return .stay }
        guard let location = location(), !location.isEmpty else {
            return status == 300 ? .stay : .refuse(.redirectWithoutLocation(status: status))
        }
        guard let next = url.resolving(location) else { return .refuse(.redirectToNoURL(location)) }
        guard next.isWeb else { return .refuse(.redirectToScheme(next.absoluteString)) }
        return next.host?.isEmpty == false ? .follow(next) : .refuse(.redirectToNoURL(location))
    }
}
