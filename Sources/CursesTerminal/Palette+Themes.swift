import Screen

// The colors of the themes. All but the theme `terminal` paint their own background. They are from the 6×6×6 cube and the grays of 256
// colors, because terminals redefine the first sixteen. A test computes that every role has a contrast of at least 4.5 : 1.

nonisolated extension Palette {
    /// The colors of the theme.
    var scheme: Scheme {
        switch theme {
        case .terminal where ground == .dark: Self.dark.onTerminal
        case .terminal where ground == .light: Self.light.onTerminal
        case .terminal: Self.terminal
        case .dark: Self.dark
        case .light: Self.light
        case .highContrast: Self.highContrast
        case .colorBlind: Self.colorBlind
        }
    }

    /// Colors by their numbers; -1 is the terminal's own color.
    struct Scheme {
        var ground: Int32 = -1
        var text: Int32 = -1
        var dim: Int32
        var accent: Int32
        var ok: Int32
        var warning: Int32
        var error: Int32
        var unsafe: Int32
        var selection: Int32 = -1
        var banner: (text: Int32, ground: Int32)
        /// The black, yellow and white that no theme changes.
        var fixed: (black: Int32, yellow: Int32, white: Int32) = (16, 220, 231)

        /// The same colors for the terminal's own background and text.
        var onTerminal: Scheme {
            Scheme(dim: dim, accent: accent, ok: ok, warning: warning, error: error, unsafe: unsafe, banner: banner)
        }

        func look(of role: Role) -> Look {
            switch role {
            case .text, .value: Look(foreground: text, background: ground)
            case .dim, .hint, .border: Look(foreground: dim, background: ground, isDim: dim < 0)
            case .accent, .key: Look(foreground: accent, background: ground)
            case .title: Look(foreground: text, background: ground, attributes: .bold)
            case .ok: Look(foreground: ok, background: ground)
            case .warning: Look(foreground: warning, background: ground)
            case .error: Look(foreground: error, background: ground, attributes: .bold)
            // A selected row is drawn in reverse.
            case .selection: Look(foreground: selection, background: ground, attributes: .reverse)
            case .match: Look(foreground: fixed.black, background: fixed.yellow)
            case .focusedBorder: Look(foreground: accent, background: ground, attributes: .bold)
            case .banner: Look(foreground: banner.text, background: banner.ground)
            case .unsafe: Look(foreground: unsafe, background: ground, attributes: .underline)
            case .code: Look(foreground: fixed.black, background: fixed.white)
            }
        }
    }

    /// The colors of a terminal that has only eight.
    static let eight = Scheme(dim: -1, accent: 6, ok: 2, warning: 3, error: 1, unsafe: 5, banner: (0, 6), fixed: (0, 3, 7))
    /// Colors of medium lightness for a background that is not known. No gray has a contrast of 4.5 : 1 on white and on the dark grays of many
    /// terminals. The gray of dim text is chosen for dark backgrounds.
    private static let terminal = Scheme(dim: 245, accent: 32, ok: 34, warning: 172, error: 160, unsafe: 162, banner: (16, 117))
    private static let dark = Scheme(
        ground: 234, text: 252, dim: 247, accent: 81, ok: 114, warning: 215, error: 210, unsafe: 219, selection: 153, banner: (16, 117))
    private static let light = Scheme(
        ground: 231, text: 235, dim: 241, accent: 25, ok: 22, warning: 94, error: 124, unsafe: 90, selection: 24, banner: (231, 25))
    private static let highContrast = Scheme(
        ground: 16, text: 231, dim: 252, accent: 51, ok: 46, warning: 226, error: 217, unsafe: 219, selection: 231, banner: (16, 226))
    private static let colorBlind = Scheme(
        ground: 234, text: 252, dim: 247, accent: 152, ok: 75, warning: 221, error: 209, unsafe: 225, selection: 152, banner: (16, 221))
}
