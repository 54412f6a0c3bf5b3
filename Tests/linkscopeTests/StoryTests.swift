import TestSupport
import Testing

@Suite("From a link to the app and back", .waits, .timeLimit(.minutes(10)))
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
        try await terminal.wait(for: "al_nav_in")
        try await terminal.wait(for: "Touch to return to Shop")
        try await terminal.wait(for: "target picture") {
            $0.text.contains("https://news.example.com/article/42?utm_") && $0.text.contains("Extras (4)")
        }
        try await terminal.wait(for: "Nieuws in front")
        try await terminal.wait(for: "2 events")
        try await terminal.wait(for: "campaign          \"summer sale\"")

        // Enter opens the target from the app in front.
        terminal.type("\r")
        try await terminal.wait(for: "al_nav_out")
        try await terminal.wait(for: "5 events")
        try await terminal.wait(for: "two arrivals") { $0.text.components(of: "al_nav_in") == 2 }
        try await terminal.wait(for: "Nieuws opened it in the")
        try await terminal.wait(for: "1   taken")
        try await terminal.wait(for: "Touch to return to Nieuws")

        // Returns to the referer. Before that, the screen shows the link that will be sent.
        terminal.type("r")
        try await terminal.wait(for: "Return to the referer")
        #expect(terminal.screen.text.contains("5 events"), "nothing is sent before Enter")
        terminal.type("\r")
        try await terminal.wait(for: "al_ref_back_out")
        try await terminal.wait(for: "Returned to Nieuws.")
        try await terminal.wait(for: "Trail Shop → Nieuws → Nieuws ↩ Nieuws")

        // The token in the link was never on the screen.
        #expect(!String(decoding: terminal.output, as: UTF8.self).contains("EAAB"))
        await terminal.quit()
    }

    @Test("if an app is not installed, the next target is opened, and the screen says why")
    func notInstalled() async throws {
        let home = try Home()
        let terminal = try home.inspector(["https://www.example.org/ride/7"])
        try await terminal.wait(for: "https://www.example.org/ride/7")
        terminal.type("\r")
        try await terminal.wait(for: "in the app Café")
        try await terminal.wait(for: "1   skipped")
        try await terminal.wait(for: "2   taken")
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
