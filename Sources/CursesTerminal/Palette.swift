import Screen

/// The number of available colors, in three classes.
package nonisolated enum ColorDepth: Hashable, Sendable {
    case monochrome, eight, many
}

/// The look of each role. Most roles keep the terminal's background, so that text is readable on light and dark themes.
nonisolated struct Palette {
    struct Look: Hashable {
        var foreground: Int32 = -1
        var background: Int32 = -1
        var attributes: Style.Attributes = []
        var isDim = false

        var hasColor: Bool { foreground >= 0 || background >= 0 }
    }

    let depth: ColorDepth

    func look(of role: Role) -> Look {
        switch depth {
        case .monochrome: Palette.monochrome(role)
        case .eight: Palette.eight(role)
        case .many: Palette.many(role)
        }
    }

    /// Returns the color pair of a role. If the role needs no color, this is pair 0, the terminal's default colors.
    func pair(of role: Role) -> Int32 {
        look(of: role).hasColor ? Int32(role.rawValue) + 1 : 0
    }

    private static func monochrome(_ role: Role) -> Look {
        switch role {
        case .text, .value, .border, .ok: Look()
        case .dim, .hint: Look(isDim: true)
        case .accent, .title, .warning, .error, .focusedBorder, .key: Look(attributes: .bold)
        case .selection, .banner: Look(attributes: .reverse)
        // A code needs a light background. Without colors, linkscope cannot know whether the text or the background is lighter. On most
        // terminals, the text is lighter.
        case .code: Look(attributes: .reverse)
        case .match: Look(attributes: [.bold, .underline])
        case .unsafe: Look(attributes: .underline)
        }
    }

    private static func eight(_ role: Role) -> Look {
        let black: Int32 = 0
        let red: Int32 = 1
        let green: Int32 = 2
        let yellow: Int32 = 3
        let magenta: Int32 = 5
        let cyan: Int32 = 6
        let white: Int32 = 7
        switch role {
        case .text, .value: return Look()
        case .dim, .hint, .border: return Look(isDim: true)
        case .accent, .key: return Look(foreground: cyan)
        case .title: return Look(attributes: .bold)
        case .ok: return Look(foreground: green)
        case .warning: return Look(foreground: yellow)
        case .error: return Look(foreground: red, attributes: .bold)
        case .selection: return Look(attributes: .reverse)
        case .match: return Look(foreground: black, background: yellow)
        case .focusedBorder: return Look(foreground: cyan, attributes: .bold)
        case .banner: return Look(foreground: black, background: cyan)
        case .unsafe: return Look(foreground: magenta, attributes: .underline)
        case .code: return Look(foreground: black, background: white)
        }
    }

    /// Colors of the 6×6×6 cube, of medium lightness. The first sixteen colors are avoided because themes redefine them.
    private static func many(_ role: Role) -> Look {
        switch role {
        case .text, .value: Look()
        case .dim, .hint, .border: Look(foreground: 244)
        case .accent, .key: Look(foreground: 32)
        case .title: Look(attributes: .bold)
        case .ok: Look(foreground: 34)
        case .warning: Look(foreground: 172)
        case .error: Look(foreground: 160, attributes: .bold)
        case .selection: Look(attributes: .reverse)
        case .match: Look(foreground: 16, background: 220)
        case .focusedBorder: Look(foreground: 32, attributes: .bold)
        case .banner: Look(foreground: 16, background: 117)
        case .unsafe: Look(foreground: 162, attributes: .underline)
        case .code: Look(foreground: 16, background: 231)
        }
    }
}
