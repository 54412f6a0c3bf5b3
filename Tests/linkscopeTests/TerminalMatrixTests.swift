import TestSupport
import Testing

/// The program on every kind of terminal and in every kind of locale. A daily run tries every fifth pair, a long run all of them.
@Suite(.waits, .timeLimit(.minutes(30)))
struct TerminalMatrixTests {
    /// A terminal, and what its description in terminfo has.
    struct Kind: Sendable, CustomTestStringConvertible {
        var name: String
        var colors = 256
        var hasSecondScreen = true
        var testDescription: String { name }

        /// Whether the terminal has the color or style with this number in an SGR sequence.
        func knows(_ number: Int) -> Bool {
            colors == 256 || !(colors == 0 ? 30..<110 : 90..<110).contains(number) && (number != 38 && number != 48)
        }
    }

    private static let kinds = [
        Kind(name: "xterm-256color"),
        Kind(name: "xterm", colors: 8),
        Kind(name: "tmux-256color"),
        Kind(name: "screen-256color"),
        Kind(name: "linux", colors: 8, hasSecondScreen: false),
        Kind(name: "vt100", colors: 0, hasSecondScreen: false),
    ]

    /// Variables of a locale, and whether text can be UTF-8 there.
    static let locales: [(variables: [String: String], isUTF8: Bool)] = [
        (["LC_ALL": "C"], false), (["LC_ALL": "POSIX"], false), (["LC_ALL": "C.UTF-8"], true), (["LC_ALL": "", "LANG": "C.UTF-8"], true),
        // This system does not have these two, as may happen over ssh. The name of the second one tells what the terminal can show.
        (["LC_ALL": "xx_YY"], false), (["LC_ALL": "xx_YY.UTF-8"], true),
        (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], false),
    ]

    private static let pairs = kinds.flatMap { kind in locales.indices.map { (kind, $0) } }

    private static let link = "photobox://写真/cafe\u{301}?q=1"

    @Test("it shows a link, answers a key, and gives the terminal back", arguments: Seeds.share(of: pairs, in: 5))
    func screen(_ kind: Kind, _ locale: Int) async throws {
        let (variables, isUTF8) = Self.locales[locale]
        let terminal = try Home().inspector([Self.link], variables.merging(["TERM": kind.name]) { $1 }, columns: 80, rows: 24)
        let name = isUTF8 ? "photobox://写真/cafe\u{301}" : "photobox://<U+5199><U+771F>/cafe<U+0301>"
        try await terminal.wait(for: "the link") { $0.text.contains(name) }
        #expect(terminal.screen.text.contains(isUTF8 ? "━ 1 Links ━" : "= 1 Links ="))
        terminal.type("?")
        try await terminal.wait(for: " Help ")
        terminal.type("qq")
        #expect(await terminal.end() == .exited(0))
        #expect(terminal.hasSettingsOfStart)
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
        #expect(!terminal.screen.isPasteBracketed && !terminal.screen.isMouseOn)
        #expect(terminal.screen.unknown == [])
        #expect(isUTF8 || terminal.output.allSatisfy { $0 < 0x7F }, "a byte that is not ASCII")
        let output = String(decoding: terminal.output, as: UTF8.self)
        #expect(kind.hasSecondScreen || !output.contains("\u{1B}[?1049"))
        #expect(output.matches(of: /\e\[([0-9;]*)m/).flatMap { $0.1.split(separator: ";").compactMap { Int($0) } }.allSatisfy(kind.knows))
    }

    @Test("without a terminal that can be drawn on, no sequence is written", arguments: ["dumb", "none-such", ""])
    func noScreen(_ name: String) async throws {
        let terminal = try Home().inspector(["shop://p/1"], ["TERM": name])
        try await terminal.wait(for: "shop://p/1")
        terminal.type("\u{4}")
        #expect(await terminal.end() == .exited(0))
        #expect(!terminal.output.contains(0x1B))
        #expect(terminal.hasSettingsOfStart)
    }
}
