import Pasting

/// What the copy menu offers, in its order.
package enum CopyChoice: Sendable, CaseIterable {
    /// What the cursor is on, whatever that is.
    case selection
    case link
    case repaired
    case data
    case value
    case path
    case referer
    case adb
    case simctl
    case devicectl
    case intent
    case curl
    /// Not copied but drawn, for a phone to read.
    case qrCode

    /// The key that takes it while the menu is open.
    package var key: Unicode.Scalar {
        switch self {
        case .selection: "y"
        case .link: "u"
        case .repaired: "f"
        case .data: "j"
        case .value: "v"
        case .path: "p"
        case .referer: "r"
        case .adb: "a"
        case .simctl: "s"
        case .devicectl: "d"
        case .intent: "i"
        case .curl: "c"
        case .qrCode: "q"
        }
    }

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

    /// What was copied, in a notice.
    var name: String {
        switch self {
        case .selection: "the selection"
        case .link: "the link"
        case .repaired: "the repaired link"
        case .data: "al_applink_data"
        case .value: "the value"
        case .path: "the path"
        case .referer: "the referer URL"
        case .adb, .simctl, .devicectl, .curl: "the \(title) command"
        case .intent: "the intent: URI"
        case .qrCode: "the QR code"
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
