import Bytes
package import Inspector
import LinkLayers
import Panes
import Records

/// What was typed, pasted or piped in plain mode: a link or JSON record to deliver, or a command.
package enum PlainLine: Sendable, Hashable {
    /// A line with a link, or with a JSON record.
    case link([UInt8])
    /// Lines that belong together, such as a table, a mail or any other pasted text.
    case text([UInt8])
    case command(TypedCommand)
    /// A line that is neither a link nor a command.
    case mistake(TypedCommand.Mistake)
    /// A line without a text, such as a mere Enter.
    case empty

    /// Reads lines that arrived together. Lines that form one record or table are one text. In a script, each of the other lines is read by
    /// itself. On a terminal, they are one pasted text, unless each of them is a link or a command.
    package static func read(_ burst: [[UInt8]], isScripted: Bool) -> [PlainLine] {
        var lines: [PlainLine] = []
        var position = 0
        var tried = 0
        while position < burst.count {
            let line = PlainLine(burst[position])
            // A column of a table may have the name of a command, such as `link`.
            let isCommand = if case .command = line { isScripted } else { false }
            if !isCommand, tried < mostTried, let end = endOfGroup(in: burst, from: position, &tried) {
                lines.append(.text(Array(burst[position..<end].joined(separator: [0x0A]))))
                position = end
            } else {
                lines.append(line)
                position += 1
            }
        }
        let hasMistake = lines.contains { if case .mistake = $0 { true } else { false } }
        return hasMistake && burst.count > 1 && !isScripted ? [.text(Array(burst.joined(separator: [0x0A])))] : lines
    }

    /// The most bytes to read without finding a group. Each line may begin another group, so the time grows with their square.
    private static let mostTried = 1 << 22

    /// Returns where the lines end that belong together with the line at a position; nil if the line stands alone.
    ///
    /// - Parameter tried: Counts the bytes of the lines that were taken in vain.
    private static func endOfGroup(in burst: [[UInt8]], from position: Int, _ tried: inout Int) -> Int? {
        let first = burst[position]
        guard var group = PastedLines(beginningWith: first.span) else { return nil }
        var (next, end) = (position + 1, position)
        reading: while next < burst.count {
            let line = burst[next]
            switch group.take(line.span) {
            case .goesOn: next += 1
            case .breaks: break reading
            case .ends:
                next += 1
                guard group.records != nil else { break reading }
                end = next
                guard let following = group.following else { return end }
                group = following
            }
        }
        if !group.lines.isEmpty, group.records != nil { end = next } else { tried += group.bytes.count }
        return end > position ? end : nil
    }

    /// Classifies a line. A line is a link if it is JSON, has `://`, or begins with a scheme or a host. A line that
    /// begins with a command is a command, unless the command takes no link and the line has `://` or is longer than a command can be, or
    /// unless the line is a sentence.
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

    private static let mostCommandBytes = 300
    /// The longest name of a command is shorter than this.
    private static let mostNameBytes = 30

    private static func isLink(_ text: [UInt8]) -> Bool {
        if text[0] == UInt8(ascii: "{") { return true }
        let name = text.prefix(mostNameBytes).prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let word = String(decoding: name, as: UTF8.self)
        // The text of such a command may be or contain a link: `filter myapp://`.
        if let command = Command.named(word), case .text(_, mayHoldLink: true) = Binding.of(command).argument.text {
            if !endsLikeSentence(String(decoding: text, as: UTF8.self)) { return false }
        }
        if text.count > mostCommandBytes { return true }
        let string = String(decoding: text, as: UTF8.self)
        if string.contains("://") { return true }
        guard Command.candidates(for: word, in: .plain).isEmpty else { return false }
        let first = string.prefix { !$0.isWhitespace }
        // Something comes after the colon of a scheme: `Note: this` is no link.
        return ByteClass.hasScheme(first.dropLast().utf8) || first.contains("/") || first.contains(".") && first.last != "."
    }

    // MARK: Commands and sentences

    /// A sentence has at least this many words.
    private static let leastWords = 4

    private static func command(_ text: String) -> PlainLine {
        let words = words(text)
        // A word that is cut could show a part of a secret.
        let neither = "\"\(words.prefix(leastWords - 1).joined(separator: " "))...\" is neither a link nor a command."
        do throws(TypedCommand.Mistake) {
            let typed = try TypedCommand(text, in: .plain)
            return isSentence(text, typed) ? .mistake(TypedCommand.Mistake(message: neither)) : .command(typed)
        } catch {
            guard words.count >= leastWords else { return .mistake(error) }
            let meant = Command.candidates(for: String(words[0]), in: .plain)
            let usage = meant.count == 1 ? " " + error.message : ""
            return .mistake(TypedCommand.Mistake(message: neither + usage))
        }
    }

    private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    /// Returns whether a line is a sentence that only begins like a command. Only the commands that take any text can be mistaken for one.
    private static func isSentence(_ text: String, _ typed: TypedCommand) -> Bool {
        let words = words(text)
        switch Binding.of(typed.command).argument.text {
        case .none, .oneOf, .after: return false
        case .text, .file:
            return words.count >= leastWords && Command.named(String(words[0])) != typed.command || endsLikeSentence(text)
        }
    }

    private static func endsLikeSentence(_ text: String) -> Bool {
        guard let last = text.last, ".,:;!?".contains(last) || last == "\u{2026}" else { return false }
        return words(text).count >= leastWords
    }

    // MARK: Delivery

    /// The longest line that is searched for links like a paste. A longer line is one record.
    private static let longestPaste = 64 << 10

    /// The effect that delivers the links; nil for a line without links.
    var delivery: Effect? {
        switch self {
        case .link(let bytes): bytes.count > Self.longestPaste ? .deliver(bytes, .typed) : .paste(bytes, .typed)
        case .text(let bytes): .paste(bytes, .typed)
        case .command, .mistake, .empty: nil
        }
    }
}
