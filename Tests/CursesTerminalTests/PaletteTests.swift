import Screen
import Testing

@testable import CursesTerminal

@Suite("Roles have looks")
struct PaletteTests {
    @Test("every pair is one that the smallest colour terminal has", arguments: [ColorDepth.monochrome, .eight, .many])
    func pairs(depth: ColorDepth) {
        let palette = Palette(depth: depth)
        for role in Role.allCases { #expect((0..<64).contains(palette.pair(of: role))) }
        #expect(depth != .monochrome || Role.allCases.allSatisfy { palette.pair(of: $0) == 0 })
    }

    @Test("what must not be missed differs from plain text, also without colours", arguments: [ColorDepth.monochrome, .eight, .many])
    func distinct(depth: ColorDepth) {
        let palette = Palette(depth: depth)
        for role in [Role.unsafe, .selection, .match, .error, .banner, .focusedBorder] {
            #expect(palette.look(of: role) != palette.look(of: .text))
        }
        #expect(palette.look(of: .unsafe) != palette.look(of: .match))
        #expect(palette.look(of: .border) != palette.look(of: .focusedBorder))
    }

    @Test(
        "colours as asked for, and as there are",
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

    @Test("ESCDELAY is believed when it makes sense", arguments: [("25", 25), ("0", 50), ("x", 50), ("999999", 50)])
    func escapeDelay(text: String, milliseconds: Int) {
        #expect(TerminalOptions(environment: ["ESCDELAY": text]).escapeDelay == .milliseconds(milliseconds))
    }
}
