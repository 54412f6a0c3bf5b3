import Foundation
import Inspector
import TestSupport
import Testing

@testable import Panes
@testable import PlainMode

@Suite struct PlainCommandTests {
    @Test(
        "a line is a command, with names in full, shortened, or as the key of the screen",
        arguments: [
            ("open 3", TypedCommand(.open, 3)), ("o #3", TypedCommand(.open, 3)),
            ("open from Café au lait", TypedCommand(.open, text: "Café au lait")), ("return", TypedCommand(.goBack)),
            ("ret 4", TypedCommand(.goBack, 4)), ("r", TypedCommand(.goBack)), ("R 2", TypedCommand(.repair, 2)),
            ("undo", TypedCommand(.undo)),
            ("U", TypedCommand(.redo)), ("show 3 extras", TypedCommand(.focusDetail, 3, text: "extras")),
            ("sh ex", TypedCommand(.focusDetail, text: "extras")), ("12", TypedCommand(.goTo, 12)), ("HELP", TypedCommand(.help)),
            ("list", TypedCommand(.focusLinks)), ("l a", TypedCommand(.focusLinks, text: "all")),
            ("list 2-3", TypedCommand(.focusLinks, 2, 3)),
            ("list 7", TypedCommand(.focusLinks, 7)), ("F 1", TypedCommand(.resolve, 1)),
            ("verdict again", TypedCommand(.verify, text: "again")),
            ("q", TypedCommand(.quit)), ("copy adb", TypedCommand(.copy, text: "adb")),
            ("copy 2 intent", TypedCommand(.copy, 2, text: "intent")),
            ("secrets on", TypedCommand(.secrets, text: "on")), ("pause", TypedCommand(.hold)), ("hold", TypedCommand(.hold)),
            ("resume", TypedCommand(.resume)),
            ("close 2", TypedCommand(.dismissBanner, 2)), ("add-app shop", TypedCommand(.declare, text: "shop")),
            ("resolve 1", TypedCommand(.resolve, 1)), ("verify", TypedCommand(.verify)),
            ("device", TypedCommand(.device)), ("dev iPad", TypedCommand(.device, text: "iPad")),
            ("front home", TypedCommand(.front, text: "home")),
            ("diff 3 5", TypedCommand(.diff, 3, 5)), ("whatif 3", TypedCommand(.whatIf, 3)),
            ("write! links.csv", TypedCommand(.writeFile, text: "links.csv", replaces: true)),
        ])
    func command(line: String, command: TypedCommand) throws {
        #expect(try TypedCommand(line, in: .plain) == command)
    }

