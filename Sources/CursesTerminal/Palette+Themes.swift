import Screen

// The themes that paint their own background. Their colors are from the 6×6×6 cube and the grays of 256 colors, which terminals do not
// redefine. A test computes that every role has a contrast of at least 4.5 : 1.

nonisolated extension Palette {
    /// Returns the look of a role in a theme; nil for the theme `terminal`, which keeps the terminal's own background.
    static func look(of role: Role, in theme: Theme) -> Look? {
        switch theme {
        case .terminal: nil
        case .dark: dark.look(of: role)
        case .light: light.look(of: role)
        case .highContrast: highContrast.look(of: role)
        case .colorBlind: colorBlind.look(of: role)
        }
    }

    /// The colors of a theme.
    private struct Scheme {
        var ground: Int32
        var text: Int32
        var dim: Int32
        var accent: Int32
        var ok: Int32
        var warning: Int32
        var error: Int32
        var unsafe: Int32
        var selection: Int32
        var banner: (text: Int32, ground: Int32)

        func look(of role: Role) -> Look {
            switch role {
            case .text, .value: Look(foreground: text, background: ground)
            case .dim, .hint, .border: Look(foreground: dim, background: ground)
            case .accent, .key: Look(foreground: accent, background: ground)
            case .title: Look(foreground: text, background: ground, attributes: .bold)
            case .ok: Look(foreground: ok, background: ground)
            case .warning: Look(foreground: warning, background: ground)
            case .error: Look(foreground: error, background: ground, attributes: .bold)
            // A selected row is drawn in reverse.
            case .selection: Look(foreground: selection, background: ground, attributes: .reverse)
            case .match: Look(foreground: 16, background: 220)
            case .focusedBorder: Look(foreground: accent, background: ground, attributes: .bold)
            case .banner: Look(foreground: banner.text, background: banner.ground)
            case .unsafe: Look(foreground: unsafe, background: ground, attributes: .underline)
            case .code: Look(foreground: 16, background: 231)
            }
        }
    }

    private static let dark = Scheme(
        ground: 234, text: 252, dim: 247, accent: 81, ok: 114, warning: 215, error: 210, unsafe: 219, selection: 153, banner: (16, 117))
    private static let light = Scheme(
        ground: 231, text: 235, dim: 241, accent: 25, ok: 22, warning: 94, error: 124, unsafe: 90, selection: 24, banner: (231, 25))
    private static let highContrast = Scheme(
        ground: 16, text: 231, dim: 252, accent: 51, ok: 46, warning: 226, error: 217, unsafe: 219, selection: 231, banner: (16, 226))
    private static let colorBlind = Scheme(
        ground: 234, text: 252, dim: 247, accent: 152, ok: 75, warning: 221, error: 209, unsafe: 225, selection: 152, banner: (16, 221))
}
