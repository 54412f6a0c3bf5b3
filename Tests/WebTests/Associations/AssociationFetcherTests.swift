import AppLinks
import Deciding
import HTTPTransport
import Tasks
import TestSupport
import Testing
import Web

@Suite("Fetching association files", .waits, .timeLimit(.minutes(30)))
struct AssociationFetcherTests {
    private static let wellKnown = "/.well-known/apple-app-site-association"

    /// Returns a fetcher that reaches the test server as `page.test` and `other.test` on the default port, with `other.test` as Apple's
    /// CDN.
    private func fetcher(_ server: PageServer, permissions: FetchPermissions = .anyAddress) throws -> AssociationFetcher {
        var settings = FetchSettings()
        settings.certificates = try PageServer.authority()
        settings.connectTo = ["page.test", "other.test"].map(server.standIn)
        var fetcher = AssociationFetcher(fetcher: Fetcher(settings: settings), rules: LookupRules(permissions: permissions))
        fetcher.appleCopies = "https://other.test/a/v1/"
        return fetcher
    }

    private func site(_ text: String = "https://page.test") throws -> WebSite { try #require(WebSite(text)) }

    @Test("all files are fetched at once; redirects are reported and not followed")
    func all() async throws {
        let server = try PageServer(
            [
                "page.test \(Self.wellKnown)": .redirect(to: "/elsewhere", status: 301),
                "page.test /apple-app-site-association": .page("", status: 404),
                "other.test /a/v1/page.test": .answer(404, ["Apple-Failure-Reason: SWCERR00101 Bad HTTP Response"]),
                "page.test /.well-known/assetlinks.json": .page("[]", type: "application/json"),
            ], isSecure: true)
        let told = Locked<Set<String>>([])
        let files = try await fetcher(server).files(of: site(), for: [.ios, .android]) { event in
            if case .file(let file) = event { told.withLock { _ = $0.insert(file.url) } }
        }.value
        #expect(files.all.map(\.kind) == [.aasa, .legacyAASA, .appleCopy, .assetLinks])
        #expect(files.all.map(\.status) == [301, 404, 404, 200])
        #expect(files.aasa?.hop?.location == "/elsewhere")
        #expect(files.appleCopy?.page?.field("apple-failure-reason") == "SWCERR00101 Bad HTTP Response")
        #expect(files.assetLinks?.content == Array("[]".utf8))
        #expect(files.aasa?.content == nil)
        #expect(told.withLock { $0 } == Set(files.all.map(\.url)))
        #expect(try Set(server.requests().map(\.target)).count == 4)
    }

    @Test("only the files of the platform are requested; Apple's CDN only for host names on the default port")
    func places() async throws {
        let server = try PageServer(["*": .page("{}", type: "application/json")], isSecure: true)
        let fetcher = try fetcher(server)
        #expect(try await fetcher.files(of: site(), for: [.android]).value.all.map(\.kind) == [.assetLinks])
        #expect(try await fetcher.files(of: site(), for: [.ios]).value.all.map(\.kind) == [.aasa, .legacyAASA, .appleCopy])
        let address = try site("https://127.0.0.1:\(server.port)")
        #expect(try await fetcher.files(of: address, for: [.ios]).value.all.map(\.kind) == [.aasa, .legacyAASA])
        #expect(try server.requests().allSatisfy { $0.header("Cookie") == nil && $0.header("Accept") == "application/json" })
    }

    @Test("the size limits are those of devices: 128 KiB and 1 MiB")
    func limits() async throws {
        let padding = [UInt8](repeating: 0x20, count: 200 << 10)
        let server = try PageServer(["*": .answer(200, ["Content-Type: application/json"], Array("[]".utf8) + padding)], isSecure: true)
        let files = try await fetcher(server).files(of: site(), for: [.ios, .android]).value
        #expect(files.aasa?.problem == .pageTooLarge(limit: 128 << 10))
        #expect(files.aasa?.isAnswered == true)
        #expect(files.assetLinks?.content?.count == 2 + padding.count)
    }

    @Test("included files are fetched too, only over https and only once")
    func includes() async throws {
        let list = #"[{"include":"https://other.test/a"},{"include":"https://other.test/a"},{"include":"http://other.test/b"}]"#
        let server = try PageServer(
            [
                "page.test /.well-known/assetlinks.json": .page(list, type: "application/json"),
                "other.test /a": .page("[]", type: "application/json"),
            ], isSecure: true)
        let files = try await fetcher(server).files(of: site(), for: [.android]).value
        #expect(files.includes.map(\.url) == ["https://other.test/a"])
        #expect(files.includes.map(\.status) == [200])
    }

    @Test("private addresses are refused, and an untrusted certificate is a problem of the file")
    func refusals() async throws {
        let server = try PageServer(["*": .page("{}")], isSecure: true)
        let refused = try await fetcher(server, permissions: .none).files(of: site(), for: [.android]).value
        guard case .refusedAddress = refused.assetLinks?.problem else {
            Issue.record("it came to \(String(describing: refused.assetLinks))")
            return
        }
        #expect(try server.requests().isEmpty)
        var settings = FetchSettings()
        settings.connectTo = [server.standIn(for: "page.test")]
        let distrusting = AssociationFetcher(fetcher: Fetcher(settings: settings), rules: LookupRules(permissions: .anyAddress))
        #expect(try await distrusting.files(of: site(), for: [.android]).value.assetLinks?.problem?.code == "tls-failed")
    }

    @Test("a step for each file, told one by one, and one for the files that are included")
    func steps() async throws {
        let server = try PageServer(
            [
                "page.test \(Self.wellKnown)": .page("{}", type: "application/json"), "other.test /a/v1/page.test": .page("", status: 404),
                "page.test /apple-app-site-association": .page("", status: 404),
                "page.test /.well-known/assetlinks.json": .page(#"[{"include":"https://other.test/a"}]"#, type: "application/json"),
                "other.test /a": .page("[]", type: "application/json"),
            ], isSecure: true)
        let told = Locked<[LookupStep]>([])
        let fetched = Locked(0)
        let files = try await fetcher(server).files(of: site(), for: [.ios, .android]) { event in
            switch event {
            case .finished(let step): told.withLock { $0.append(step) }
            case .file: fetched.withLock { $0 += 1 }
            default: break
            }
        }.value
        #expect(told.withLock { $0 } == [.aasa, .legacyAASA, .appleCopy, .assetLinks, .includes])
        #expect(files.all.map(\.kind) == [.aasa, .legacyAASA, .appleCopy, .assetLinks, .include])
        #expect(fetched.withLock { $0 } == 5)
        #expect(try server.requests().count == 5)
    }

    @Test("cancelling ends the future at once, however many files are missing")
    func cancelling() async throws {
        let server = try PageServer(["*": .init(.hold)], isSecure: true)
        let source = CancellationTokenSource()
        let told = Locked(0)
        let future = try fetcher(server).files(of: site(), for: [.ios, .android], token: source.token) { event in
            if case .file = event { told.withLock { $0 += 1 } }
        }
        #expect(!future.isCompleted)
        source.cancel()
        #expect(future.isCancelled)
        #expect(told.withLock { $0 } == 0)
    }
}
