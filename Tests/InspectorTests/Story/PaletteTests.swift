import AppLinks
import Deciding
import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct PaletteTests {
    private func names(_ word: String) -> [String] { PaletteMatch.all(for: word).map(\.name) }

    @Test("the best commands come first: by the beginning of the name, of a part, then of a word of the help")
    func matches() {
        #expect(names("re").first == "return")
        #expect(names("pane").prefix(2) == ["next-pane", "previous-pane"])
        #expect(names("qr") == ["copy"] && names("markdown") == ["write"] && names("bug") == ["write"], "what people call it")
        #expect(names("q").prefix(2) == ["quit", "quit-now"], "one letter is too little for the help")
        #expect(names("simctl") == ["copy", "sources"])
        #expect(names("D").first == "diff", "a key alone is its command")
        #expect(names("zzz").isEmpty)
        #expect(names("").count == Command.allCases.count - 2, "without letters, all commands but : and Esc")
    }

    @Test("Enter performs the marked command, Esc closes")
    func perform() {
        var rig = Rig()
        rig.paste("shop://1")
        rig.press(":")
        rig.type("samp")
        rig.press(.enter)
        #expect(rig.screen.contains("Samples"))
        rig.press(.escape, ":", .escape)
        #expect(!rig.state.hasWindow)
        rig.press(":", .enter)
        #expect(!rig.state.hasWindow && rig.notice == nil)
    }

    @Test("Tab completes to the marked command, then to the next ones")
    func complete() {
        var rig = Rig()
        rig.press(":", "r", "e", .tab)
        #expect(line(rig) == "return ", "a number may follow")
        rig.press(.tab)
        let second = line(rig)
        #expect(second == names("re")[1])
        rig.press(.backTab, .enter)
        #expect(rig.notice == "There is no link yet. Paste one, or press i or s.", "return was performed")
    }

    @Test("a click writes the name of a command, and of a file that a command needs, so that Enter performs it")
    func clicked() throws {
        var rig = Rig()
        rig.paste("cafe://menu")
        rig.press(":")
        rig.type("writ")
        let row = try #require((0..<40).first { rig.column(of: "write FILE", row: $0) != nil })
        rig.click(at: Point(column: try #require(rig.column(of: "write FILE", row: row)), row: row))
        #expect(line(rig) == "write link.md")
        rig.press(.enter)
        #expect(rig.exports.last?.path == "link.md")
    }

    @Test("Up and Down recall the lines that were performed")
    func recall() {
        var rig = Rig()
        rig.command("zoom")
        rig.command("go 3")
        rig.command("zoom")
        rig.press(":", "x", .up)
        #expect(line(rig) == "zoom")
        rig.press(.up)
        #expect(line(rig) == "go 3")
        rig.press(.up)
        #expect(line(rig) == "go 3")
        rig.press(.down, .down)
        #expect(line(rig) == "x")
    }

    private func line(_ rig: Rig) -> String? {
        (rig.state.overlay as? CommandPalette)?.line.text
    }

    @Test(":go and a number alone select a link; a number without a link says which ones there are")
    func go() {
        var rig = Rig()
        rig.deliver((0..<50).map { "shop://p/\($0)" })
        rig.command("go 41")
        #expect(rig.state.lists.linkCursor.selected == 40 && rig.state.panes.focus == .links)
        rig.command("7")
        #expect(rig.state.lists.linkCursor.selected == 6)
        rig.command("go 51")
        #expect(rig.notice == "There is no link #51: the links are #1 to #50.")
        #expect(rig.state.lists.linkCursor.selected == 6)
    }

    @Test(":open N offers the apps for link N, also if its record has to be read first")
    func open() {
        var rig = Rig()
        rig.passesReadings = false
        rig.deliver(["cafe://menu"] + (0..<600).map { "shop://p/\($0)" })
        rig.command("open 1")
        #expect(rig.screen.contains("Open #1 again from"))
    }

    @Test(":device NAME chooses a device; an unknown name lists the devices")
    func device() {
        var rig = Rig()
        rig.command("device ipad")
        #expect(rig.state.device.simulated.name == "iPad")
        rig.command("device nokia")
        #expect(rig.notice == "There is no device \"nokia\". The devices are iPhone, iPad and Android.")
        rig.command("device")
        #expect(rig.screen.contains("Space on/off"))
    }

    @Test(":show N PART goes to a part of a link, and a key after : is the command of the key")
    func show() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.paste("cafe://menu")
        rig.command("show 1 extras")
        #expect(rig.state.lists.linkCursor.selected == 0 && rig.state.panes.focus == .detail)
        #expect(rig.state.decodedRows.lines[rig.state.detail.cursor.selected].label == "Extras (4)")
        rig.command("show raw")
        #expect(rig.state.detail.tab == .raw)
        rig.command("d")
        #expect(rig.screen.contains("Space on/off"), "d is the key of device")
        rig.press(.escape)
        rig.command("open 1 from browser")
        rig.press(.enter)
        guard case .open(_, _, _, from: let front, back: _, how: _)? = rig.acts.last else {
            Issue.record("nothing was opened")
            return
        }
        #expect(front == .browser)
    }

    @Test(":install, :remove and :front change the device; an unknown app lists the apps")
    func apps() {
        var rig = Rig()
        rig.command("install wheel")
        #expect(rig.state.device.simulated.apps.contains { $0.name == "Wheel" && $0.isInstalled })
        rig.command("front browser")
        #expect(rig.state.device.simulated.front == .browser && rig.acts.count == 2)
        rig.command("remove xyzzy")
        #expect(rig.notice?.hasPrefix("There is no app \"xyzzy\". The apps are ") == true)
    }

    @Test(":help WORD shows only the commands with the word")
    func help() {
        var rig = Rig()
        rig.command("help banner")
        #expect(rig.screen.contains("close the return banner") && !rig.screen.contains("redraw"))
        rig.press(.escape)
        rig.command("help xyzzy")
        #expect(!rig.state.hasWindow && rig.notice == "The help has nothing about xyzzy.")
    }

    @Test(":quit quits")
    func quit() {
        var rig = Rig()
        rig.command("quit")
        #expect(rig.effects == ["quit"])
    }

    @Test(
        "a line that is no command says what was probably meant, and stays",
        arguments: [
            ("oepn 3", "no such command \"oepn\"; did you mean \"open\"?"), ("go x", "Usage: go N"),
            ("go", "Usage: go N"), ("zoom 3", "Usage: zoom"),
            ("xyzzy", "no such command \"xyzzy\"; \"help\" lists all commands"),
        ])
    func mistake(_ line: String, _ message: String) {
        var rig = Rig()
        rig.command(line)
        #expect(rig.notice == message)
        #expect(self.line(rig)?.hasPrefix(line) == true)
    }

    @Test("a paste goes into the line")
    func paste() {
        var rig = Rig()
        rig.press(":")
        rig.paste("hel\n")
        #expect(line(rig) == "hel" && rig.stored.isEmpty)
    }

    @Test(":theme changes the colors, and says how to keep them; an unknown theme is a mistake")
    func theme() {
        var rig = Rig()
        rig.keepPreferences(in: "~/.config/linkscope/config.yaml")
        rig.command("theme light")
        #expect(rig.effects.last == "theme light")
        #expect(rig.notice == "The theme is light. To keep it, write \"theme: light\" in ~/.config/linkscope/config.yaml.")
        rig.command("theme pink")
        #expect(rig.notice == "Usage: theme terminal|dark|light|high-contrast|color-blind")
    }

    @Test("a line is parsed without the screen too")
    func parsed() throws {
        #expect(try TypedCommand(" :open  #3 ") == TypedCommand(.open, 3))
        #expect(try TypedCommand("return") == TypedCommand(.goBack))
        #expect(try TypedCommand("HELP the banner") == TypedCommand(.help, text: "the banner"))
        #expect(throws: TypedCommand.Mistake.self) { try TypedCommand("") }
    }
}
