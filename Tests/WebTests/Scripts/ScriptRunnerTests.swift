import AppLinks
import Deciding
import Foundation
import HTTPTransport
import Tasks
import TestSupport
import Testing

@testable import Web

@Suite("Running a page's scripts in a browser", .waits, .timeLimit(.minutes(30)))
struct ScriptRunnerTests {
    private static let tag = #"<meta property="al:ios:url" content="shop://7">"#

    @Test("the page is read after its scripts have run, and a finding says so")
    func resolution() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page("<script></script><!--script-->")])
        let browser = try StandInBrowser.obedient(tag: Self.tag)
        let resolver = resolver(browser)
        let resolution = try await resolver.resolution(of: link(server.url("/#/item/7"))).value
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["shop://7"])
        let run = try #require(try resolution.scripts?.get())
        #expect(run.browser == "StandIn/1.0" && run.requests == 1 && run.bytes > 0 && run.isSandboxed == (geteuid() != 0))
        // Scripts see the fragment, which servers do not get.
        #expect(run.url == server.url("/page#/item/7"))
        #expect(resolution.findings.map(\.code) == ["tags-only-by-script"] + (geteuid() == 0 ? ["sandbox-off"] : []))
        #expect(resolution.page.hops.map(\.status) == [302, 200])
        #expect(try server.requests().map(\.target) == ["/", "/page", "/page"])
    }

    @Test("the browser's environment has nothing about the user, and its folder is removed afterwards")
    func traces() async throws {
        let server = try PageServer(["/": .page("<!--script-->")])
        let browser = try StandInBrowser.obedient(tag: Self.tag)
        _ = try await resolver(browser, environment: ["PATH": "/usr/bin:/bin", "TOKEN": "secret", "HOME": "/root"])
            .resolution(of: link(server.url("/"))).value
        let variables = Dictionary(
            uniqueKeysWithValues: try #require(browser.note("environment")).split(separator: "\n").map { line in
                (String(line.prefix { $0 != "=" }), String(line.drop { $0 != "=" }.dropFirst()))
            })
        #expect(
            Set(variables.keys).isSubset(of: ["PATH", "HOME", "TMPDIR", "LANG", "DBUS_SESSION_BUS_ADDRESS", "PWD", "_", "SHLVL", "OLDPWD"]))
        let home = try #require(variables["HOME"])
        #expect(home.contains("linkscope-browser-") && !FileManager.default.fileExists(atPath: home))
    }

    @Test("no browser starts for a page that is not HTML or could not be fetched")
    func notRun() async throws {
        let server = try PageServer(["/": .page("{}", type: "application/json"), "/lost": .redirect(to: "shop://7")])
        let browser = try StandInBrowser("echo started > \"$(dirname \"$0\")/started\"")
        let resolution = try await resolver(browser).resolution(of: link(server.url("/"))).value
        #expect(resolution.scripts == nil && resolution.findings.map(\.code) == ["not-html"])
        let lost = await resolver(browser).resolution(of: try link(server.url("/lost"))).settled()
        #expect((lost.error as? FetchFailure)?.problem.code == "redirect-to-scheme")
        #expect(browser.note("started") == nil)
    }

    @Test(
        "with a browser that does not work, the page stays unchanged and a finding says why",
        arguments: [
            ("echo 'No usable sandbox! Update your kernel.' >&2; exit 1", "chromium-failed", "No usable sandbox!"),
            ("exit 0", "chromium-failed", "exited before the page was loaded."),
            ("kill -9 $$", "chromium-failed", "it was killed (signal 9)"),
            ("echo '[1:2:ERROR:bus.cc] no bus' >&2; exit 3", "chromium-failed", "it exited with code 3."),
            ("exec 4>&-; exec sleep 1000", "chromium-failed", "exited before"),
            ("yes >&4", "chromium-failed", "does not understand Chromium's answers"),
            ("cat /dev/zero >&4", "chromium-failed", "does not understand Chromium's answers"),
            ("yes >&2", "scripts-too-slow", "stopped after 2 s"),
            ("exec sleep 1000", "scripts-too-slow", "stopped after 2 s"),
        ])
    func broken(script: String, code: String, words: String) async throws {
        let server = try PageServer(["/": .page("<meta property=al:ios:url content=a:b>")])
        let browser = try StandInBrowser(script)
        let resolver = resolver(browser) { limits in
            limits.startTime = .seconds(code == "scripts-too-slow" ? 2 : 60)
            limits.pageBytes = 10_000
        }
        let resolution = try await resolver.resolution(of: link(server.url("/"))).value
        let finding = try #require(resolution.findings.first)
        #expect(finding.code == code && finding.message.contains(words), "\(finding)")
        #expect(resolution.appLink(for: .phone).targets.map(\.url?.text) == ["a:b"])
        if case .failure? = resolution.scripts {} else { Issue.record("it says that scripts were run") }
    }

    @Test("a browser that is not a program, and no browser at all")
    func noProgram() async throws {
        let server = try PageServer(["/": .page("<script></script>")])
        let folder = FileManager.default.temporaryDirectory
        var scripts = ScriptRunner(.success(Browser(path: folder.path)), settings: FetchSettings())
        var resolver = PageAppLinkResolver(fetcher: fetcher(), rules: LookupRules(permissions: .anyAddress))
        resolver.scripts = scripts
        #expect(
            try await resolver.resolution(of: link(server.url("/"))).value.findings.map(\.code) == ["chromium-failed", "tags-by-script"])
        scripts = ScriptRunner(.failure(.noBrowser(nil)), settings: FetchSettings())
        resolver.scripts = scripts
        let findings = try await resolver.resolution(of: link(server.url("/"))).value.findings
        #expect(findings.map(\.code) == ["chromium-missing", "tags-by-script"])
        #expect(findings.first?.message.contains("apt-get install chromium") == true)
        // The advice to use --run-scripts would be useless, because the user has done so.
        #expect(findings.last?.message.contains("--run-scripts") == false)
    }

    @Test("a browser that hangs is ended in time, together with the processes it started", arguments: [true, false])
    func ended(isCancelled: Bool) async throws {
        let server = try PageServer(["/": .page("<script></script>")])
        let browser = try StandInBrowser("note self $$; note home $HOME; sleep 1000 & note child $!; wait")
        let resolver = resolver(browser) { $0.startTime = isCancelled ? .seconds(600) : .seconds(5) }
        let source = CancellationTokenSource()
        let future = resolver.resolution(of: try link(server.url("/")), token: source.token)
        let child = try #require(await browser.wait(for: "child"))
        let own = try #require(browser.note("self"))
        let home = try #require(browser.note("home"))
        if isCancelled {
            #expect(StandInBrowser.isRunning(child))
            source.cancel()
            #expect(future.isCancelled)
        } else {
            #expect(try await future.value.findings.first?.code == "scripts-too-slow")
        }
        #expect(await resolver.scripts?.drained().settled().value != nil)
        #expect(!StandInBrowser.isRunning(own) && !StandInBrowser.isRunning(child))
        #expect(!FileManager.default.fileExists(atPath: home))
    }

    private func resolver(
        _ browser: StandInBrowser, environment: [String: String] = [:], _ change: (inout ScriptLimits) -> Void = { _ in }
    ) -> PageAppLinkResolver {
        var settings = FetchSettings()
        settings.environment = environment
        var scripts = ScriptRunner(.success(Browser(path: browser.path)), settings: settings)
        change(&scripts.limits)
        var resolver = PageAppLinkResolver(fetcher: fetcher(), rules: LookupRules(permissions: .anyAddress))
        resolver.scripts = scripts
        return resolver
    }
}
