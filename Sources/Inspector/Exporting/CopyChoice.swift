import DeviceTools

/// A choice of the copy menu, in the order of the menu. The raw value is the key that selects the choice.
package enum CopyChoice: Character, Sendable, CaseIterable {
    /// The value, event or link under the cursor.
    case selection = "y"
    case link = "u"
    case target = "t"
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
    /// The link as a QR code, which is drawn on the screen and not copied.
    case qrCode = "q"

    package var title: String {
        switch self {
        case .selection: "selection"
        case .link: "link"
        case .target: "target URL"
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

    /// The name of the choice in a notice.
    var name: String {
        switch self {
        case .data: "al_applink_data"
        case .path: "the path"
        case .adb, .simctl, .devicectl, .curl: "the \(title) command"
        default: "the \(title)"
        }
    }

    /// The choices that a typed command names.
    static let typed: [CopyChoice] = [.link, .target, .repaired, .data, .referer, .adb, .simctl, .devicectl, .intent, .curl]

    /// The word by which a typed command names the choice.
    var word: String { String(title.prefix { $0.isLetter }) }

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
