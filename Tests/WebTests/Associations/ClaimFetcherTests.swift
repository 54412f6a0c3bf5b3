import AppLinks
import Deciding
import HTTPTransport
import LinkLayers
import Tasks
import TestSupport
import Testing
import Web

@Suite("Which apps claim the links of hops", .waits, .timeLimit(.minutes(30)))
struct ClaimFetcherTests {
    private static let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.a"],"components":[{"/":"/buy/*"}]}]}}"#
    private static let assetLinks = """
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"com.a",
        "sha256_cert_fingerprints":["\(Array(repeating: "AB", count: 32).joined(separator: ":"))"]}}]
        """

    private func claims(_ server: PageServer, permissions: FetchPermissions = .anyAddress, token: CancellationToken? = nil) throws
        -> ClaimFetcher
    {
        var settings = FetchSettings()
        settings.certificates = try PageServer.authority()
        settings.connectTo = ["page.test", "other.test", "fixture.test"].map(server.standIn)
        return ClaimFetcher(fetcher: Fetcher(settings: settings), rules: LookupRules(permissions: permissions), token: token)
    }

    private func hop(_ url: String, status: Int? = 200) throws -> RedirectHop {
        RedirectHop(url: try link(url), status: status, milliseconds: 1)
    }

    @Test("the files of a hop's own host decide; each host is asked once, and no other server")
    func hops() async throws {
        let server = try PageServer(
            [
                "page.test /.well-known/apple-app-site-association": .page(Self.aasa, type: "application/json"),
                "page.test /.well-known/assetlinks.json": .page(Self.assetLinks, type: "application/json"),
                "other.test /.well-known/apple-app-site-association": .redirect(to: "/elsewhere"),
                "other.test /.well-known/assetlinks.json": .page("<html>"),
            ], isSecure: true)
        let fetcher = try claims(server)
        let hops =
            try [
                "https://page.test/buy/1", "https://PAGE.test/other", "https://other.test/buy/1", "http://page.test/buy/1", "data:,x",
            ].map { try hop($0) } + [hop("https://fixture.test/buy/1", status: nil)]
        for _ in 0..<2 {
            var found: [LinkClaims?] = []
            for claims in hops.map({ fetcher.claims(of: $0) }) { found.append(try await claims?.value) }
            #expect(found.map { $0?.ios.isClaimed } == [true, false, false, nil, nil, nil])
            #expect(found.map { $0?.android.isClaimed } == [true, true, false, nil, nil, nil])
            #expect(found.map { $0 == nil } == [false, false, false, true, true, true])
            #expect(found[0]?.ios.apps.map(\.rule) == ["details[0].components[0]"] && found[0]?.android.apps.map(\.name) == ["com.a"])
            #expect(found[1]?.ios.reason?.contains("no rule matches") == true)
            #expect(found[2]?.ios.reason?.contains("redirects to /elsewhere") == true)
            #expect(found[2]?.android.reason?.contains("answers with a web page") == true)
        }
        let asked = try server.requests().map { "\($0.header("Host") ?? "") \($0.target)" }.sorted()
        #expect(
            asked == [
                "other.test /.well-known/apple-app-site-association", "other.test /.well-known/assetlinks.json",
                "page.test /.well-known/apple-app-site-association", "page.test /.well-known/assetlinks.json",
            ])
    }

    @Test("if no server could be asked, the claims are unknown")
    func refused() async throws {
        let server = try PageServer(["*": .page("{}")], isSecure: true)
        let found = try await #require(claims(server, permissions: .none).claims(of: hop("https://page.test/buy/1"))).value
        #expect(found.ios.isClaimed == nil)
        #expect(found.android.reason?.contains("--allow-private") == true)
        #expect(try server.requests().isEmpty)
    }

    @Test("cancelling ends the future at once")
    func cancelling() async throws {
        let server = try PageServer(["*": .init(.hold)], isSecure: true)
        let source = CancellationTokenSource()
        let fetcher = try claims(server, token: source.token)
        let future = try #require(fetcher.claims(of: hop("https://page.test/buy/1")))
        #expect(!future.isCompleted)
        source.cancel()
        #expect(future.isCancelled)
    }
}
