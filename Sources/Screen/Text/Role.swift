/// The purpose of a cell. The terminal chooses the colors for each role. No meaning depends on color alone.
///
/// There are so few roles that their color pairs fit every color terminal, which has at least 64 pairs.
package enum Role: UInt8, Sendable, CaseIterable {
    case text, dim, accent, title
    case ok, warning, error
    case selection, match
    case border, focusedBorder
    case banner
    /// The sanitizer's replacement for an unsafe character.
    case unsafe
    case key, value
    case hint
    /// A QR code. It is drawn dark on light in every theme, so that cameras can read it.
    case code

    /// The letter of the role in the text form of frames.
    package var letter: Character {
        switch self {
        case .text: "."
        case .dim: "d"
        case .accent: "a"
        case .title: "t"
        case .ok: "o"
        case .warning: "w"
        case .error: "e"
        case .selection: "s"
        case .match: "m"
        case .border: "b"
        case .focusedBorder: "f"
        case .banner: "n"
        case .unsafe: "u"
        case .key: "k"
        case .value: "v"
        case .hint: "h"
        case .code: "c"
        }
    }
}
