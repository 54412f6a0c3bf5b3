import Foundation
import TestSupport
import Testing

@Suite("The program runs the scripts of a page", .waits, .timeLimit(.minutes(30)))
struct ScriptStoryTests {
    private static let page = PageAnswer.page("<div id=app></div><script></script><!--script-->")

    @Test("a page that creates its tags by script: F says so, J reads them, o opens the target")
    func story() async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try StandInBrowser.obedient(tag: #"<meta property="al:ios:url" content="cafe://menu">"#)
        let terminal = try Home().inspector(["--allow-private", server.url("/")], ["LINKSCOPE_CHROMIUM": browser.path])
        try await terminal.wait(for: "1 link")
        terminal.type("F")
        try await terminal.wait(for: "not run; J runs them in Chromium")
        #expect(browser.note("environment") == nil, "only J starts a browser")
        terminal.type("J")
        try await terminal.wait(for: "run by StandIn/1.0")
        try await terminal.wait(for: "Café on iPhone")
        terminal.type("o\r")
        try await terminal.wait(for: "Opened in Café.")
        await terminal.quit()
    }

    /// Starts an inspector and waits until it runs the page's scripts.
    private func running(_ server: PageServer, _ browser: StandInBrowser) async throws -> PseudoTerminal {
        let terminal = try Home().inspector(["--allow-private", server.url("/")], ["LINKSCOPE_CHROMIUM": browser.path])
        try await terminal.wait(for: "1 link")
        terminal.type("J")
        try await terminal.wait(for: "run its scripts")
        return terminal
    }

    @Test("Esc stops the browser at once and removes its folder; the program goes on")
    func stopped() async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try Self.stalling()
        let terminal = try await running(server, browser)
        let own = try #require(await browser.wait(for: "self"))
        terminal.type("\u{1B}")
        try await terminal.wait(for: "Stopped. J starts again.", seconds: 5)
        let home = try #require(browser.note("home"))
        // Removing the folder takes a moment, and nothing tells the test when it is done.
        let deadline = ContinuousClock.now + .seconds(30)
        while FileManager.default.fileExists(atPath: home), .now < deadline { await terminal.read(milliseconds: 10) }
        #expect(!StandInBrowser.isRunning(own) && !FileManager.default.fileExists(atPath: home))
        await terminal.quit()
    }

    @Test("quitting ends a running browser and removes its folder", arguments: ["\u{3}", "q"])
    func quit(keys: String) async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try Self.stalling()
        let terminal = try await running(server, browser)
        let own = try #require(await browser.wait(for: "self"))
        terminal.type(keys)
        _ = await terminal.end()
        #expect(!StandInBrowser.isRunning(own))
        #expect(!FileManager.default.fileExists(atPath: try #require(browser.note("home"))))
    }

    @Test("--chromium names the browser for J", arguments: [[], ["inspector"]])
    func chosen(command: [String]) async throws {
        let server = try PageServer(["/": Self.page])
        let browser = try StandInBrowser.obedient(tag: #"<meta property="al:ios:url" content="cafe://menu">"#)
        let terminal = try Home().inspector(
            command + [server.url("/"), "--allow-private", "--chromium", browser.path], ["LINKSCOPE_CHROMIUM": "/nowhere/chromium"])
        try await terminal.wait(for: "1 link")
        terminal.type("J")
        try await terminal.wait(for: "run by StandIn/1.0")
        await terminal.quit()
    }

    @Test("without Chromium, the reason is shown instead of the scripts' result")
    func missing() async throws {
        let server = try PageServer(["/": Self.page])
        let terminal = try Home().inspector(["--allow-private", server.url("/")], ["LINKSCOPE_CHROMIUM": "/nowhere/chromium"])
        try await terminal.wait(for: "1 link")
        terminal.type("Jz")
        try await terminal.wait(for: "there is no program at /nowhere/chromium")
        await terminal.quit()
    }

    @Test("for a page that cannot be fetched, the hops so far show which apps claim their links")
    func failedPage() async throws {
        let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/go"}]}]}}"#
        let server = try PageServer(
            [
                "page.test /go": .redirect(to: "shop://7"),
                "page.test /.well-known/apple-app-site-association": .page(aasa, type: "application/json"),
                "page.test /.well-known/assetlinks.json": .page("", status: 404),
            ], isSecure: true)
        let terminal = try Home().inspector(
            ["--allow-private", "--connect-to", server.standIn(for: "page.test"), "https://page.test/go"],
            ["SSL_CERT_FILE": PageServer.authority()])
        try await terminal.wait(for: "1 link")
        terminal.type("F")
        try await terminal.wait(for: "! error")
        try await terminal.wait(for: "iOS: claimed by ABCDE12345.com.example.shop")
        await terminal.quit()
    }

    private static func stalling() throws -> StandInBrowser {
        try StandInBrowser("note home $HOME; note self $$; exec sleep 1000")
    }
}