    @Test("al_applink_data without a value is a parameter, and only an App Link has extras")
    func data() {
        var transcript = Transcript("data")
        transcript.type("shop://p/1?al_applink_data", "show")
        #expect(transcript.text.contains("Parameter al_applink_data: no value"))
        transcript.type(Links.appLink(#"{"version":"2.0","extras":{"a":1}}"#), "show")
        #expect(!transcript.text.contains("Extras: 1."))
    }

    @Test(
        "the screen reads the same lines in the same way",
        arguments: ["open 3", "show 3 extras", "return", "F 1", "diff 3 5", "write! a.csv", "12"])
    func same(line: String) throws {
        #expect(try TypedCommand(line, in: .screen) == TypedCommand(line, in: .plain))
    }

    @Test(
        "a wrong line says what was probably meant, or how the command is used",
        arguments: [
            ("opne", "no such command \"opne\"; did you mean \"open\"?"),
            ("xyzzy", "no such command \"xyzzy\"; \"help all\" lists all commands"),
            ("qr", "no such command \"qr\"; \"help qr\" lists the commands whose help has it"),
            ("zoom", "\"zoom\" is not available with --plain"),
            (
                "history search",
                "\"history\" is not available with --plain; in a shell, \"linkscope history search WORD\" searches all sessions"
            ), ("s x", "Usage: samples [N]"),
            ("open 3 4", "Usage: open [N] [from APP|browser|home]"), ("open -3", nil), ("list 2-3-4", nil),
            ("open! 3", nil),
            ("list 99999999999999999999", nil), ("undo 3", "Usage: undo"), ("install", nil), ("secrets maybe", nil),
        ] as [(String, String?)])
    func mistake(line: String, message: String?) {
        do throws(TypedCommand.Mistake) {
            Issue.record("\(line) is \(try TypedCommand(line, in: .plain))")
        } catch {
            if let message { #expect(error.message == message) }
        }
    }

    @Test(
        "a text names a command by its key on the screen, and by what is typed in plain mode",
        arguments: [
            ("\(.undo) undoes it.", "u undoes it.", "[undo] undoes it."),
            ("Paste one, or \(press: .write, or: .sample).", "Paste one, or press i or s.", "Paste one, or type [samples]."),
            ("\(begin: .declare, "shop") to add one.", "Press a to add one.", "Type [declare shop] to add one."),
            (
                "To reopen it, \(press: .front, "Shop", onScreen: "\(.device), then f").", "To reopen it, press d, then f.",
                "To reopen it, type [front Shop]."
            ),
            ("To replace it, \(type: .writeFile, "write! a.md")", "To replace it, type :write! a.md", "To replace it, type [write! a.md]"),
            ("It is cut.\(onScreen: " i edits it.")", "It is cut. i edits it.", "It is cut."),
        ] as [(HintedText, String, String)])
    func hints(_ text: HintedText, keyed: String, typed: String) {
        #expect(text.keyed(KeyMap().names).text == keyed)
        #expect(text.typed { Binding.of($0.command).plainHelp == nil ? nil : "[\($0.words)]" } == typed)
    }

    @Test("a link is told by its sentence, then by its worst finding with its command, and never by escaped characters")
    func order() throws {
        let rig = Rig()
        var transcript = Transcript("Order", device: rig)
        let wrapped = "shop://item/9?next=" + String(repeating: "%7B%22a%22%3A%5B", count: 40)
        transcript.type("shop://item/9?al_applink_data={\"target_url\":\"https://e.example/?a=1&b=2\"}", "show", wrapped, "show", "list")
        let lines = transcript.text.split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.hasPrefix("#1: ") })
        #expect(lines[first] == "#1: Broken App Link to Shop.")
        #expect(
            lines[first + 1].hasPrefix("Error: ") && lines[first + 1].hasSuffix(" Type \"repair\" to repair it."), "\(lines[first + 1])")
        #expect(
            lines[first + 2].hasPrefix("Link: shop://item/9?al_applink_data={\"target_url\""),
            "\(lines[first + 2]): broken data is not cut out")
        for line in lines where !line.hasPrefix("> ") {
            #expect(line.utf8.count { $0 == UInt8(ascii: "%") } <= 12, "\(line)")
        }
    }

    @Test("help begins with ten lines, and help all names every command")
    func help() {
        var transcript = Transcript("Help")
        transcript.type("help")
        #expect(transcript.text.split(separator: "\n").dropFirst(2).count == 10)
        transcript.type("help all")
        for command in Command.all(in: .plain) { #expect(transcript.text.contains("\n\(command.name)"), "\(command)") }
    }

    @Test(
        "a line with a link is delivered, and not taken for a command",
        arguments: [
            "shop://p/1", "show://p", "mailto:a@b.example", "{\"n\":1}", "shop.example.com/p", "adb shell am start -d 'shop://p'",
            "open shop://p",
        ])
    func link(line: String) {
        #expect(PlainLine(Array(line.utf8)) == .link(Array(line.utf8)))
    }

    @Test(
        "other lines are commands, also with a link where the command takes one, but empty lines are not",
        arguments: [
            "show 3", "open", "return", "filter shop://p", "o", "find pay with card", "filter from:mail shop", "open 3 from browser",
            "declare acme Acme Shop App", "build target=shop://p referer-name=A referer-url=a://b", "write my links.csv",
        ])
    func notLink(line: String) throws {
        #expect(PlainLine(Array(" \(line)\t".utf8)) == .command(try TypedCommand(line, in: .plain)))
        #expect(PlainLine(Array(" \t".utf8)) == .empty)
    }

    @Test(
        "a line that is neither a link nor a command does nothing, also if it begins with the name of a command",
        arguments: [
            ("opne 3", "no such command \"opne\"; did you mean \"open\"?"), ("open it", "Usage: open [N] [from APP|browser|home]"),
            (
                "open the link tomorrow and say what happens",
                "\"open the link...\" is neither a link nor a command. Usage: open [N] [from APP|browser|home]"
            ),
            ("go to the checkout", "\"go to the...\" is neither a link nor a command. Usage: go N"),
            ("Hi Ann, please have a look", "\"Hi Ann, please...\" is neither a link nor a command."),
            ("add the app to the list", "\"add the app...\" is neither a link nor a command."),
            ("a link for you", "\"a link for...\" is neither a link nor a command."),
            ("Find the new links below:", "\"Find the new...\" is neither a link nor a command."),
        ])
    func mistake(line: String, message: String) {
        var transcript = Transcript("Mistake", device: Rig())
        transcript.type(line)
        #expect(transcript.text == "# Mistake\n> \(line)\n\(message)\n")
        #expect(transcript.talk.mistakes == 1 && transcript.rig.effects.isEmpty && transcript.rig.saved.isEmpty)
    }

    private static let pastes = [
        "url,campaign\nhttps://a.example/p,spring\nshop://p/2,\"fall, late\"", "link\nhttps://a.example/p\nshop://p/2",
        "name\tlink\nopen\thttps://a.example/p\nreturn\tshop://p/2",
        "| name | link |\n|------|:----:|\n| open | https://a.example/p |\n| b | shop://p/2 |",
        "From: Ana <a@b.example>\nSubject: open\n\nopen\nhttps://a.example/p\nundo\nshop://p/2\nquit",
    ]

    @Test("a table or a mail that arrives at once is one paste, in a terminal and in a pipe", arguments: pastes, [false, true])
    func paste(text: String, isScripted: Bool) {
        // A script may have a command before a link.
        if isScripted, text.hasPrefix("link\n") { return }
        var transcript = Transcript("Paste")
        transcript.typeAtOnce(text.components(separatedBy: "\n"), shown: "", isScripted: isScripted)
        let state = transcript.rig.state
        #expect(state.lists.links.count == 2, "\(transcript.text)")
        #expect(transcript.talk.mistakes == 0 && !Self.hasActs(state), "\(transcript.text)")
        transcript.type("list")
        #expect(transcript.text.contains("#2: "), "the paste has not ended plain mode")
    }

    /// Whether a command went somewhere.
    private static func hasActs(_ state: State) -> Bool {
        state.journey.trail.contains { $0.way == .opened || $0.way == .returned }
    }

    @Test(
        "many lines that only begin like a table or a record take time that grows with their number", arguments: ["| a |", "{"])
    func lonely(line: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(500, long: 2_500)) { count in
            #expect(PlainLine.read(Array(repeating: Array(line.utf8), count: count), isScripted: true).count == count)
        }
        #expect(isLinear)
    }

    @Test("prose that arrives at once in a terminal gives its links and obeys no command")
    func prose() {
        var transcript = Transcript("Prose")
        transcript.type("shop://p/1")
        transcript.typeAtOnce(["Hi Ann,", "open", "see shop://p/2 for the new page.", "quit"], shown: "")
        #expect(transcript.rig.state.lists.links.count == 2 && !Self.hasActs(transcript.rig.state), "\(transcript.text)")
        #expect(transcript.text.contains("3 lines without a link were skipped."), "\(transcript.text)")
    }

    @Test("commands and links that arrive at once are performed in their order, in a terminal and in a pipe", arguments: [false, true])
    func script(isScripted: Bool) {
        var transcript = Transcript("Script")
        transcript.typeAtOnce(["shop://p/1", "open 1 from browser", "", "shop://p/2", "show 2"], shown: "", isScripted: isScripted)
        #expect(transcript.text.contains("Opened") || transcript.text.contains("opens the link"), "\(transcript.text)")
        #expect(transcript.text.contains("Link: shop://p/2"), "\(transcript.text)")
    }

    @Test("a mistake in a script is told, and the other lines are performed")
    func scriptWithMistake() {
        var transcript = Transcript("Script")
        transcript.typeAtOnce(["shop://p/1", "opne 1", "show 1"], shown: "", isScripted: true)
        #expect(transcript.talk.mistakes == 1 && transcript.text.contains("did you mean \"open\"?"), "\(transcript.text)")
    }

    @Test("an empty line asks what to type, once, but not between the links of a paste and not in a script")
    func empty() {
        var transcript = Transcript("Empty")
        transcript.type("")
        #expect(transcript.text == "# Empty\n> \nPaste or type a link, or \"help\".\n")
        var talk = transcript.talk
        var rig = transcript.rig
        talk.hear(["shop://p/1", "", "shop://p/2", "", ""].map { PlainLine(Array($0.utf8)) })
        let pasted = rig.run(&talk)
        #expect(pasted.count { $0.hasPrefix("Paste") } == 1 && pasted.contains { $0.hasPrefix("#2: ") }, "\(pasted)")
        talk.hear([PlainLine([])], isScripted: true)
        #expect(rig.run(&talk).isEmpty)
    }

    @Test("the trail is said when it changes, and not again when an app opens a link in itself")
    func trail() {
        var transcript = Transcript("Trail")
        transcript.type("cafe://menu/1", "cafe://menu/2", "https://www.example.com/about", "open", "open", "return")
        let trails = transcript.text.split(separator: "\n").filter { $0.hasPrefix("Trail: ") }
        #expect(trails == ["Trail: Café.", "Trail: Café, then Safari."])
    }

    @Test("opening a web link says that its page is not known, with the words of its row")
    func unknownPage() {
        var transcript = Transcript("Page")
        transcript.type("https://www.example.com/about", "open")
        #expect(
            transcript.text.contains("\nSafari opens the link. Its page: not fetched yet; \"fetch\" shows which app the page opens.\n"),
            "\(transcript.text)")
    }

    @Test("what if says each end once, with the places and the devices where it is the same")
    func whatIf() {
        var transcript = Transcript("What if")
        transcript.type("cafe://menu/1", "what-if", "https://www.example.com/about", "what-if")
        #expect(
            transcript.text.contains(
                """
                In a message, on a page, typed or redirected: the link leads to app Café on any device.
                App missing: the link leads to nothing on any device.

                """), "\(transcript.text)")
        #expect(
            transcript.text.contains(
                "\nIn every case: the link leads to browser Safari on iPhone and iPad, and to browser Chrome on Android and Android 11.\n"),
            "\(transcript.text)")
    }
}
