import Foundation
import TestSupport
import Testing

@Suite("The program fetches pages and association files", .waits, .timeLimit(.minutes(30)))
struct FetchingStoryTests {
    private static let tags = """
        <meta property="al:ios:url" content="wheel://ride/7"><meta property="al:ios:app_name" content="Wheel">
        <meta property="al:ios"><meta property="al:ios:url" content="cafe://menu?access_token=abcdef"><p>A page.
        """

    @Test("paste a link, fetch its page, see the hops and the targets, open its target")
    func story() async throws {
        let server = try PageServer(["/": .redirect(to: "/page"), "/page": .page(Self.tags)])
        let terminal = try Home().inspector(["--allow-private"])
        try await terminal.wait(for: "Paste a link")
        terminal.paste(server.url("/"))
        try await terminal.wait(for: "not fetched yet; F shows")
        #expect(try server.requests().isEmpty, "what arrives is not fetched")
        terminal.type("Fz")
        try await terminal.wait(for: "Café on iPhone")
        try await terminal.wait(for: "Hops (2)")
        try await terminal.wait(for: "-> /page")
        try await terminal.wait(for: "Wheel claims wheel:, but is not installed")
        try await terminal.wait(for: "Café is installed")
        terminal.type("zo\r")
        try await terminal.wait(for: "Opened in Café.")
        try await terminal.wait(for: "nav_out")
        try await terminal.wait(for: "ok app to")
        try await terminal.wait(for: "Shop ──o ")
        #expect(try server.requests().map(\.target) == ["/", "/page"], "opening asks nobody again")
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("abcdef"))
        await terminal.quit()
    }

    @Test("during a slow paste, the screen shows that it is coming and the keys still work; then it arrives")
    func longPaste() async throws {
        let terminal = try Home().inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.type("\u{1B}[200~shop://p?x=" + String(repeating: "a", count: 5000))
        try await terminal.wait(for: "Receiving a paste...")
        for _ in 0..<40 {
            terminal.type(String(repeating: "a", count: 2500))
            terminal.read()
        }
        terminal.type("\u{1B}[201~")
        try await terminal.wait(for: "1 link")
        try await terminal.wait(for: "open   ")
        await terminal.quit()
    }

    @Test("Esc cancels a stalled fetch at once; the program goes on", .wallClock)
    func stalled() async throws {
        let server = try PageServer(["/": .init(.hold), "/page": .page(Self.tags)])
        let terminal = try Home().inspector(["--allow-private", server.url("/")])
        try await terminal.wait(for: "1 link")
        terminal.type("F")
        try await terminal.wait(for: "fetch the page")
        try await terminal.wait(for: "working")
        let start = ContinuousClock.now
        terminal.type("\u{1B}")
        try await terminal.wait(for: "Stopped. F starts again.")
        #expect(ContinuousClock.now - start < .seconds(5), "the page would have ten")
        terminal.paste(server.url("/page"))
        try await terminal.wait(for: "2 links")
        terminal.type("F")
        try await terminal.wait(for: "Café on iPhone")
        await terminal.quit()
    }

    @Test("without --allow-private, a private address is asked about before anything connects to it")
    func refused() async throws {
        let server = try PageServer(["/": .page(Self.tags)])
        let terminal = try Home().inspector([server.url("/")])
        try await terminal.wait(for: "1 link")
        terminal.type("F")
        try await terminal.wait(for: "127.0.0.1 is a loopback address")
        try await terminal.wait(for: "Connect to a private address?")
        #expect(try server.requests().isEmpty)
        terminal.signal(SIGTERM)
        #expect(await terminal.end() == .exited(128 + Int(SIGTERM)))
    }

    @Test("the verdict shows each file as it comes, why the link does not open, and what to do; Esc cancels a stalled server at once")
    func verdict() async throws {
        let aasa = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/buy/*"}]}]}}"#
        let server = try PageServer(
            [
                "page.test /.well-known/apple-app-site-association": .page(aasa, type: "application/json"),
                "page.test /apple-app-site-association": .page("", status: 404),
                "app-site-association.cdn-apple.com /a/v1/page.test": .page(aasa, type: "application/json"),
                "page.test /.well-known/assetlinks.json": .page("", status: 404), "other.test /.well-known/assetlinks.json": .init(.hold),
            ], isSecure: true)
        let places = ["page.test", "other.test", "app-site-association.cdn-apple.com"].flatMap {
            ["--connect-to", server.standIn(for: $0)]
        }
        let terminal = try Home().inspector(
            ["--allow-private"] + places + ["https://page.test/help/7"], ["SSL_CERT_FILE": PageServer.authority()])
        try await terminal.wait(for: "1 link")
        terminal.type("Vz")
        try await terminal.wait(for: "no: the link does not open in the app on iOS or Android")
        try await terminal.wait(for: "[aasa-no-rule]")
        try await terminal.wait(for: "to do")
        terminal.type("F")
        try await terminal.wait(for: "iOS: no app claims it.")
        terminal.paste("https://other.test/")
        try await terminal.wait(for: "2 links")
        terminal.type("V")
        try await terminal.wait(for: "working")
        terminal.type("\u{1B}")
        try await terminal.wait(for: "Stopped. V starts again.", seconds: 5)
        try await terminal.wait(for: "with the results below; V starts again")
        await terminal.quit()
    }

    #if os(Linux)
        @Test("an idle inspector that has fetched a page does not wake up")
        func idle() async throws {
            let server = try PageServer(["/": .page(Self.tags)])
            let terminal = try Home().inspector(["--allow-private", server.url("/")])
            try await terminal.wait(for: "1 link")
            terminal.type("F")
            try await terminal.wait(for: "Café on iPhone")
            let restless = await PseudoTerminal.restlessWindows([terminal])
            #expect(restless == [])
            await terminal.quit()
        }
    #endif

    @Test("a second lookup in another session comes from the cache and shows its age; F fetches again")
    func cache() async throws {
        let server = try PageServer(["/": .answer(200, ["Cache-Control: max-age=1000", "Content-Type: text/html"], Array(Self.tags.utf8))])
        let home = try Home()
        for isSecond in [false, true] {
            let terminal = try home.inspector(["--allow-private", server.url("/")])
            try await terminal.wait(for: "1 link")
            terminal.type("F")
            try await terminal.wait(for: isSecond ? "from the cache" : "F fetches again")
            if isSecond {
                terminal.type("F")
                try await terminal.wait(for: "F fetches again")
            }
            await terminal.quit()
        }
        #expect(try server.requests().count == 2)
    }
}
