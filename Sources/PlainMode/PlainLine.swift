import Bytes
package import Inspector
import LinkLayers
import Panes
import Records

/// A line that was typed or piped in plain mode: a link or JSON record to deliver, or a command.
package enum PlainLine: Sendable, Hashable {
    case link([UInt8])
    case command(TypedCommand)
    /// A line that is neither a link nor a command.
    case mistake(TypedCommand.Mistake)
    /// A line without a text, such as a mere Enter.
    case empty

    /// Classifies a line. A line is a link if it is JSON, has `://`, or begins with a scheme or a host. A line that
    /// begins with a command is a command, unless the command takes no link and the line has `://` or is longer than a command can be.
    package init(_ line: [UInt8]) {
        let text = Array(line[line.span.linkRange])
        if text.isEmpty {
            self = .empty
        } else if Self.isLink(text) {
            self = .link(text)
        } else {
            self = Self.command(String(decoding: text, as: UTF8.self))
        }
    }

    private static func command(_ text: String) -> PlainLine {
        do throws(TypedCommand.Mistake) { return .command(try TypedCommand(text, in: .plain)) } catch { return .mistake(error) }
    }

    private static let mostCommandBytes = 300
    /// The longest name of a command is shorter than this.
    private static let mostNameBytes = 30

    private static func isLink(_ text: [UInt8]) -> Bool {
        if text[0] == UInt8(ascii: "{") { return true }
        let word = String(decoding: text.prefix(mostNameBytes).prefix { !isBlank($0) }, as: UTF8.self)
        // The text of such a command may be or contain a link: `filter myapp://`.
        if let command = Command.named(word), case .text(_, mayHoldLink: true) = Binding.of(command).argument.text { return false }
        if text.count > mostCommandBytes { return true }
        let string = String(decoding: text, as: UTF8.self)
        if string.contains("://") { return true }
        guard Command.candidates(for: word, in: .plain).isEmpty else { return false }
        let first = string.prefix { !$0.isWhitespace }
        return hasScheme(first) || first.contains("/") || first.contains(".") && first.last != "."
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func hasScheme(_ word: Substring) -> Bool {
        guard let colon = word.firstIndex(of: ":"), let first = word.first, first.isASCII, first.isLetter else { return false }
        let isScheme = word[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
        return isScheme && word.index(after: colon) < word.endIndex
    }

    /// The longest line that is searched for links like a paste. A longer line is one record.
    private static let longestPaste = 64 << 10

    /// The effect that delivers the links; nil for a line without links.
    var delivery: Effect? {
        guard case .link(let bytes) = self else { return nil }
        return bytes.count > Self.longestPaste ? .deliver(bytes, .typed) : .paste(bytes, .typed)
    }
}
