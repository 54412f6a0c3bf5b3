import AppLinks
import Deciding
import HTTPTransport
import LinkLayers
import Tasks
import TestSupport
import Testing
import Web

@Suite("Looking up pages and the apps that claim their links", .waits, .timeLimit(.minutes(30)))
struct PageLookupsTests {
    private static let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.a"],"components":[{"/":"/buy/*"}]}]}}"#

    private func lookups(_ server: PageServer, rules: LookupRules = LookupRules(permissions: .anyAddress)) throws -> PageLookups {
        let authority = try PageServer.authority()
        return PageLookups(fetcher: fetcher(server) { $0.certificates = authority }, rules: rules)
    }

    private static func shop() throws -> PageServer {
        try PageServer(
            [
                "page.test /go": .redirect(to: "https://other.test/buy/7"), "page.test /away": .redirect(to: "shop://7"),
                "other.test /buy/7": .page("<meta property=al:ios:url content=shop://7>"),
                "other.test /.well-known/apple-app-site-association": .page(aasa, type: "application/json"), "*": .page("", status: 404),
            ], isSecure: true)
    }

    @Test("the page, and for each hop which apps claim the link there")
    func everything() async throws {
        let server = try Self.shop()
        let found = try await lookups(server).start(link("https://page.test/go")).found.value
        withExtendedLifetime(server) {}
        #expect(found.ending == .finished && found.hops.map(\.status) == [302, 200])
        #expect(found.claims.map { $0?.ios.isClaimed } == [false, true] && found.claims.map { $0?.android.isClaimed } == [false, false])
        #expect(try found.page.get().appLink(for: .phone).targets.map(\.url?.text) == ["shop://7"])
    }

    @Test("each host is asked once for all links, and not at all without asksForClaims")
    func hosts() async throws {
        let server = try Self.shop()
        let lookups = try lookups(server)
        for _ in 0..<3 { _ = try await lookups.start(link("https://page.test/go")).found.value }
        #expect(try server.requests().count { $0.target.hasPrefix("/.well-known/") } == 4)
        let silent = try self.lookups(server, rules: LookupRules(permissions: .anyAddress, asksForClaims: false))
        let found = try await silent.start(link("https://page.test/go")).found.value
        #expect(found.ending == .finished && found.claims == [nil, nil])
        #expect(try server.requests().count { $0.target.hasPrefix("/.well-known/") } == 4)
    }

    @Test("for a page that cannot be fetched: the reason, and which apps claim the hops on the way")
    func failure() async throws {
        let server = try Self.shop()
        let found = try await lookups(server).start(link("https://page.test/away")).found.value
        withExtendedLifetime(server) {}
        #expect(throws: FetchFailure(.redirectToScheme("shop://7"), hops: found.hops)) { try found.page.get() }
        #expect(found.ending == .finished && found.hops.map(\.status) == [302] && found.claims.map { $0?.ios.isClaimed } == [false])
    }

    @Test("an observer gets every step and hop in order")
    func events() async throws {
        let told = Locked<[String]>([])
        let server = try Self.shop()
        let lookup = try lookups(server).start(link("https://page.test/go")) { event in
            let text: String? =
                switch event {
                case .planned(let steps): "planned \(steps.count)"
                case .started(let step): step.rawValue
                case .finished, .file, .pageSoFar: nil
                case .failed(let step): "failed \(step)"
                case .hop(let hop): "hop \(hop.status ?? 0)"
                }
            if let text { told.withLock { $0.append(text) } }
        }
        _ = try await lookup.found.value
        withExtendedLifetime(server) {}
        let steps = [LookupStep.fetch, .decode, .read, .conclude, .claims].map(\.rawValue)
        #expect(told.withLock { $0 } == ["planned 5", steps[0], "hop 302", "hop 200"] + steps.dropFirst())
    }

    @Test("the step of the claims is not told if nobody asks for claims")
    func withoutClaims() async throws {
        let told = Locked<(planned: [LookupStep], started: [LookupStep], finished: [LookupStep])>(([], [], []))
        let server = try Self.shop()
        let rules = LookupRules(permissions: .anyAddress, asksForClaims: false)
        let lookup = try lookups(server, rules: rules).start(link("https://page.test/go")) { event in
            told.withLock { told in
                switch event {
                case .planned(let steps): told.planned = steps
                case .started(let step): told.started.append(step)
                case .finished(let step): told.finished.append(step)
                default: break
                }
            }
        }
        _ = try await lookup.found.value
        withExtendedLifetime(server) {}
        let steps = [LookupStep.fetch, .decode, .read, .conclude]
        #expect(told.withLock { $0.planned == steps && $0.started == steps && $0.finished == steps })
    }

    @Test("data links have no hops and no host to ask")
    func dataLink() async throws {
        let lookups = PageLookups(fetcher: fetcher(), rules: LookupRules())
        let found = try await lookups.start(link("data:text/html,<p>x")).found.value
        #expect(found.ending == .finished && found.hops.isEmpty && found.claims.isEmpty)
        #expect(try found.page.get().encoding == "windows-1252")
    }
}
