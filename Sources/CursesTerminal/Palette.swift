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
    /// The theme. It is used only if there are many colors, because the user defines the first sixteen.
    var theme = Theme.terminal

    func look(of role: Role) -> Look {
        switch depth {
        case .monochrome: Palette.monochrome(role)
        case .eight: colored(role)
        case .many: Palette.look(of: role, in: theme) ?? colored(role)
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

    private enum Color: Int32 {
        case black, red, green, yellow, blue, magenta, cyan, white
    }

    private func colored(_ role: Role) -> Look {
        switch role {
        case .text, .value: Look()
        case .dim, .hint, .border: depth == .many ? Look(foreground: 244) : Look(isDim: true)
        case .accent, .key: Look(foreground: color(.cyan, 32))
        case .title: Look(attributes: .bold)
        case .ok: Look(foreground: color(.green, 34))
        case .warning: Look(foreground: color(.yellow, 172))
        case .error: Look(foreground: color(.red, 160), attributes: .bold)
        case .selection: Look(attributes: .reverse)
        case .match: Look(foreground: color(.black, 16), background: color(.yellow, 220))
        case .focusedBorder: Look(foreground: color(.cyan, 32), attributes: .bold)
        case .banner: Look(foreground: color(.black, 16), background: color(.cyan, 117))
        case .unsafe: Look(foreground: color(.magenta, 162), attributes: .underline)
        case .code: Look(foreground: color(.black, 16), background: color(.white, 231))
        }
    }

    /// Returns one of the eight colors or, if there are many, a color of the 6×6×6 cube, of medium lightness. The first sixteen of many colors
    /// are avoided because themes redefine them.
    private func color(_ basic: Color, _ cube: Int32) -> Int32 { depth == .many ? cube : basic.rawValue }
}
