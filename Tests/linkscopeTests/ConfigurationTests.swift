import AppLinks
import CursesTerminal
import Inspector
import Panes
import Screen
import TestSupport
import Testing

@testable import linkscope

@Suite("Settings", .waits, .timeLimit(.minutes(30)))
struct ConfigurationTests {
    @Test("bad values name their line and what is expected; the rest counts")
    @MainActor func messages() {
        let configuration = Configuration(
            """
            theme: drak
            keys:
              oepn: O
              zoom: nokey
              open: F5
              hold: F5
              undo: Ctrl-C
            filters: {web: "scheme:https", bad: "colour:red"}
            eventArguments: [campaign, {a: b}, refererURL]
            """)
        #expect(
            configuration.messages.dropLast(2) == [
                "config.yaml:1: theme: drak: unknown theme; choose terminal, dark, light, high-contrast, color-blind",
                "config.yaml:3: keys: oepn: no such command; did you mean open?",
                "config.yaml:4: keys: nokey: write a key, such as O, Space, Ctrl-D or F5",
                "config.yaml:6: keys: F5 is already the key of open",
                "config.yaml:7: keys: Ctrl-C: write a key, such as O, Space, Ctrl-D or F5",
            ])
        #expect(configuration.messages.dropLast().last?.hasPrefix("config.yaml:8: filters: bad: There is no field \"colour\"") == true)
        #expect(
            configuration.messages.last == "config.yaml:9: eventArguments: write a list of names, such as [refererURL, campaign]")
        #expect(configuration.preferences.eventArguments == ["campaign", "refererURL"])
        #expect(configuration.theme == .terminal)
        #expect(configuration.preferences.filters.map(\.name) == ["web"])
    }

    @Test("a key that is taken from a command without another key is told, unless that command has a key of its own")
    @MainActor func takenKeys() {
        let configuration = Configuration("keys: {filter: q, open: '>', sort: F6, last: Down}")
        #expect(configuration.messages == ["config.yaml:1: keys: q was the key of quit, which has none now; give it another one"])
    }

    @Test("the notice that stays in view tells the first mistake and how many there are")
    @MainActor func notices() {
        let configuration = Configuration("theme: drak\nkeys: {oepn: O}\ncolour: x\n")
        #expect(configuration.notices.count == 3)
        let last = "3 mistakes in your settings (see :messages). config.yaml:1: theme: drak"
        #expect(configuration.notices.last?.hasPrefix(last) == true)
        let single = Configuration("theme: drak").notices
        #expect(
            single.count == 1 && single.last?.hasPrefix("A mistake in your settings (see :messages). config.yaml:1: theme: drak") == true)
    }

    @Test("columns are chosen by name; a wrong name, a repeated one and an unknown list name themselves")
    @MainActor func columns() {
        let configuration = Configuration(
            """
            columns:
              links: [result, target, sender, link]
              events: [nothing]
              pages: [time]
            """)
        #expect(configuration.preferences.columns.links == [.end, .link])
        #expect(configuration.preferences.columns.events == ListColumns().events)
        #expect(
            configuration.messages == [
                "config.yaml:2: columns: sender: unknown column; choose time, from, to, link, is, end",
                "config.yaml:2: columns: link: write each column once",
                "config.yaml:3: columns: nothing: unknown column; choose time, link, direction, event, app, result",
                "config.yaml:4: columns: pages: unknown list; choose links or events",
            ])
    }

    @Test("config.yaml sets the theme, a key and the banner's text; a bad line is told")
    func file() async throws {
        let home = try Home()
        try home.folder(".config/linkscope")
        try home.file(".config/linkscope/config.yaml", "theme: light\nkeys: {samples: F2}\nbannerText: \"Retour a %@\"\ncolour: x\n")
        let terminal = try home.inspector([try #require(samples().first).link])
        try await terminal.wait(for: "config.yaml:4: colour: no such setting")
        try await terminal.wait(for: "Retour a Shop")
        // The light theme paints white, color 231, behind dark gray, color 235.
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(output.contains("48;5;231") && output.contains("38;5;235"))
        terminal.type("\u{1B}OQ")
        try await terminal.wait(for: "Samples")
        terminal.type("q")
        await terminal.quit()
    }

    @Test(
        "without a screen, bad lines are told on standard error, and secrets in them are masked",
        arguments: [["--plain"], ["--frame", "60x10"]])
    func plain(_ options: [String]) async throws {
        let home = try Home()
        try home.folder(".config/linkscope")
        try home.file(".config/linkscope/config.yaml", "theme: access_token=hunter2hunter2\nkeys: {open: xx}\n")
        let finished = try await home.run(options + ["shop://item/7"])
        #expect(finished.end == .exited(0))
        #expect(finished.error.contains("config.yaml:1: theme: ") && finished.error.contains("config.yaml:2: keys: xx: write a key"))
        #expect(!finished.error.contains("hunter2"))
    }

    @Test(
        "a theme can be kept in the file that linkscope reads, even if there is none yet",
        arguments: [("", ".config"), ("settings", "settings")])
    func path(folder: String, written: String) async throws {
        let home = try Home()
        let settings = folder.isEmpty ? [:] : ["XDG_CONFIG_HOME": "\(home.path)/\(folder)"]
        let terminal = try home.inspector([], settings.merging(["TERM": "xterm-256color"]) { $1 })
        try await terminal.wait(for: "linkscope")
        terminal.type(":theme light\r")
        try await terminal.wait(for: "in ~/\(written)/linkscope/config")
        terminal.type("q")
        await terminal.quit()
    }
}
