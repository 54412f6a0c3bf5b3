import Inspector
import Testing

@Suite struct PlainCommandTests {
    @Test(
        "a line is a command, with names in full, shortened, or as the key of the screen",
        arguments: [
            ("open 3", .open(3, from: nil)), ("o #3", .open(3, from: nil)), ("open from Café au lait", .open(nil, from: "Café au lait")),
            ("return", .goBack(nil)), ("ret 4", .goBack(4)), ("r", .goBack(nil)), ("R 2", .repair(2)), ("undo", .undo), ("U", .redo),
            ("show 3 extras", .show(3, .extras)), ("sh ex", .show(nil, .extras)), ("12", .show(12, .summary)), ("HELP", .help(nil)),
            ("list", .list(.last)), ("l a", .list(.all)), ("list 2-3", .list(.range(2...3))), ("list 7", .list(.range(7...7))),
            ("F 1", .lookUp(1, .fetch, isFresh: false)), ("verdict again", .lookUp(nil, .verdict, isFresh: true)), ("q", .quit),
            ("copy adb", .copy(nil, .adb)), ("copy 2 intent", .copy(2, .intent)), ("secrets on", .secrets(true)), ("hold", .hold(true)),
            ("resume", .hold(false)), ("device", .device(nil)), ("dev iPad", .device("iPad")), ("front home", .front("home")),
        ] as [(String, PlainCommand)])
    func command(line: String, command: PlainCommand) throws {
        #expect(try PlainCommand(line) == command)
    }

    @Test(
        "a wrong line says what was probably meant, or how the command is used",
        arguments: [
            ("opne", "no such command \"opne\"; did you mean \"open\"?"),
            ("xyzzy", "no such command \"xyzzy\"; \"help\" lists all commands"),
            ("se on", nil), ("s x", "\"sample\" is used like this: sample [N]"), ("open 3 4", nil), ("list 3-2", nil), ("open -3", nil),
            ("list 99999999999999999999", nil), ("undo 3", "\"undo\" is used like this: undo"), ("install", nil), ("secrets maybe", nil),
        ] as [(String, String?)])
    func mistake(line: String, message: String?) {
        guard line != "se on" else { return #expect((try? PlainCommand(line)) == .secrets(true)) }
        do throws(PlainCommand.Mistake) {
            Issue.record("\(line) is \(try PlainCommand(line))")
        } catch {
            if let message { #expect(error.message == message) }
        }
    }

    @Test(
        "a line with a link is delivered, and not taken for a command",
        arguments: ["shop://p/1", "show://p", "mailto:a@b.example", "{\"n\":1}", "shop.example.com/p", "adb shell am start -d 'shop://p'"])
    func link(line: String) {
        #expect(PlainLine(Array(line.utf8)) == .link(Array(line.utf8)))
    }

    @Test("other lines are commands, and empty lines are nothing", arguments: ["show 3", "open", "return", "opne 3", "hello."])
    func notLink(line: String) {
        #expect(PlainLine(Array(" \(line)\t".utf8)) == .command(line))
        #expect(PlainLine(Array(" \t".utf8)) == nil)
    }
}
