import AppLinks
import Deciding
import HTTPTransport
import LinkLayers
import Tasks
import TestSupport
import Testing
import Web

@Suite("Refused addresses", .waits, .timeLimit(.minutes(30)))
struct RefusalTests {
    @Test(
        "private addresses are refused before connecting, in any notation",
        arguments: [
            "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "0x7f.1", "2130706433", "017700000001", "localhost", "10.0.0.1",
            "169.254.169.254", "192.168.0.1", "[fd00::1]", "[fe80::1]", "100.64.0.1",
        ])
    func refused(host: String) async throws {
        let server = try PageServer(["*": .page("")])
        let failure = try await fetcher().failure(.page(try link("http://\(host):\(server.port)/")))
        #expect(failure.problem.code == "refused-address", "\(failure)")
        #expect("\(failure)".contains("--allow-private"))
        #expect(try server.requests().isEmpty)
    }

    @Test("a public name that resolves to a private address is refused")
    func rebound() async throws {
        let server = try PageServer(["*": .page("")])
        let fetcher = fetcher { $0.resolve = ["page.test:\(server.port):127.0.0.1"] }
        let failure = try await fetcher.failure(.page(try link("http://page.test:\(server.port)/")))
        #expect(failure.problem == .refusedAddress(host: "page.test", address: "127.0.0.1", .loopback))
        #expect(try server.requests().isEmpty)
    }

    @Test("a private address can be allowed for one host and one kind; a redirect to another host is refused")
    func place() async throws {
        let server = try PageServer(["/": .redirect(to: "http://other.test/inner"), "*": .page("")])
        let fetcher = fetcher(server)
        func access(_ places: (String, AddressKind)...) throws -> FetchRequest {
            let places = places.map { FetchPermissions.Place(.address($0.1), of: $0.0) }
            return .page(try link("http://page.test/"), permissions: FetchPermissions(anyAddress: false, to: Set(places)))
        }
        #expect(try await fetcher.failure(access()).problem == .refusedAddress(host: "page.test", address: "127.0.0.1", .loopback))
        #expect(try await fetcher.failure(access(("page.test", .private))).problem.code == "refused-address")
        let redirected = try await fetcher.failure(access(("page.test", .loopback)))
        #expect(redirected.problem == .refusedAddress(host: "other.test", address: "127.0.0.1", .loopback))
        #expect(try await fetcher.page(access(("page.test", .loopback), ("Other.test", .loopback))).hops.count == 2)
        #expect(
            FetchPermissions(anyAddress: false, to: [.init(.address(.private), of: "a")]).key != FetchPermissions(anyAddress: false).key)
    }

    @Test("a certificate that is not trusted can be allowed for one host; other hosts and later fetches check theirs")
    func certificate() async throws {
        let server = try PageServer(["/": .redirect(to: "https://other.test/inner"), "*": .page("")], isSecure: true)
        let fetcher = fetcher { $0.connectTo = ["page.test", "other.test"].map { server.standIn(for: $0) } }
        func problem(_ hosts: String...) async throws -> FetchProblem {
            let places = hosts.map { FetchPermissions.Place(.badCertificate, of: $0) }
            let permissions = FetchPermissions(anyAddress: true, to: Set(places))
            return try await fetcher.failure(.page(try link("https://page.test/"), permissions: permissions)).problem
        }
        let page = FetchPermissions.Place(.badCertificate, of: "page.test")
        let other = FetchPermissions.Place(.badCertificate, of: "other.test")
        #expect(try await problem().missingPermission == page)
        #expect(try await problem("page.test").missingPermission == other)
        let both = FetchPermissions(anyAddress: true, to: [page, other])
        let found = try await fetcher.page(.page(try link("https://page.test/"), permissions: both))
        #expect(found.hops.map(\.isCertificateChecked) == [false, false])
        #expect(try await problem().missingPermission == page, "the open connection is not used")
    }

    @Test("a fetch without permission does not reuse a connection to a private address")
    func reused() async throws {
        let server = try PageServer(["*": .page("")])
        let fetcher = fetcher()
        _ = try await fetcher.page(.test(server.url("/")))
        #expect(try await fetcher.failure(.page(try link(server.url("/")))).problem.code == "refused-address")
        #expect(try server.requests().count == 1)
    }

    @Test("the address of a redirect is checked like that of the first hop")
    func everyHop() async throws {
        let inner = try PageServer(["*": .page("")])
        // The first hop reaches a public address through a proxy, which is the only "public" server that a test can use.
        let proxy = try PageServer(["http://page.test/": .redirect(to: inner.url("/admin"))])
        let fetcher = fetcher { settings in
            settings.environment = ["http_proxy": proxy.url(""), "no_proxy": "127.0.0.1"]
            settings.resolve = ["page.test:80:93.184.216.34"]
        }
        let failure = try await fetcher.failure(.page(try link("http://page.test/")))
        #expect(failure.problem == .refusedAddress(host: "127.0.0.1", address: "127.0.0.1", .loopback))
        #expect(failure.hops.map(\.status) == [302, nil])
        #expect(try inner.requests().isEmpty)
    }
}
