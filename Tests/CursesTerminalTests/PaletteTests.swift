import Screen
import Testing

@testable import CursesTerminal

@Suite("The looks of the roles")
struct PaletteTests {
    @Test("every color pair exists on the smallest color terminal", arguments: [ColorDepth.monochrome, .eight, .many])
    func pairs(depth: ColorDepth) {
        let palette = Palette(depth: depth)
        for role in Role.allCases { #expect((0..<64).contains(palette.pair(of: role))) }
        #expect(depth != .monochrome || Role.allCases.allSatisfy { palette.pair(of: $0) == 0 })
    }

    @Test("important roles differ from plain text, even without colors", arguments: [ColorDepth.monochrome, .eight, .many])
    func distinct(depth: ColorDepth) {
        let palette = Palette(depth: depth)
        for role in [Role.unsafe, .selection, .match, .error, .banner, .focusedBorder] {
            #expect(palette.look(of: role) != palette.look(of: .text))
        }
        #expect(palette.look(of: .unsafe) != palette.look(of: .match))
        #expect(palette.look(of: .border) != palette.look(of: .focusedBorder))
    }

    @Test(
        "the color depth follows the options and the terminal",
        arguments: [
            (.auto, 256, "", .many), (.auto, 88, "", .eight), (.auto, 8, "", .eight), (.auto, 0, "", .monochrome),
            (.auto, 256, "1", .monochrome),
            (.always, 256, "1", .many), (.never, 256, "", .monochrome),
        ] as [(TerminalOptions.Color, Int, String, ColorDepth)]
    )
    func depth(color: TerminalOptions.Color, colors: Int, noColor: String, expected: ColorDepth) {
        let options = TerminalOptions(color: color, environment: ["NO_COLOR": noColor])
        #expect(options.depth(colors: colors) == expected)
    }

    @Test("ESCDELAY is used only if its value makes sense", arguments: [("25", 25), ("0", 50), ("x", 50), ("999999", 50)])
    func escapeDelay(text: String, milliseconds: Int) {
        #expect(TerminalOptions(environment: ["ESCDELAY": text]).escapeDelay == .milliseconds(milliseconds))
    }
}
