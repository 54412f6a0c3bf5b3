import Foundation
import TestSupport
import Testing

@Suite("linkscope resolve --run-scripts", .waits, .timeLimit(.minutes(30)))
struct ResolveScriptsTests {
    private static let page = PageAnswer.page("<div id=app></div><script></script><!--script-->")

    @Test("shows the page after its scripts have run, and the browser that ran them", arguments: [true, false])
    func page(isJSON: Bool) async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try StandInBrowser.obedient(tag: #"<meta property="al:ios:url" content="shop://7?access_token=abcdef">"#)
        let finished = try await Home().run(
            ["resolve", "--run-scripts", "--allow-private"] + (isJSON ? ["--json"] : []) + [server.url("/")],
            ["LINKSCOPE_CHROMIUM": browser.path])
        #expect(finished.end == .exited(0), "\(finished)")
        #expect(finished.error.isEmpty && !finished.output.contains("abcdef"))
        if isJSON {
            let answer = try object(finished.output)
            let scripts = try #require(answer["scripts"] as? [String: Any])
            #expect(scripts["ran"] as? Bool == true && scripts["browser"] as? String == "StandIn/1.0")
            #expect(scripts["requests"] as? Int == 1 && scripts["sandboxed"] as? Bool == (geteuid() != 0))
            #expect(finished.output.contains("tags-only-by-script"))
        } else {
            #expect(finished.output.contains("scripts       run by StandIn/1.0  1 request, "))
            #expect(finished.output.contains("phone         shop://7?access_token="))
        }
    }

    @Test("without Chromium, shows the page without its scripts and what to install, with exit code 3")
    func missing() async throws {
        let server = try PageServer(["/": Self.page])
        let asked = try await Home().run([
            "resolve", "--run-scripts", "--chromium", "/nowhere/chromium", "--allow-private", server.url("/"),
        ])
        #expect(asked.end == .exited(3), "\(asked)")
        #expect(asked.output.contains("scripts       not run") && asked.output.contains("/nowhere/chromium"))
        #expect(asked.output.contains("chromium-missing") && asked.output.contains("tags-by-script"))
        let unasked = try await Home().run(["resolve", "--allow-private", server.url("/")])
        #expect(unasked.end == .exited(0) && unasked.output.contains("--run-scripts") && !unasked.output.contains("scripts       "))
    }

    @Test("the output of the browser does not reach the terminal")
    func silence() async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try StandInBrowser("echo; echo out; printf 'err \\033[31m red' >&2; exit 1")
        let finished = try await Home().run(["resolve", "--run-scripts", "--chromium", browser.path, "--allow-private", server.url("/")])
        #expect(finished.end == .exited(3) && finished.error.isEmpty, "\(finished)")
        #expect(!finished.output.contains("\u{1B}") && !finished.output.contains("\nout"))
        #expect(finished.output.contains("Chromium exited before the page was loaded: it exited with code 1. err"))
    }

    @Test("Ctrl-C ends the browser, removes its folder, and ends the program")
    func interrupted() async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try StandInBrowser("note home $HOME; note self $$; exec sleep 1000")
        let terminal = try Home().inspector(
            ["resolve", "--run-scripts", "--allow-private", server.url("/")], ["LINKSCOPE_CHROMIUM": browser.path])
        try await terminal.wait(for: "running the page's scripts")
        let own = try #require(await browser.wait(for: "self"))
        terminal.type("\u{3}")
        #expect(await terminal.end() == .signalled(2))
        #expect(!StandInBrowser.isRunning(own))
        #expect(!FileManager.default.fileExists(atPath: try #require(browser.note("home"))))
        #expect(!terminal.screen.text.contains("running"))
    }
}
