import TestSupport
import Testing

@Suite("From a link to the app and back", .waits, .timeLimit(.minutes(30)))
struct StoryTests {
    @Test("paste a link, see its parts, open it, return, quit: the terminal is restored")
    func story() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let terminal = try home.inspector()

        try await terminal.wait(for: "Paste a link")
        #expect(terminal.screen.isAlternate && terminal.screen.isPasteBracketed && terminal.isRaw)

        // The link arrives: the app that claims it receives it, the app's banner appears, and the data is shown as a tree.
        terminal.paste(link)
        try await terminal.wait(for: "▸ al_nav_in")
        try await terminal.wait(for: "Touch to return to Shop")
        try await terminal.wait(for: "target picture") {
            $0.text.contains("https://news.example.com/article/42") && $0.text.contains("Extras (4)")
        }
        try await terminal.wait(for: "App Link from Shop to Nieuws or, without it, to news.example.com.")
        try await terminal.wait(for: "Nieuws in front")
        try await terminal.wait(for: "2 events")

        // Returns to the referer. Before that, the screen shows the link that will be sent.
        terminal.type("r")
        try await terminal.wait(for: "Return to the referer")
        #expect(terminal.screen.text.contains("2 events"), "nothing is sent before Enter")
        terminal.type("\r")
        try await terminal.wait(for: "◂ al_ref_back_out")
        try await terminal.wait(for: "Returned to Shop.")
        try await terminal.wait(for: "Shop ──#1──▸ Nieuws ──r ")
        try await terminal.wait(for: "5 events")

        // Opens the link again. The referer is offered first, and Enter confirms.
        terminal.type("o")
        try await terminal.wait(for: "Open #1 again from")
        terminal.type("\r")
        try await terminal.wait(for: "▴ al_nav_out")
        try await terminal.wait(for: "8 events")
        try await terminal.wait(for: "▸ Shop ──o ")
        terminal.type("3z")
        try await terminal.wait(for: "three arrivals") { $0.text.components(of: "▸ al_nav_in") == 3 }

        // The token in the link was never on the screen.
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("EAAB"))
        await terminal.quit()
    }

    @Test("one's own scheme: an app is assumed for it, its referer is an app too, and r leads back")
    func ownScheme() async throws {
        let terminal = try Home().inspector()
        try await terminal.wait(for: "Paste a link")
        terminal.paste(
            "myapp://item/42?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fexample.com%2F42%22%2C"
                + "%22referer_app_link%22%3A%7B%22url%22%3A%22mail%3A%2F%2Finbox%2F7%22%2C%22app_name%22%3A%22Mail%22%7D%7D")
        try await terminal.wait(for: "Touch to return to Mail")
        try await terminal.wait(for: "Mail* ──#1──▸ myapp*")
        try await terminal.wait(for: "2 events")
        terminal.type("r\r")
        try await terminal.wait(for: "Mail* ──#1──▸ myapp* ──r ")
        terminal.type("u")
        try await terminal.wait(for: "Undone: the return from #1.")
        await terminal.quit()
    }

    @Test("--strict-device assumes no apps")
    func strict() async throws {
        let terminal = try Home().inspector(["--strict-device", "myapp://item/42"])
        try await terminal.wait(for: "nothing on this iPhone")
        await terminal.quit()
    }

    @Test("if an app is not installed, the next target is opened, and the screen says why")
    func notInstalled() async throws {
        let home = try Home()
        let terminal = try home.inspector(["https://www.example.org/ride/7"])
        try await terminal.wait(for: "https://www.example.org/ride/7")
        terminal.type("o\r")
        try await terminal.wait(for: "Opened in Café.")
        try await terminal.wait(for: "──▸ Café")
        try await terminal.wait(for: "✕ Wheel claims wheel-beta:, but is not installed")
        await terminal.quit()
    }

    @Test("X closes the banner, which stays closed")
    func dismissal() async throws {
        let home = try Home()
        let link = try #require(samples().first).link
        let terminal = try home.inspector([link])
        try await terminal.wait(for: "Touch to return to Shop")
        terminal.type("X")
        try await terminal.wait(for: "closed banner") { !$0.text.contains("Touch to return") }
        terminal.paste(link)
        try await terminal.wait(for: "2 links")
        #expect(!terminal.screen.text.contains("Touch to return"))
        await terminal.quit()
    }
}

extension String {
    func components(of part: String) -> Int { ranges(of: part).count }
}
