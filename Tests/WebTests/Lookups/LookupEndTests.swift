import AppLinks
import Deciding
import HTTPTransport
import LinkLayers
import Tasks
import TestSupport
import Testing
import Web

/// Even if a server, a name service or a browser never answers, every lookup ends and keeps its results so far.
@Suite("The end of lookups", .waits, .timeLimit(.minutes(30)))
struct LookupEndTests {
    private static let tags = #"<meta property="al:ios:url" content="shop://7">"#
    private let timer = ManualTimer()

    /// Returns lookups that get their pages at once, but never get an answer to the question which apps claim a link.
    private func lookups(
        token: CancellationToken? = nil, rules: LookupRules = LookupRules(), page: @escaping DeafFetcher.Answer = Self.page
    ) -> PageLookups {
        let fetcher = DeafFetcher { request, onHop in
            request.url.text.contains("/.well-known/") ? nil : page(request, onHop)
        }
        return PageLookups(fetcher: fetcher, rules: rules, token: token, timer: timer)
    }

    private static func hop(_ url: LinkURL) -> RedirectHop { RedirectHop(url: url, status: 200, milliseconds: 1) }

    @Sendable private static func page(_ request: FetchRequest, _ onHop: (RedirectHop) -> Void) -> FetchedPage? {
        onHop(hop(request.url))
        return .html(tags, at: request.url, hops: [hop(request.url)])
    }

    @Sendable private static func hopAndSilence(_ request: FetchRequest, _ onHop: (RedirectHop) -> Void) -> FetchedPage? {
        onHop(hop(request.url))
        return nil
    }

    /// Advances the timer beyond the time that a lookup waits for an answer.
    private func waitForSilence() { timer.advance(by: LookupRules().patience * 2) }

    private func found(_ lookup: RunningLookup<FoundPage>) throws -> FoundPage {
        try #require(lookup.found.outcome?.value, "the lookup has not ended")
    }

    @Test("the lookup of a page that is never answered ends, and leaves no timer")
    func silence() throws {
        let lookup = try lookups { _, _ in nil }.start(link("https://page.test/"))
        timer.advance(by: .seconds(30))
        #expect(!lookup.found.isCompleted)
        waitForSilence()
        let found = try found(lookup)
        #expect(found.ending == .unanswered(after: .seconds(40)) && found.isEmpty)
        #expect(throws: FetchFailure(.tooSlow(seconds: 40, bytes: nil))) { try found.page.get() }
        #expect(timer.pendingCount == 0)
    }

    @Test("a lookup that ends early keeps the hops that were answered", arguments: [true, false])
    func hops(isStopped: Bool) throws {
        let lookup = try lookups(page: Self.hopAndSilence).start(link("http://page.test/"))
        if isStopped { lookup.stop() } else { waitForSilence() }
        let found = try found(lookup)
        #expect(found.hops.map(\.status) == [200] && found.claims == [nil])
        let problem: FetchProblem = isStopped ? .stopped : .tooSlow(seconds: 40, bytes: nil)
        #expect(throws: FetchFailure(problem, hops: found.hops)) { try found.page.get() }
        #expect(timer.pendingCount == 0)
    }

