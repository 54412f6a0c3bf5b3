import AppLinks
import Deciding
import Foundation
import HTTPTransport
import Tasks
import TestSupport
import Testing

@testable import Web

// These tests need Chromium, so they are off by default. `.ci/run --long` installs it and sets LINKSCOPE_CHROMIUM_TESTS=1.

@Suite(
    "Pages in a real Chromium", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: ProcessInfo.processInfo.environment["LINKSCOPE_CHROMIUM_TESTS"] == "1"))
struct ChromiumTests {
    @Test("tags that scripts add are read: after a timer, after a request, in another document, from the fragment")
    func tags() async throws {
        let data = PageAnswer.answer(200, ["Content-Type: application/json"], Array(#"{"url":"shop://7"}"#.utf8))
        let late = """
            <p>…<script>setTimeout(async () => {
              const data = await (await fetch('/data')).json()
              const tag = document.createElement('meta')
              tag.setAttribute('property', 'al:ios:url')
              tag.content = data.url + location.hash.slice(1)
              document.head.append(tag)
              history.pushState({}, '', '/done')
            }, 3000)</script>
            """
        let server = try PageServer([
            "/": .page("<script>alert('hello'); setTimeout(() => { location = '/late' + location.hash }, 1000)</script>"),
            "/late": .page(late), "/data": data,
        ])
        let resolution = try await resolver().resolution(of: link(server.url("/#/blue"))).value
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["shop://7/blue"], "\(resolution.findings)")
        let run = try #require(try resolution.scripts?.get())
        #expect(run.url == server.url("/done") && run.isSettled && run.browser.contains("/"))
        #expect(resolution.findings.map(\.code) == ["tags-only-by-script"] + (geteuid() == 0 ? ["sandbox-off"] : []))
    }

    @Test("a page cannot reach loopback and link-local addresses in any way")
    func hostile() async throws {
        let inside = try PageServer(["*": .page("inside")])
        let port = inside.port
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "0x7f.1:\(port)", "0.0.0.0:\(port)", "169.254.169.254"]
        let inner = "127.0.0.1:\(port)"
        let html = """
            <link rel="preconnect" href="http://\(inner)"><link rel="dns-prefetch" href="//\(inner)"><link rel="prefetch" href="http://\(inner)/">
            <img src="http://\(inner)/img"><img src="/redirect"><iframe src="http://\(inner)/"></iframe><iframe src="/redirect"></iframe>
            <script src="http://\(inner)/script.js"></script><link rel="stylesheet" href="http://\(inner)/style.css">
            <script>
            let got = []
            for (const host of \(String(decoding: try JSONEncoder().encode(hosts), as: UTF8.self))) {
              fetch('http://' + host + '/fetch').then(() => got.push('fetch'), () => {})
              fetch('https://' + host + '/fetch', { mode: 'no-cors' }).then(() => got.push('https'), () => {})
              try { const socket = new WebSocket('ws://' + host + '/'); socket.onopen = () => got.push('socket') } catch {}
              try { new EventSource('http://' + host + '/').onopen = () => got.push('events') } catch {}
              navigator.sendBeacon('http://' + host + '/beacon', 'x')
            }
            try { new WebTransport('https://\(inner)/').ready.then(() => got.push('transport'), () => {}) } catch {}
            try {
              const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:\(inner)' }] })
              peer.onicecandidate = (event) => { if (event.candidate) got.push(event.candidate.candidate) }
              peer.createDataChannel('x')
              peer.createOffer().then((offer) => peer.setLocalDescription(offer))
            } catch {}
            open('http://\(inner)/popup')
            setTimeout(() => {
              const tag = document.createElement('meta')
              tag.setAttribute('property', 'al:ios:url')
              tag.content = 'got:' + got.join()
              document.head.append(tag)
              location = 'shop://item/7'
            }, 2000)
            </script>
            """
        // The page comes through a proxy, because that is the only way for a test to have a server with a public address.
        let upstream = try PageServer([
            "http://page.test/": .page(html), "http://page.test/redirect": .redirect(to: "http://\(inner)/redirected"),
        ])
        var settings = FetchSettings()
        settings.environment = ["all_proxy": upstream.url(""), "no_proxy": "127.0.0.1,localhost,169.254.169.254"]
        settings.resolve = ["page.test:80:93.184.216.34"]
        let resolution = try await resolver(settings, permissions: .none).resolution(of: link("http://page.test/")).value
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["got:"], "\(resolution.findings)")
        #expect(try inside.requests().isEmpty)
        #expect(try upstream.requests().allSatisfy { $0.target.contains("page.test") })
        let run = try #require(try resolution.scripts?.get())
        #expect(Set(run.refusals.map(\.host)).isSuperset(of: ["127.0.0.1", "localhost", "::1", "0.0.0.0", "169.254.169.254"]))
        #expect(run.openings == ["shop://item/7"] && run.sockets.contains("127.0.0.1"))
        #expect(resolution.findings.contains { $0.code == "scripts-refused-address" })
    }

    @Test(
        "the fetcher answers every request: of frames, workers and beacons, even on a page that a script navigated to",
        arguments: ["/", "/before", "/elsewhere"])
    func ways(start: String) async throws {
        let script = { (text: String) in PageAnswer.answer(200, ["Content-Type: text/javascript"], Array(text.utf8)) }
        let html = """
            <meta property=al:ios:url content=a:b><iframe src="/frame"></iframe><script>
            new Worker('/worker.js')
            navigator.serviceWorker.register('/service.js')
            new WebSocket('ws://' + location.host + '/socket')
            navigator.sendBeacon('/beacon', 'x')
            fetch('/posted', { method: 'POST', body: new Uint8Array([0, 255]) })
            fetch('/hold')
            </script>
            """
        let server = try PageServer([
            "/before": .page("<script>setTimeout(() => { location = '/' }, 1000)</script>"),
            "/elsewhere": .page("<script>setTimeout(() => { location = '//localhost:' + location.port }, 1000)</script>"),
            "/": .page(html), "/hold": .init(.hold), "/frame": .page("<script>fetch('/from-frame')</script>"),
            "/worker.js": script("fetch('/from-worker'); new WebSocket('ws://worker.test/')"),
            "/service.js": script("fetch('/from-service')"), "*": .page(""),
        ])
        // The held request keeps the page from being read before the other requests have been made.
        let resolver = resolver { $0.settleTime = .seconds(8) }
        let resolution = try await resolver.resolution(of: link(server.url(start))).value
        let run = try #require(try resolution.scripts?.get(), "\(resolution.findings)")
        let requests = try server.requests()
        let targets = Set(requests.map(\.target))
        #expect(targets.isSuperset(of: ["/from-frame", "/from-worker", "/from-service", "/beacon", "/posted"]), "\(targets)")
        #expect(requests.first { $0.target == "/posted" }?.body == [0, 255])
        // linkscope cannot answer a WebSocket in place of the server, so the connection is refused, and a finding reports that.
        #expect(!targets.contains("/socket") && Set(run.sockets) == [start == "/elsewhere" ? "localhost" : "127.0.0.1", "worker.test"])
        #expect(resolution.findings.contains { $0.code == "scripts-no-socket" })
        // The server's first request came before the browser started.
        #expect(run.requests >= requests.count - 1)
    }

    @Test("a page keeps its cookies, reads other origins only if they allow it, and gets unchanged bytes")
    func web() async throws {
        let other = try PageServer([
            "/closed": .page("closed"), "/open": .answer(200, ["Access-Control-Allow-Origin: *"], Array("open".utf8)),
        ])
        let html = """
            <script>
            const other = 'http://localhost:\(other.port)'
            const text = async (...request) => { try { return await (await fetch(...request)).text() } catch { return 'refused' } }
            addEventListener('load', async () => {
              const bytes = new Uint8Array(await (await fetch('/bytes')).arrayBuffer())
              const tag = document.createElement('meta')
              tag.setAttribute('property', 'al:ios:url')
              tag.content = 'got:' + [bytes.join('-'), await text(other + '/open'), await text(other + '/closed'),
                await text(other + '/open', { method: 'PUT' }), document.cookie, await text('/moved')].join()
              document.head.append(tag)
            })
            </script>
            """
        let server = try PageServer([
            "/": .answer(200, ["Content-Type: text/html", "Set-Cookie: seen=1", "Set-Cookie: hidden=2; HttpOnly"], Array(html.utf8)),
            "/bytes": .answer(200, [], [0, 255, 128]), "/moved": .redirect(to: "/end"), "/end": .page("end"),
        ])
        let resolution = try await resolver().resolution(of: link(server.url("/"))).value
        #expect(
            resolution.appLink(for: .phone).targets.map(\.url?.text) == ["got:0-255-128,open,refused,refused,seen=1,end"],
            "\(resolution.findings)")
        #expect(try server.requests().last { $0.target == "/bytes" }?.header("Cookie") == "seen=1; hidden=2")
    }

    @Test("scripts that never pause are stopped in time")
    func busy() async throws {
        let server = try PageServer([
            "/": .page("<meta property=al:ios:url content=a:b><script>setTimeout(() => { while (true) {} })</script>")
        ])
        let resolver = resolver { limits in
            limits.settleTime = .seconds(3)
            limits.readTime = .seconds(1)
        }
        let resolution = try await resolver.resolution(of: link(server.url("/"))).value
        #expect(resolution.findings.first?.code == "scripts-too-slow")
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["a:b"])
    }

    @Test("requests that never end do not keep the page from being read")
    func pending() async throws {
        let html = "<meta property=al:ios:url content=a:b><script>setInterval(() => fetch('/hold'), 10)</script>"
        let server = try PageServer(["/": .page(html), "/hold": .init(.hold)])
        let resolver = resolver { $0.settleTime = .seconds(3) }
        let resolution = try await resolver.resolution(of: link(server.url("/"))).value
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["a:b"])
        #expect(try resolution.scripts?.get() != nil, "\(resolution.findings)")
    }

    @Test("a page that its scripts make too large is read without them")
    func notRead() async throws {
        let large = "<meta property=al:ios:url content=a:b><p id=p><script>p.textContent = '<'.repeat(1 << 20)</script>"
        let server = try PageServer(["/": .page(large)])
        let grown = try await resolver { $0.pageBytes = 1 << 20 }.resolution(of: link(server.url("/"))).value
        #expect(grown.findings.first?.code == "scripts-page-too-large")
    }

    @Test("the browser trusts the certificates that the fetcher trusts")
    func secure() async throws {
        let html = """
            <script>
            const tag = document.createElement('meta')
            tag.setAttribute('property', 'al:ios:url')
            tag.content = 'secure:' + isSecureContext
            document.head.append(tag)
            </script>
            """
        let server = try PageServer(["/": .page(html)], isSecure: true)
        var settings = FetchSettings()
        settings.certificates = try PageServer.authority()
        let resolution = try await resolver(settings).resolution(of: link(server.url("/"))).value
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["secure:true"], "\(resolution.findings)")
    }

    private func resolver(
        _ settings: FetchSettings = FetchSettings(), permissions: FetchPermissions = .anyAddress,
        _ change: (inout ScriptLimits) -> Void = { _ in }
    ) -> PageAppLinkResolver {
        let found: Result<Browser, ScriptProblem>
        do throws(ScriptProblem) {
            found = .success(try Browser.find(nil, environment: ProcessInfo.processInfo.environment))
        } catch {
            found = .failure(error)
        }
        var scripts = ScriptRunner(found, settings: settings)
        // Long limits, because a machine that runs all tests at once is slow.
        scripts.limits.startTime = .seconds(60)
        scripts.limits.settleTime = .seconds(30)
        scripts.limits.readTime = .seconds(15)
        change(&scripts.limits)
        var resolver = PageAppLinkResolver(fetcher: Fetcher(settings: settings), rules: LookupRules(permissions: permissions))
        resolver.scripts = scripts
        return resolver
    }
}
