import CursesTerminal
import Screen
import Testing

@Suite("The colors of printed lines")
struct LineColorsTests {
    private func colors(_ color: TerminalOptions.Color, isTerminal: Bool = true, _ environment: [String: String]) -> LineColors? {
        LineColors(color, isTerminal: isTerminal, environment: environment)
    }

    @Test func `only a terminal with colors gets colors`() {
        #expect(colors(.auto, ["TERM": "xterm"]) != nil)
        #expect(colors(.always, isTerminal: false, ["TERM": "xterm"]) == nil)
        #expect(colors(.always, ["TERM": "dumb"]) == nil)
        #expect(colors(.auto, [:]) == nil)
    }

    @Test func `the user decides, and NO_COLOR if the user does not`() {
        #expect(colors(.never, ["TERM": "xterm"]) == nil)
        #expect(colors(.auto, ["TERM": "xterm", "NO_COLOR": "1"]) == nil)
        #expect(colors(.auto, ["TERM": "xterm", "NO_COLOR": ""]) != nil)
        #expect(colors(.always, ["TERM": "xterm", "NO_COLOR": "1"]) != nil)
    }

    @Test func `roles have the colors of the theme terminal, without a background`() {
        let many = colors(.auto, ["TERM": "xterm-256color"])
        #expect(many?.begin(.error) == "\u{1B}[1;38;5;160m")
        #expect(many?.begin(.text) == "")
        #expect(colors(.auto, ["TERM": "xterm"])?.begin(.error) == "\u{1B}[1;31m")
        for role in [Role.text, .dim, .accent, .title, .ok, .warning, .error, .key, .value] {
            #expect(many?.begin(role).contains("48;5") == false)
        }
    }
}
