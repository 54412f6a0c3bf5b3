/// What a cell is for. The terminal decides what that looks like; meaning never rests on colour alone.
///
/// Few, so that a table of pairs fits every terminal (64 pairs are the least a colour terminal has).
package enum Role: UInt8, Sendable, CaseIterable {
    case text, dim, accent, title
    case ok, warning, error
    case selection, match
    case border, focusedBorder
    case banner
    /// A replacement that the sanitizer shows for something unsafe.
    case unsafe
    case key, value
    case hint
    /// A picture for a camera to read: dark on light, whatever the theme.
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
