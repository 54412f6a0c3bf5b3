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

    package static let typed: [CopyChoice] = [.link, .target, .repaired, .data, .referer, .adb, .simctl, .devicectl, .intent, .curl]

    /// The word by which a typed command names the choice.
    package var word: String { String(title.prefix { $0.isLetter }) }

    /// The command that the choice writes; nil if it copies another text.
    var command: LaunchCommand? { LaunchCommand(rawValue: word) }
}

/// The content that a choice copies. The whole content is made only for copying. The menu shows its beginning, with masked secrets.
package struct CopyContent {
    enum Form {
        case asWritten
        /// JSON, indented if it is valid.
        case document(JSONDocument)
        /// A command that opens the link.
        case command(LaunchCommand, CommandLink, bundleID: String?)
    }

    var form = Form.asWritten
    private let source: [UInt8]
    /// Nil if the text was not searched.
    private let secrets: [Range<Int>]?

    init(_ source: [UInt8], _ secrets: [Range<Int>]? = nil) { (self.source, self.secrets) = (source, secrets) }

    init(_ text: SearchedText) { self.init(Array(text.text.utf8), text.secrets) }

    /// Returns the bytes to copy, with unmasked secrets.
    func whole() throws(CommandRefusal) -> [UInt8] {
        switch form {
        case .asWritten: source
        case .document(let document): document.indented() ?? source
        case .command(let command, let link, let bundleID): Array(try command.text(for: link, bundleID: bundleID).utf8)
        }
    }

    /// Returns the masked beginning for a row. A command is made from the masked link, because the secrets' places are those in the link.
    package func preview(_ mask: SecretMask, columns: Int) throws(CommandRefusal) -> String {
        // The menu is drawn often, so a text that was not searched is searched only as far as it is shown.
        let masked =
            secrets.map { mask.bytes(source, in: 0..<min(source.count, columns * 8), hiding: $0) }
            ?? mask.parts(of: source).beginning(of: source, columns: columns)
        let text = String(decoding: masked, as: UTF8.self)
        guard case .command(let command, let link, let bundleID) = form else { return text }
        return try command.text(for: link.showing(text), bundleID: bundleID)
    }

    package var holdsSecret: Bool { !(secrets ?? Secrets.ranges(inRecord: source)).isEmpty }
}

/// The values from which the target of a finding is computed.
struct FindingSource: Sendable, Equatable {
    let rows: DetailRows
    let selected: Int
}
