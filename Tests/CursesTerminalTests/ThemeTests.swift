import Screen
import Testing

@testable import CursesTerminal

@Suite("Themes")
struct ThemeTests {
    private static let painted = Theme.allCases.filter { $0 != .terminal }

    @Test(
        "every role has a contrast of at least 4.5 : 1 on its ground, and of 7 : 1 in the theme of high contrast", arguments: painted,
        Role.allCases)
    func contrast(_ theme: Theme, _ role: Role) {
        let look = Palette(depth: .many, theme: theme).look(of: role)
        #expect((16...255).contains(look.foreground) && (16...255).contains(look.background), "terminals do not redefine these colors")
        let contrast = Self.contrast(look.foreground, look.background)
        #expect(contrast >= (theme == .highContrast ? 7 : 4.5), "\(theme) \(role): \(contrast)")
    }

    @Test(
        "on the terminal's own background, every colored role has a contrast of at least 4.5 : 1 if COLORFGBG tells the background",
        arguments: [("15;0", 234), ("7;default;0", 16), ("0;15", 231), ("0;7", 231)] as [(String, Int32)], Role.allCases)
    func ground(_ told: (colors: String, ground: Int32), _ role: Role) {
        let look = Palette(depth: .many, ground: TerminalOptions.ground(["COLORFGBG": told.colors])).look(of: role)
        guard look.foreground >= 0, look.background < 0 else { return }
        #expect(Self.contrast(look.foreground, told.ground) >= 4.5, "\(role)")
    }

    @Test(
        "if the background is unknown, dim text has a contrast of at least 4.5 : 1 on black and dark gray", arguments: ["", "15;default"])
    func unknownGround(_ colors: String) {
        #expect(TerminalOptions.ground(["COLORFGBG": colors]) == nil)
        for role in [Role.dim, .hint] {
            for ground in [Int32(16), 234] { #expect(Self.contrast(Palette(depth: .many).look(of: role).foreground, ground) >= 4.5) }
        }
    }

    @Test("what is good, doubtful and wrong differs in lightness or hue for those who confuse red and green", arguments: painted)
    func states(_ theme: Theme) {
        let looks = [Role.ok, .warning, .error, .text].map { Palette(depth: .many, theme: theme).look(of: $0).foreground }
        #expect(Set(looks).count == 4)
        guard theme == .colorBlind else { return }
        // Blue keeps its difference from orange and yellow for everybody with two kinds of cones.
        let blue = looks.prefix(3).map { Self.rgb($0).blue }
        #expect(blue[0] - max(blue[1], blue[2]) > 100)
    }

    @Test("without many colors, or with NO_COLOR, the themes are not used")
    func fewColors() {
        for role in Role.allCases {
            #expect(Palette(depth: .eight, theme: .dark).look(of: role) == Palette(depth: .eight).look(of: role))
            #expect(!Palette(depth: .monochrome, theme: .dark).look(of: role).hasColor)
        }
        var options = TerminalOptions(environment: ["NO_COLOR": "1"])
        options.theme = .dark
        #expect(options.depth(colors: 256) == .monochrome)
    }

    @Test(
        "names",
        arguments: [
            ("dark", Theme.dark), ("Light", .light), ("high-contrast", .highContrast), ("colour-blind", .colorBlind), ("pink", nil),
        ])
    func names(_ name: String, _ theme: Theme?) {
        #expect(Theme(name: name) == theme)
    }

    // MARK: WCAG 2

    private static func rgb(_ color: Int32) -> (red: Double, green: Double, blue: Double) {
        if color >= 232 {
            let gray = Double(8 + (color - 232) * 10)
            return (gray, gray, gray)
        }
        let steps = [0, 95, 135, 175, 215, 255].map(Double.init)
        let cube = Int(color - 16)
        return (steps[cube / 36], steps[cube / 6 % 6], steps[cube % 6])
    }

    private static func luminance(_ color: Int32) -> Double {
        let (red, green, blue) = rgb(color)
        let parts = [red, green, blue].map { value -> Double in
            let share = value / 255
            // The sRGB curve, without Foundation's pow: the 2.4th power by square roots.
            guard share > 0.03928 else { return share / 12.92 }
            return power((share + 0.055) / 1.055)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// Returns the 2.4th power: the square times the fifth root of the square, by Newton's method.
    private static func power(_ base: Double) -> Double {
        let square = base * base
        var root = 1.0
        for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
        return square * root
    }

    private static func contrast(_ one: Int32, _ other: Int32) -> Double {
        let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (light + 0.05) / (dark + 0.05)
    }
}
