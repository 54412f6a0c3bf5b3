import Testing

@testable import CommandGuide

@Suite("Completing a command line")
struct CompletionTests {
    /// Returns the answer for words after the program's name, without the meanings. The last word is the one at the cursor.
    private func answer(_ words: String...) throws -> [Substring] {
        let completion = Completion(words, of: try Tool.command()) { command, argument in
            "\(command.name)/\(argument)\tlive\nbell\u{7}\n\n"
        }
        return completion.lines.map { $0.prefix { $0 != "\t" } }
    }

    private let options = [
        "=--json", "=-v", "=--verbose", "=--color", "=--depot", "=--label", "=--order", "=--copies", "=-h", "=--help",
    ].map { $0[...] }

    @Test("the first word is a command that the help lists, or what the root takes")
    func first() throws {
        #expect(try answer("") == ["=send", "=store", "=help", "@files json txt"])
        #expect(try answer() == ["=send", "=store", "=help", "@files json txt"])
        #expect(try answer("-") == ["=--day", "=--version", "=-h", "=--help"])
    }

    @Test("after an option or a value, no command follows")
    func late() throws {
        #expect(try answer("--version", "") == ["@files json txt"])
        #expect(try answer("a.json", "") == ["@files json txt"])
        #expect(try answer("a.json", "--da") == ["=--day", "=--version", "=-h", "=--help"])
    }

    @Test("a command of a command, and its arguments in their order")
    func nested() throws {
        #expect(try answer("store", "") == ["=list", "=clear"])
        #expect(try answer("store", "list", "") == ["=list/positional@0"])
        #expect(try answer("store", "list", "7", "") == ["=-h", "=--help"], "the note can be any text, so options are offered")
        #expect(try answer("store", "list", "7", "x", "y", "").count == 2)
    }

    @Test("the options of a command, without hidden ones and those that cannot be repeated")
    func optionNames() throws {
        #expect(try answer("send", "--") == options)
        let given: Set<Substring> = ["=-v", "=--verbose", "=--json"]
        #expect(try answer("send", "-v", "--json", "--label", "a=b", "--") == options.filter { !given.contains($0) })
        #expect(try answer("send", "--", "--") == ["@files"], "-- ends the options")
    }

    @Test(
        "the values of an option, after a space or an equals sign",
        arguments: [
            ("--color", ["=auto", "=never"]), ("--depot", ["=North", "=South", "@files json"]), ("--copies", ["@folders"]),
            ("--order", ["=send/--order"]), ("--label", []), ("--clock", []),
        ])
    func values(option: String, expected: [Substring]) throws {
        #expect(try answer("send", option, "") == expected)
        #expect(try answer("send", option + "=") == expected)
        #expect(try answer("send", option + "=N") == expected, "the shell picks the fitting ones")
    }

    @Test("an option that takes many words takes them until the next option")
    func manyWords() throws {
        #expect(try answer("send", "--label", "a=b", "c=d", "").isEmpty)
        #expect(try answer("send", "--label", "a=b", "c=d", "--").contains("=--json"))
        #expect(try answer("send", "--label", "a=b", "--color", "") == ["=auto", "=never"])
    }

    @Test("after help, the names of commands follow")
    func help() throws {
        #expect(try answer("help", "") == ["=send", "=store", "=help"])
        #expect(try answer("help", "store", "") == ["=list", "=clear"])
    }

    @Test("a flag and an unknown option have no values")
    func noValues() throws {
        #expect(try answer("send", "--json=").isEmpty)
        #expect(try answer("send", "--unknown=").isEmpty)
        #expect(try answer("send", "--unknown", "") == ["@files"])
    }

    @Test("a word has the first sentence of its help as its meaning")
    func meanings() throws {
        let lines = Completion(["send", "--c"], of: try Tool.command()) { _, _ in "" }.lines
        #expect(lines.contains("=--color\tColor: auto or never"))
        #expect(lines.contains("=--json\tPrint one JSON object per parcel"))
    }

    @Test(
        "a value that could change the terminal is not offered", arguments: ["\u{1B}[2J", "a\rb", "a\u{202E}b", "a\u{9B}b", "a\u{2028}b"])
    func hostile(value: String) throws {
        let values = "\(value)\tx\ngood\t\(value)\nfine\ty"
        let completion = Completion(["send", "--order", ""], of: try Tool.command()) { _, _ in values }
        #expect(completion.lines == ["=fine\ty"])
    }
}
