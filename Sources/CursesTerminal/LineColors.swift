package import Screen

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
        guard isTerminal, !Self.plainTerminals.contains(term) else { return nil }
        switch color {
        case .never: return nil
        case .auto: if environment["NO_COLOR"]?.isEmpty == false { return nil }
        case .always: break
        }
        let hasMany = term.contains("256color") || environment["COLORTERM"]?.isEmpty == false
        palette = Palette(depth: hasMany ? .many : .eight)
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
