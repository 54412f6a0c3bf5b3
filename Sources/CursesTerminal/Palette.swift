package import Screen

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
    /// The theme whose text is readable on the terminal's own background; nil if the background is unknown.
    var ground: Theme?

    func look(of role: Role) -> Look {
        switch depth {
        case .monochrome: Palette.monochrome(role)
        case .eight: Palette.eight.look(of: role)
        case .many: scheme.look(of: role)
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
        // A code needs a light background, which linkscope cannot know without colors. On most terminals, the text is lighter.
        case .code: Look(attributes: .reverse)
        case .match: Look(attributes: [.bold, .underline])
        case .unsafe: Look(attributes: .underline)
        }
    }
}

/// The colors of roles as escape sequences, for lines that are printed without ncurses.
///
/// The colors are those of the theme `terminal`: the other themes paint their own background, and printed lines have the terminal's.
package nonisolated struct LineColors: Sendable {
    /// The sequence that ends all colors and attributes.
    package static let end = "\u{1B}[0m"

    /// Values of `TERM` for terminals without colors, or unknown ones.
    private static let plainTerminals: Set<String> = ["", "dumb", "unknown", "vt100", "vt102", "vt220"]

    private let palette: Palette

    /// Returns nil for lines without colors: if the output is not a terminal with colors, or if the user wants none.
    package init?(_ color: TerminalOptions.Color, isTerminal: Bool, environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        guard isTerminal, !Self.plainTerminals.contains(term), color.isWanted(in: environment) else { return nil }
        let hasMany = term.contains("256color") || environment["COLORTERM"]?.isEmpty == false
        palette = Palette(depth: hasMany ? .many : .eight, ground: TerminalOptions.ground(environment))
    }

    /// Returns the sequence that begins a role; empty if text of the role looks like any other.
    package func begin(_ role: Role) -> String {
        let look = palette.look(of: role)
        var codes: [Int32] = []
        if look.attributes.contains(.bold) { codes.append(1) }
        if look.isDim { codes.append(2) }
        if look.attributes.contains(.underline) { codes.append(4) }
        if look.attributes.contains(.reverse) { codes.append(7) }
        if look.foreground >= 0 { codes += palette.depth == .many ? [38, 5, look.foreground] : [30 + look.foreground] }
        if look.background >= 0 { codes += palette.depth == .many ? [48, 5, look.background] : [40 + look.background] }
        return codes.isEmpty ? "" : "\u{1B}[" + codes.map { String($0) }.joined(separator: ";") + "m"
    }
}

// The colors of the themes. All but the theme `terminal` paint their own background. They are from the 6×6×6 cube and the grays of 256
// colors, because terminals redefine the first sixteen. A test computes that every role has a contrast of at least 4.5 : 1.

nonisolated extension Palette {
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
