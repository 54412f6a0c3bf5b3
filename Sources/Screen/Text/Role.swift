/// The purpose of a cell. The terminal chooses the colors for it. No meaning depends on color alone.
///
/// There are so few roles that a table of color pairs fits every color terminal, because each has at least 64 pairs.
package enum Role: UInt8, Sendable, CaseIterable {
    case text, dim, accent, title
    case ok, warning, error
    case selection, match
    case border, focusedBorder
    case banner
    /// A replacement by the sanitizer for something unsafe.
    case unsafe
    case key, value
    case hint
    /// A picture for a camera, drawn dark on light in every theme.
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
