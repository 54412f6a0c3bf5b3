import LinkLayers
import Pasting

/// A choice of the copy menu, in its order. The raw value is the key that selects it.
package enum CopyChoice: Character, Sendable, CaseIterable {
    /// Whatever the cursor is on.
    case selection = "y"
    case link = "u"
    case repaired = "f"
    case data = "j"
    case value = "v"
    case path = "p"
    case referer = "r"
    case adb = "a"
    case simctl = "s"
    case devicectl = "d"
    case intent = "i"
    case curl = "c"
    /// Drawn on the screen for a phone to read, and not copied.
    case qrCode = "q"

    package var title: String {
        switch self {
        case .selection: "selection"
        case .link: "link"
        case .repaired: "repaired link"
        case .data: "data as JSON"
        case .value: "value"
        case .path: "its path"
        case .referer: "referer URL"
        case .adb: "adb"
        case .simctl: "simctl"
        case .devicectl: "devicectl"
        case .intent: "intent: URI"
        case .curl: "curl"
        case .qrCode: "QR code"
        }
    }

    /// Its name in a notice.
    var name: String {
        switch self {
        case .data: "al_applink_data"
        case .path: "the path"
        case .adb, .simctl, .devicectl, .curl: "the \(title) command"
        default: "the \(title)"
        }
    }

    var command: LaunchCommand? {
        switch self {
        case .adb: .adb
        case .simctl: .simctl
        case .devicectl: .devicectl
        case .intent: .intent
        case .curl: .curl
        default: nil
        }
    }
}
