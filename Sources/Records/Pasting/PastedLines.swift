import Bytes
import JSONDocument

// Groups the lines of a stream that belong together.
//
//    {                          JSON over several lines: the first line ends in a bracket or a comma and opens more brackets than it closes
//      "url": "shop://a"
//    }
//    curl 'https://a' \         a command that continues on the next line, or until its quotes are closed
//      -H 'x: y'
//
//    com.example.shop:          the states of an app's domains, until a line of another kind
//      shop.example: verified
//
//    BEGIN:VCARD                a contact or a calendar, until its end
//    TEL:+491511234567
//    END:VCARD
//
// A stream is processed line by line, so linkscope decides at each line whether the group waits for another line. The size of a group is
// bounded. A line that cannot belong to the group breaks it, and then every line is read by itself.

/// A group of stream lines that belong together.
package struct PastedLines {
    package enum Answer: Sendable, Hashable {
        /// The group waits for more lines.
        case goesOn
        /// This line completes the group.
        case ends
        /// The line cannot belong to the group, and the group is incomplete without it.
        case breaks
    }

    private enum Kind {
        case json, command, states
        case card(CardText)
    }

    /// The bytes of the accepted lines, each with a line feed after it.
    package private(set) var bytes: [UInt8] = []
    /// The range of each accepted line, as it was received.
    package private(set) var lines: [Range<Int>] = []
    private let kind: Kind
    private var depth = 0

    private static let longestJSON = 1 << 20
    private static let mostLines = 1 << 14
    /// The maximum number of lines in a command with open quotes. The number is limited because each new line scans for quotes from the
    /// beginning.
    private static let mostQuotedLines = 64

    /// Returns whether a line may begin a group. The first and last byte rule out nearly every line.
    package static func mayBegin(with line: Span<UInt8>) -> Bool {
        guard let last = lastByte(of: line) else { return false }
        switch last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","): return firstByte(of: line).map { "{[".utf8.contains($0) } ?? false
        case UInt8(ascii: "\\"): return line[line.count - 1] == last
        case UInt8(ascii: "D"), UInt8(ascii: "R"), UInt8(ascii: "T"): return CardText(line, at: 0) != nil || DomainStates.mayBegin(line)
        default: return DomainStates.mayBegin(line)
        }
    }

    /// Creates a group that begins with this line. Returns nil if the line is complete by itself.
    package init?(beginningWith line: Span<UInt8>) {
        guard Self.mayBegin(with: line) else { return nil }
        if DomainStates.begins(with: line) {
            kind = .states
        } else if Self.lastByte(of: line) == UInt8(ascii: "\\") {
            guard Self.endsOpen(line), line.count < PastedCommand.longest, PastedCommand.start(in: line.array, 0..<line.count) != nil else {
                return nil
            }
            kind = .command
        } else if let card = CardText(line, at: 0) {
            guard card.end(in: line, from: 0) == nil else { return nil }
            kind = .card(card)
        } else {
            kind = .json
            depth = Self.depth(of: line)
            guard depth > 0 else { return nil }
        }
        append(line)
    }

    /// Adds the next line if it belongs to the group. A line that breaks the group is not added.
    package mutating func take(_ line: Span<UInt8>) -> Answer {
        let limit = if case .command = kind { PastedCommand.longest } else { Self.longestJSON }
        guard bytes.count + line.count < limit, lines.count < Self.mostLines else { return .breaks }
        switch kind {
        case .json:
            guard Self.mayBeInside(line) else { return .breaks }
            depth += Self.depth(of: line)
            append(line)
            return depth > 0 ? .goesOn : .ends
        case .command:
            append(line)
            if Self.endsOpen(line) { return .goesOn }
            guard let start = PastedCommand.start(in: bytes, 0..<bytes.count) else { return .ends }
            let isWhole = ShellCommand(TracedText(bytes), from: start, before: bytes.count).isComplete
            if isWhole { return .ends }
            return lines.count < Self.mostQuotedLines ? .goesOn : .breaks
        case .states:
            guard DomainStates.continues(line) else { return .breaks }
            append(line)
            return .goesOn
        case .card(let card):
            guard !CardText.isLink(line) else { return .breaks }
            append(line)
            return card.isEnd(line) ? .ends : .goesOn
        }
    }

    /// The records that the lines form together. Nil if the lines form no record. In that case, each line is read by itself.
    package var records: [PastedRecord]? {
        switch kind {
        case .json: return JSONDocument(bytes).isValid ? PastedText(bytes).records : nil
        case .command:
            let records = PastedText(bytes).records
            return records.contains { $0.wrapping == .command } ? records : nil
        case .card: return PastedText(bytes).records
        case .states:
            let records = PastedText(bytes).records
            return records.contains { $0.wrapping == .log } ? records.filter { $0.wrapping == .log } : nil
        }
    }

    private mutating func append(_ line: Span<UInt8>) {
        let start = bytes.count
        for index in line.indices { bytes.append(line[index]) }
        lines.append(start..<bytes.count)
        bytes.append(0x0A)
    }

    // MARK: Single lines

    private static func firstByte(of line: Span<UInt8>) -> UInt8? {
        for index in line.indices where !ByteClass.isBlank(line[index]) { return line[index] }
        return nil
    }

    private static func lastByte(of line: Span<UInt8>) -> UInt8? {
        var index = line.count
        while index > 0, ByteClass.isBlank(line[index - 1]) { index -= 1 }
        return index > 0 ? line[index - 1] : nil
    }

    /// Returns whether the line ends with an escaped line end: an odd number of backslashes and no space after them.
    private static func endsOpen(_ line: Span<UInt8>) -> Bool {
        var index = line.count
        if index > 0, line[index - 1] == 0x0D { index -= 1 }
        let end = index
        while index > 0, line[index - 1] == UInt8(ascii: "\\") { index -= 1 }
        return !(end - index).isMultiple(of: 2)
    }

    /// Returns how many more brackets the line opens than it closes. An unclosed string ends at the end of the line.
    private static func depth(of line: Span<UInt8>) -> Int {
        var depth = 0
        var isInString = false
        var index = 0
        while index < line.count {
            switch line[index] {
            case UInt8(ascii: "\\") where isInString: index += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "{"), UInt8(ascii: "["): if !isInString { depth += 1 }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isInString { depth -= 1 }
            default: break
            }
            index += 1
        }
        return depth
    }

    /// Returns whether a line can be part of a JSON value, judged by how it begins. An empty line always can.
    private static func mayBeInside(_ line: Span<UInt8>) -> Bool {
        guard let first = firstByte(of: line) else { return true }
        return ByteClass.isDigit(first) || "\"{}[],:-tfn".utf8.contains(first)
    }
}
