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
//    url,campaign               a table: the names of its columns, and then each row by itself
//    https://a.example,spring
//
//    | name | link      |       a Markdown table, until a line of another kind
//    |------|-----------|
//    | item | shop://p  |
//
//    From: Ana                  the source of an email, until the end of the stream
//    Subject: x
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
        case json, command, states, mail, markdownTable
        case card(CardText)
        /// `names` is the first line of the table. Empty if the group has that line itself.
        case table(names: [UInt8])
    }

    /// The bytes of the accepted lines, each with a line feed after it.
    package private(set) var bytes: [UInt8] = []
    /// The range of each accepted line, as it was received.
    package private(set) var lines: [Range<Int>] = []
    private var kind: Kind
    private var depth = 0
    private var row: PastedTable?
    /// Whether the lines are below the headers of a mail.
    private var isInBody = false

    private static let longestJSON = 1 << 20
    /// The maximum size of a mail in bytes, which may have files attached.
    private static let longestMail = 1 << 24
    /// The minimum average length of a line in bytes, which limits the number of lines.
    private static let shortestLine = 64
    /// The maximum number of lines in a command with open quotes. The number is limited because each new line scans for quotes from the
    /// beginning.
    private static let mostQuotedLines = 64

    /// Returns whether a line may begin a group. The first and last byte and the first colon rule out nearly every line.
    package static func mayBegin(with line: Span<UInt8>) -> Bool {
        guard let (first, last) = ends(of: line) else { return false }
        switch last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","): return "{[".utf8.contains(first)
        case UInt8(ascii: "\\"): return line[line.count - 1] == last
        case UInt8(ascii: "|"): return first == last
        case UInt8(ascii: "D"), UInt8(ascii: "R"), UInt8(ascii: "T"): if CardText(line, at: 0) != nil { return true }
        default: break
        }
        return DomainStates.mayBegin(line) || MailParts.begin(with: line) || PastedTable.hasNames(line)
    }

    /// Creates a group that begins with this line. Returns nil if the line is complete by itself.
    package init?(beginningWith line: Span<UInt8>) {
        guard Self.mayBegin(with: line) else { return nil }
        if DomainStates.begins(with: line) {
            kind = .states
        } else if Self.ends(of: line)?.last == UInt8(ascii: "\\") {
            guard Self.endsOpen(line), line.count < PastedCommand.longest, PastedCommand.start(in: line.array, 0..<line.count) != nil else {
                return nil
            }
            kind = .command
        } else if let card = CardText(line, at: 0) {
            guard card.end(in: line, from: 0) == nil else { return nil }
            kind = .card(card)
        } else if MailParts.begin(with: line) {
            kind = .mail
        } else if Self.isMarkdownRow(line) {
            kind = .markdownTable
        } else if PastedTable.hasNames(line) {
            kind = .table(names: [])
        } else {
            kind = .json
            depth = JSONBrackets.count(in: line).depth
            guard depth > 0 else { return nil }
        }
        append(line)
    }

    /// Adds the next line if it belongs to the group. A line that breaks the group is not added.
    package mutating func take(_ line: Span<UInt8>) -> Answer {
        let limit =
            switch kind {
            case .command: PastedCommand.longest
            case .mail: Self.longestMail
            default: Self.longestJSON
            }
        guard bytes.count + line.count < limit, lines.count < limit / Self.shortestLine else { return .breaks }
        switch kind {
        case .json:
            guard Self.mayBeInside(line) else { return .breaks }
            depth += JSONBrackets.count(in: line).depth
            append(line)
            return depth > 0 ? .goesOn : .ends
        case .command:
            append(line)
            if Self.endsOpen(line) { return .goesOn }
            guard let start = PastedCommand.start(in: bytes, 0..<bytes.count) else { return .ends }
            if ShellCommand(TracedText(bytes), from: start, before: bytes.count).isComplete { return .ends }
            return lines.count < Self.mostQuotedLines ? .goesOn : .breaks
        case .states where DomainStates.continues(line), .markdownTable where Self.isMarkdownRow(line):
            append(line)
            return .goesOn
        case .states, .markdownTable: return .breaks
        case .card(let card):
            guard !CardText.isLink(line) else { return .breaks }
            append(line)
            return card.isEnd(line) ? .ends : .goesOn
        case .mail:
            if !isInBody {
                isInBody = Self.ends(of: line) == nil
                guard isInBody || MailParts.isHeader(line, isFirst: lines.count == 1) else { return .breaks }
            }
            append(line)
            return .goesOn
        case .table(let names):
            guard let first = Self.ends(of: line)?.first else { return .goesOn }
            var longer = self
            longer.append(line)
            longer.row = first == UInt8(ascii: "{") ? nil : PastedTable(TracedText(names + longer.bytes), hasRows: !names.isEmpty)
            // A cell in quotation marks may have line ends.
            let isOpen = !longer.bytes.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2)
            guard longer.row != nil || isOpen && lines.count < Self.mostQuotedLines else { return .breaks }
            self = longer
            return row == nil ? .goesOn : .ends
        }
    }

    /// The group that waits for the line after a complete group: the next row of a table. Nil if the next line begins anew.
    package var following: Self? {
        guard case .table(let names) = kind else { return nil }
        var next = self
        next.kind = .table(names: names.isEmpty ? Array(bytes[...lines[0].upperBound]) : names)
        (next.bytes, next.lines, next.row) = ([], [], nil)
        return next
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
        case .mail: return isInBody ? PastedText(bytes).records : nil
        case .markdownTable:
            let isTable = lines.count > 1 && bytes[lines[1]].allSatisfy { "|-: \t\r".utf8.contains($0) }
            return isTable ? PastedText(bytes).records : nil
        case .table: return lines.isEmpty ? [] : row?.links
        }
    }

    /// Sentences for the user about a group without records, or with as many as a paste may have. Empty for a table.
    package var account: [String] { if case .table = kind { [] } else { PastedText(bytes).account } }

    private mutating func append(_ line: Span<UInt8>) {
        let start = bytes.count
        for index in line.indices { bytes.append(line[index]) }
        lines.append(start..<bytes.count)
        bytes.append(0x0A)
    }

    // MARK: Single lines

    /// Returns the first and the last byte of a line without the white space around it; nil for a blank line.
    private static func ends(of line: Span<UInt8>) -> (first: UInt8, last: UInt8)? {
        let range = line.trimmed
        return range.isEmpty ? nil : (line[range.lowerBound], line[range.upperBound - 1])
    }

    private static func isMarkdownRow(_ line: Span<UInt8>) -> Bool {
        ends(of: line).map { $0.first == UInt8(ascii: "|") && $0.first == $0.last } ?? false
    }

    /// Returns whether the line ends with an escaped line end: an odd number of backslashes and no space after them.
    private static func endsOpen(_ line: Span<UInt8>) -> Bool {
        var index = line.count
        if index > 0, line[index - 1] == 0x0D { index -= 1 }
        let end = index
        while index > 0, line[index - 1] == UInt8(ascii: "\\") { index -= 1 }
        return !(end - index).isMultiple(of: 2)
    }

    /// Returns whether a line can be part of a JSON value, judged by how it begins. An empty line always can.
    private static func mayBeInside(_ line: Span<UInt8>) -> Bool {
        guard let first = ends(of: line)?.first else { return true }
        return ByteClass.isDigit(first) || "\"{}[],:-tfn".utf8.contains(first)
    }
}
