package import DeviceTools
import JSONDocument
package import Panes
import Secrets

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
    package static let typed: [CopyChoice] = [.link, .target, .repaired, .data, .referer, .adb, .simctl, .devicectl, .intent, .curl]

    /// The word by which a typed command names the choice.
    package var word: String { String(title.prefix { $0.isLetter }) }

    /// The command that the choice writes; nil if it copies another text.
    var command: LaunchCommand? { LaunchCommand(rawValue: word) }
}

/// The content that a choice copies. The whole content is made only for copying. The menu shows its beginning, with masked secrets.
package struct CopyContent {
    enum Form {
        case bytes([UInt8])
        /// A part of a record.
        case text(SearchedText)
        /// JSON, indented if it is valid.
        case document(JSONDocument)
        case command(LaunchCommand, CommandLink, bundleID: String?)
    }

    let form: Form
    /// The contexts of the record that the content is a part of. They decide whether the values of names such as `code` are secrets.
    let contexts: SecretContext

    /// Returns the bytes to copy, with unmasked secrets.
    func whole() throws(CommandRefusal) -> [UInt8] {
        switch form {
        case .bytes(let bytes): bytes
        case .text(let text): Array(text.text.utf8)
        case .document(let document): document.indented() ?? document.source
        case .command(let command, let link, let bundleID): Array(try command.text(for: link, bundleID: bundleID).utf8)
        }
    }

    /// Returns the masked beginning for a row of `columns`. A command is made from the masked link, because a secret may not be recognized
    /// after the command has quoted it.
    package func preview(_ mask: SecretMask, columns: Int) throws(CommandRefusal) -> String {
        let mask = mask.parts(in: contexts)
        switch form {
        case .bytes(let bytes): return String(decoding: mask.beginning(of: bytes, columns: columns), as: UTF8.self)
        case .text(let text): return mask.text(text.beginning(columns * 4))
        case .document(let document): return String(decoding: mask.beginning(of: document.source, columns: columns), as: UTF8.self)
        case .command(let command, let link, let bundleID):
            return try command.text(for: link.showing(mask.beginning(of: link.text, columns: columns)), bundleID: bundleID)
        }
    }

    /// Returns whether the content has a secret.
    package func holdsSecret() -> Bool {
        switch form {
        case .bytes(let bytes): holdsSecret(bytes)
        case .text(let text): !text.secrets.isEmpty
        case .document(let document): holdsSecret(document.source)
        case .command(_, let link, _): holdsSecret(Array(link.text.utf8))
        }
    }

    private func holdsSecret(_ bytes: [UInt8]) -> Bool { !Secrets.ranges(in: bytes, carriedBy: contexts).isEmpty }
}

/// The values from which the target of a finding is computed.
struct FindingSource: Sendable, Equatable {
    let rows: DetailRows
    let selected: Int
}
