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
        // A code needs a light background. Without colors, linkscope cannot know whether the text or the background is lighter. On most
        // terminals, the text is lighter.
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
