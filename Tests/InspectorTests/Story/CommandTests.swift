import LinkLayers
import Screen
import TestSupport
import Testing

@testable import Inspector
@testable import Panes

/// One table defines the keys, the footer and the help, so all three always name the same commands.
@Suite struct CommandTests {
    @Test("every command has a name, a help line, and the name of its keys or of its typed form", arguments: Command.allCases)
    func complete(_ command: Command) {
        let bindings = Binding.table.filter { $0.command == command }
        #expect(bindings.count == 1)
        for binding in bindings {
            #expect(!binding.help.isEmpty && Command.named(command.name) == command)
            #expect(binding.keys.isEmpty ? binding.keyText.hasPrefix(":\(command.name)") : !binding.keyText.isEmpty)
            #expect(binding.keys.allSatisfy { Binding.command(for: $0) == command })
        }
    }

    @Test("no key is bound twice, and no two commands have the same name")
    func once() {
        let keys = Binding.table.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        #expect(Binding.table.map(\.command) == Command.allCases, "the table has the order of the commands")
        let names = Binding.table.flatMap { [$0.command.name] + $0.otherNames }
        #expect(Set(names).count == names.count)
    }

    @Test("keys that terminals keep for themselves, and Alt, are not bound")
    func reserved() {
        let keys = Set(Binding.table.flatMap(\.keys))
        #expect(!keys.contains(.control("s")) && !keys.contains(.control("q")))
        for key in keys {
            if case .character(_, let modifiers) = key { #expect(!modifiers.contains(.alt)) }
        }
    }

    @Test("every command of the footer has a word")
    func footer() {
        for command in Binding.footer { #expect(Binding.of(command).hint != nil) }
    }

    @Test("the help shows every line of the table, at every width", arguments: [12, 30, 60, 100, 300])
    func help(_ columns: Int) {
        let rows = HelpRow.all(HelpSource(columns: columns))
        var words = ""
        for row in rows where !row.isTitle { words += row.text + " " }
        for binding in Binding.table {
            #expect(rows.contains { $0.keys == binding.keyText })
            #expect(words.contains(binding.help))
        }
    }

    @Test("the help can be scrolled to its end", arguments: [(120, 40), (80, 24), (40, 12), (20, 5)])
    func scrolling(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.press("?")
        var seen: Set<Substring> = []
        var (last, screen) = ("", rig.screen)
        while screen != last {
            seen.formUnion(screen.split(separator: "\n"))
            rig.press(.pageDown)
            (last, screen) = (screen, rig.screen)
        }
        let lines = seen.joined(separator: "\n")
        for binding in Binding.table { #expect(lines.contains(binding.keyText), "\(binding.keyText)") }
        rig.press("k", "j")
        #expect(rig.screen == last, "it stops at its end")
    }

    /// States that show different hints.
    private static let situations: [@Sendable (inout Rig) -> Void] = [
        { _ in },
        { $0.paste(Fixtures.appLink) },
        { $0.paste("cafe://menu") },
        { $0.paste("shop://no url") },
        { $0.deliver([#"{"event":"x"}"#]) },
        { $0.deliver([#"{"event":"x"}"#, #"{"hello":1}"#]) },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.paste("cafe://menu")
            rig.press("k")
        },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.open()
            rig.press("3", "k")
        },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.press("2")
        },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.press("2", "z", "G")
        },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.press("y")
        },
        { rig in
            rig.paste("cafe://menu")
            rig.press("y", "q")
        },
        { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
        },
        { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.page(Answers.ride))
        },
        { rig in
            rig.paste(Links.ridePage)
            rig.press("V")
            rig.tell(.verdict(Answers.verdict()))
        },
        { rig in
            rig.paste(Links.ridePage)
            rig.press("F")
            rig.tell(.failed(Answers.refusal))
        },
        { $0.press("?") },
        { $0.press(":", "m", "e") }, { $0.command("messages") }, { $0.press("d") }, { $0.press("s") }, { $0.press("i", "a", ":", "b") },
        { $0.press("b") },
        { $0.press("b", "a", .down, .down, "b") },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.press("r")
        },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.press("o")
        },
        { rig in
            rig.paste(Fixtures.appLink)
            rig.press(.space)
        },
    ]

    /// Each situation at each of the sizes.
    private static let footers = situations.indices.flatMap { situation in
        [(120, 40), (80, 24), (40, 12), (20, 5)].map { (situation, $0.0, $0.1) }
    }

    @Test("every hint of the footer does something when its key is pressed", .daily, arguments: Seeds.share(of: footers, in: 3))
    func hints(_ situation: Int, _ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        Self.situations[situation](&rig)
        let frame = rig.frame
        #expect(!rig.state.hints.isEmpty)
        for hint in rig.state.hints {
            let keys = hint.command.map { Binding.of($0).keys } ?? [Self.key(hint.keys)].compactMap(\.self)
            #expect(!keys.isEmpty, "\(hint.keys) is a key")
            var tried = rig
            guard let key = keys.first else { continue }
            tried.press(key)
            let changed = tried.effects != rig.effects || tried.acts != rig.acts || tried.frame != frame
            #expect(changed || hint.word == "scroll", "\(hint.keys) \(hint.word) does something")
            #expect(tried.state.notice?.tone != .plain, "\(hint.keys) \(hint.word) is no dead end: \(tried.notice ?? "")")
        }
    }

    private static func key(_ text: String) -> Key? {
        switch text {
        case "Enter": .enter
        case "Esc": .escape
        case "Space": .space
        case "j/k", "Up/Down": .down
        case "Tab": .tab
        case "Up": .up
        case "Ctrl-T": .control("t")
        case "Ctrl-R": .control("r")
        case "Ctrl-O": .control("o")
        default: text.unicodeScalars.count == 1 ? text.unicodeScalars.first.map { .character($0, []) } : nil
        }
    }
}
