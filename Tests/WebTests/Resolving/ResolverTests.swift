import AppLinks
import Deciding
import Dispatch
import Tasks
import TestSupport
import Testing

@testable import HTTPTransport
@testable import Web

@Suite("Resolving links by their pages", .waits, .timeLimit(.minutes(30)))
struct ResolverTests {
    @Test("one page gives an App Link for every kind of device, and its other links")
    func everything() async throws {
        let html = """
            <meta property="al:ios:url" content="shop://7"><meta property="al:ipad:url" content="shop-hd://7">
            <meta property="al:android:package" content="com.example.shop"><meta property="al:android:class" content=".Item">
            <meta property="al:web:url" content="https://shop.example/7"><meta name="apple-itunes-app" content="app-id=1">
            <link rel="alternate" href="android-app://com.example.shop/shop/7">
            """
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page(html)])
        let resolution = try await resolver().resolution(of: link(server.url("/"))).value
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["shop://7"])
        #expect(resolution.appLink(for: .pad).targets.map(\.url?.text) == ["shop-hd://7", "shop://7"])
        let android = try #require(resolution.appLink(for: .android).targets.first)
        #expect(android.packageName == "com.example.shop" && android.className == ".Item" && android.url == nil)
        #expect(resolution.appLink(for: .other).webURL?.text == "https://shop.example/7")
        #expect(resolution.appLink(for: .other).sourceURL?.text == server.url("/"))
        #expect(resolution.otherLinks.map(\.kind) == [.smartBanner, .alternate])
        #expect(resolution.encoding == "UTF-8")
        #expect(resolution.findings.isEmpty)
        #expect(resolution.page.hops.count == 2)
    }

    @Test(
        "findings about pages",
        arguments: [
            (PageAnswer.page("<p>\(String(repeating: "word ", count: 100))"), ["no-app-link-tags"]),
            (.page("<div id=app></div><script src=x></script>"), ["tags-by-script"]), (.page("{}", type: "application/json"), ["not-html"]),
            (.page("<meta property=al:ios:url content=a:b>", status: 404), ["http-status"]),
            (.page("<meta property=al:ios:app_name content=A>"), ["target-without-url"]),
            (.page("<meta property=al:ios:url content='not a url'>"), ["target-bad-url"]),
            (.page("<meta property=al:android:url content='y://&lt;'>"), ["target-bad-url", "target-without-package"]),
            (
                .page("<meta property=al:iphon:url content=a:b><p>\(String(repeating: "word ", count: 100))"),
                ["no-app-link-tags", "misspelled-tag"]
            ),
            (.page("<meta property=al:ios:url content=a:b>", type: nil), []),
        ])
    func findings(answer: PageAnswer, codes: [String]) async throws {
        let server = try PageServer(["/": answer])
        #expect(try await resolver().resolution(of: link(server.url("/"))).value.findings.map(\.code) == codes)
    }

    @Test("a redirect from https to http is a finding")
    func insecure() async throws {
        let authority = try PageServer.authority()
        let plain = try PageServer(["/": .page("<meta property=al:ios:url content=a:b>")])
        let secure = try PageServer(["/": .redirect(to: plain.url("/"))], isSecure: true)
        let resolver = PageAppLinkResolver(
            fetcher: fetcher(secure) { $0.certificates = authority }, rules: LookupRules(permissions: .anyAddress))
        #expect(try await resolver.resolution(of: link("https://page.test/")).value.findings.map(\.code) == ["insecure-redirect"])
    }

    @Test("the steps are told one by one, hops among them")
    func steps() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page("<meta property=al:ios:url content=a:b>")])
        let told = Locked<[String]>([])
        let resolver = resolver()
        _ = try await resolver.resolution(of: link(server.url("/"))) { event in
            switch event {
            case .started(let step): told.withLock { $0.append(step.rawValue) }
            case .hop(let hop): told.withLock { $0.append("hop \(hop.status ?? 0)") }
            default: break
            }
        }.value
        let steps = resolver.steps.map(\.rawValue)
        #expect(told.withLock { $0 } == [steps[0], "hop 302", "hop 200"] + steps.dropFirst())
    }

    @Test("cancelling a resolve ends its future at once")
    func cancelling() async throws {
        let server = try PageServer(["/": .init(.hold)])
        let source = CancellationTokenSource()
        let future = resolver().resolution(of: try link(server.url("/")), token: source.token)
        #expect(!future.isCompleted)
        source.cancel()
        #expect(future.isCancelled)
    }

    @Test("the failure of a page that cannot be parsed in time contains the hops")
    func tooComplex() async throws {
        let server = try PageServer(["/": .page((0..<20_000).map { "<b a\($0)><p>x" }.joined())])
        let outcome = await resolver().resolution(of: try link(server.url("/"))).settled()
        let failure = try #require(outcome.error as? FetchFailure)
        #expect(failure.problem == .pageTooComplex)
        #expect(failure.hops.map(\.status) == [200])
    }

    @Test("pages are read at the same time on several threads, because parsing takes the longest")
    func severalThreads() async throws {
        let server = try PageServer(["/1": .page("<p>one"), "/2": .page("<p>two")])
        var resolver = PageAppLinkResolver(fetcher: fetcher(), rules: LookupRules(permissions: .anyAddress))
        resolver.threads = PageThreads(count: 2)
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let met = Locked<[Bool]>([])
        // While each page is read, it waits until the other page is read, too.
        let pages = try [("/1", first, second), ("/2", second, first)].map { path, own, other in
            resolver.resolution(of: try link(server.url(path))) { event in
                guard case .started(.read) = event else { return }
                own.signal()
                let isMet = other.wait(timeout: .now() + .seconds(60)) == .success
                met.withLock { $0.append(isMet) }
            }
        }
        for page in pages { _ = try await page.value }
        #expect(met.withLock { $0 } == [true, true])
    }

    private func resolver() -> PageAppLinkResolver {
        PageAppLinkResolver(fetcher: fetcher(), rules: LookupRules(permissions: .anyAddress))
    }
}