    @Test("a lookup whose hosts never answer keeps the page and reports what is missing", arguments: [true, false])
    func claims(isStopped: Bool) async throws {
        let isThere = Promise<Void>()
        let page = Locked<PageResolution?>(nil)
        let lookup = try lookups().start(link("https://page.test/")) { event in
            guard case .pageSoFar(let resolution, _) = event else { return }
            page.withLock { $0 = resolution }
            isThere.trySet()
        }
        try await isThere.future.value
        #expect(!lookup.found.isCompleted)
        if isStopped { lookup.stop() } else { waitForSilence() }
        let found = try found(lookup)
        let resolution = try found.page.get()
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["shop://7"])
        #expect(resolution.findings.map(\.code) == [isStopped ? "stopped" : "too-slow"] && found.claims == [nil])
        #expect(page.withLock { $0?.findings.map(\.code) } == ["stopped"], "what is told before is what a stop leaves")
    }

    @Test("a page whose scripts never end stays as the server sent it", arguments: [true, false])
    func scripts(isStopped: Bool) async throws {
        let isThere = Promise<Void>()
        let fetcher = DeafFetcher(Self.page)
        let lookups = PageLookups(fetcher: fetcher, rules: LookupRules(asksForClaims: false), scripts: DeafBrowser(), timer: timer)
        let lookup = try lookups.start(link("https://page.test/")) { event in
            if case .pageSoFar = event { isThere.trySet() }
        }
        try await isThere.future.value
        if isStopped { lookup.stop() } else { waitForSilence() }
        let page = try found(lookup).page.get()
        #expect(page.appLink(for: .phone).targets.map(\.url?.text) == ["shop://7"] && page.scripts == nil)
        #expect(page.findings.map(\.code) == [isStopped ? "stopped" : "too-slow"])
    }

    @Test("a lookup without an answer does not end as long as other lookups get answers")
    func turns() async throws {
        let lookups = lookups(rules: LookupRules(asksForClaims: false)) { request, onHop in
            request.url.path == "/waits" ? nil : Self.page(request, onHop)
        }
        let waiting = try lookups.start(link("http://page.test/waits"))
        for _ in 0..<5 {
            timer.advance(by: .seconds(39))
            _ = try await lookups.start(link("http://page.test/")).found.value
        }
        #expect(!waiting.found.isCompleted)
        waitForSilence()
        #expect(waiting.found.isCompleted)
    }

    @Test("lookups that start while others end without an answer end too")
    func startAtTheEnd() throws {
        let lookups = lookups { _, _ in nil }
        let url = try link("https://page.test/")
        let later = Locked<[RunningLookup<FoundPage>]>([])
        let running = [lookups.start(url), lookups.start(url)]
        for lookup in running {
            lookup.found.continueWith(.immediate) { _ in
                let next = lookups.start(url)
                later.withLock { $0.append(next) }
            }
        }
        waitForSilence()
        waitForSilence()
        let endings = later.withLock { $0 }.map { $0.found.outcome?.value?.ending }
        #expect(endings == [.unanswered(after: .seconds(40)), .unanswered(after: .seconds(40))])
        #expect(running.allSatisfy { $0.found.isCompleted })
        #expect(timer.pendingCount == 0)
    }

    @Test("the token stops all lookups, even later ones; finished lookups stay as they are")
    func token() async throws {
        let source = CancellationTokenSource()
        let lookups = lookups(token: source.token) { request, onHop in
            request.url.scheme == "http" ? Self.page(request, onHop) : nil
        }
        let finished = try await lookups.start(link("http://page.test/")).found.value
        let running = try lookups.start(link("https://page.test/"))
        source.cancel()
        #expect(try found(running).ending == .stopped)
        #expect(try found(lookups.start(link("https://page.test/"))).ending == .stopped)
        #expect(finished.ending == .finished && timer.pendingCount == 0)
    }

    @Test("an answer after the end changes nothing, and no observer is called")
    func late() throws {
        let late = Locked<(@Sendable (RedirectHop) -> Void)?>(nil)
        let told = Locked(0)
        struct KeepingFetcher: PageFetching {
            let keep: @Sendable ((@Sendable (RedirectHop) -> Void)?) -> Void
            let silence = UnansweredPromises<FetchedPage>()

            func fetch(_ request: FetchRequest, token: CancellationToken?, onHop: (@Sendable (RedirectHop) -> Void)?) -> Future<FetchedPage>
            {
                keep(onHop)
                return silence.future
            }
        }
        let fetcher = KeepingFetcher { onHop in late.withLock { $0 = onHop } }
        let url = try link("https://page.test/")
        let lookup = PageLookups(fetcher: fetcher, rules: LookupRules(), timer: timer).start(url) { _ in told.withLock { $0 += 1 } }
        lookup.stop()
        lookup.stop()
        let before = told.withLock { $0 }
        let onHop = try #require(late.withLock { $0 })
        onHop(Self.hop(url))
        #expect(told.withLock { $0 } == before)
        #expect(try found(lookup).hops.isEmpty)
    }

    @Test("the lookup of a site that never answers ends, and keeps the files that arrived", arguments: [true, false])
    func site(isStopped: Bool) throws {
        let fetcher = DeafFetcher { request, _ in
            request.url.text.contains("assetlinks") ? .html("[]", at: request.url, hops: []) : nil
        }
        let site = try #require(WebSite("https://page.test"))
        let lookup = SiteLookups(fetcher: fetcher, rules: LookupRules(), timer: timer).start(site, questions: [])
        if isStopped { lookup.stop() } else { waitForSilence() }
        let found = try #require(lookup.found.outcome?.value)
        #expect(found.files.map(\.kind) == [.assetLinks])
        #expect(found.ending == (isStopped ? .stopped : .unanswered(after: .seconds(40))))
        #expect(throws: FetchFailure(isStopped ? .stopped : .tooSlow(seconds: 40, bytes: nil))) { try found.verdicts.get() }
    }
}
