import JSONDocument
import Pasting
import Secrets

/// What a choice copies. Made whole only when it is copied; the menu shows a beginning, with its secrets masked.
enum CopyContent {
    case bytes([UInt8])
    /// A text that a name says more about: under `password` all of it is a secret.
    case named(String, name: String)
    case node(JSONDocument.Node, name: String)
    /// JSON, indented where it is valid.
    case document(JSONDocument)
    case command(LaunchCommand, CommandLink, bundleID: String?)
    case link(CommandLink)

    /// The real bytes, secrets and all.
    func whole() throws(CommandRefusal) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .named(let text, _): Array(text.utf8)
        case .node(let node, _): Array((node.stringValue ?? node.text).utf8)
        case .document(let document): document.indented() ?? document.source
        case .command(let command, let link, let bundleID): Array(try command.text(for: link, bundleID: bundleID).utf8)
        case .link(let link): Array(link.text.utf8)
        }
    }

    /// A beginning for a row of so many columns. A command is made of the masked link: in quotes a secret may not be recognised any more.
    func preview(_ mask: SecretMask, columns: Int) throws(CommandRefusal) -> String {
        switch self {
        case .bytes(let bytes): return String(decoding: mask.beginning(of: bytes, columns: columns), as: UTF8.self)
        case .named(let text, let name): return mask.beginning(of: text, name: name, columns: columns)
        case .node(let node, let name): return mask.beginning(of: node.stringValue ?? node.text, name: name, columns: columns)
        case .document(let document): return String(decoding: mask.beginning(of: document.source, columns: columns), as: UTF8.self)
        case .command(let command, let link, let bundleID):
            return try command.text(for: link.showing(mask.beginning(of: link.text, columns: columns)), bundleID: bundleID)
        case .link(let link): return mask.beginning(of: link.text, columns: columns)
        }
    }

    /// Whether anything of it is masked on a screen that shows no secrets.
    func holdsSecret() -> Bool {
        switch self {
        case .bytes(let bytes): Self.holdsSecret(bytes)
        case .named(let text, let name): Secrets.isSecret(name: name) || Self.holdsSecret(Array(text.utf8))
        case .node(let node, let name): Secrets.isSecret(name: name) || Self.holdsSecret(Array((node.stringValue ?? node.text).utf8))
        case .document(let document): Self.holdsSecret(document.source)
        case .command(_, let link, _), .link(let link): Self.holdsSecret(Array(link.text.utf8))
        }
    }

    private static func holdsSecret(_ bytes: [UInt8]) -> Bool { !Secrets.ranges(in: bytes).isEmpty }
}
