import AppLinks
import Deciding
import LinkLayers
import Testing

@Suite("Findings about a page's scripts")
struct ScriptRunTests {
    @Test("no findings if the scripts change nothing and request nothing special")
    func nothing() {
        #expect(run().findings(before: PageContent(), after: PageContent()).isEmpty)
        #expect(run().findings(before: tagged, after: tagged).isEmpty)
    }

    @Test("a finding for everything that affects whether the link opens")
    func all() {
        var run = run()
        run.isSandboxed = false
        run.isSettled = false
        run.limit = .bytes
        run.openings = ["shop://item/7"]
        run.refusals = [
            .init(host: "inner.example", address: "10.0.0.1", .private), .init(host: "127.0.0.1", address: "127.0.0.1", .loopback),
        ]
        run.sockets = ["chat.example"]
        let findings = run.findings(before: PageContent(), after: tagged)
        #expect(
            findings.map(\.code) == [
                "tags-only-by-script", "scripts-refused-address", "scripts-no-socket", "scripts-open-app", "scripts-limit",
                "scripts-unsettled",
                "sandbox-off",
            ])
        #expect(findings[1].message.contains("inner.example (10.0.0.1), 127.0.0.1. "))
        #expect(findings.allSatisfy { $0.severity != .error })
    }

    @Test(
        "the reason why scripts were not run, and the advice",
        arguments: [
            (ScriptProblem.noBrowser(nil), "chromium-missing", "apt-get install chromium"), (.noBrowser("/x"), "chromium-missing", "/x"),
            (.notStarted(path: "/x", reason: "r"), "chromium-failed", "/x does not start: r."),
            (.ended(reason: ""), "chromium-failed", "before the page was loaded."), (.ended(reason: "r"), "chromium-failed", "loaded: r"),
            (.tooSlow(seconds: 2.5), "scripts-too-slow", "2.5 s"), (.noPage(reason: "r"), "scripts-no-page", "r."),
            (.pageTooLarge(limit: 2 << 20), "scripts-page-too-large", "2 MiB"), (.unintelligible, "chromium-failed", "a recent Chromium"),
            (.system("r (pipe)"), "chromium-failed", "r (pipe)"),
        ])
    func problems(problem: ScriptProblem, code: String, words: String) {
        let finding = PageFinding(problem)
        #expect(finding.code == code && finding.severity == .warning)
        #expect(finding.message.contains(words), "\(finding.message)")
    }

    private func run() -> ScriptRun {
        var run = ScriptRun()
        (run.browser, run.url) = ("B/1", "http://a.example/")
        (run.requests, run.bytes, run.milliseconds) = (1, 1, 1)
        return run
    }

    private var tagged: PageContent {
        var content = PageContent()
        content.metas = [.init(property: "al:ios:url", content: "a:b")]
        return content
    }
}
