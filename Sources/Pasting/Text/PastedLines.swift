import AppLinks
import JSONDocument
import LinkLayers

// Lines of a stream that are one thing together
//
//     {                          JSON over lines: the first one ends in a bracket or a comma and has more brackets than it closes
//       "url": "shop://a"
//     }
//     curl 'https://a' \         a command that goes on in the next line, and as far as its quotes do
//       -H 'x: y'
//
// A stream is answered line by line; so it is said of each line, as it comes, whether it waits for the next one. That has bounds, and a line
// that cannot belong to what was begun ends it: then every line stands for itself, as if nothing had been tried.

/// Lines of a stream that are one thing together.
package struct PastedLines {
    package enum Answer: Sendable, Hashable {
        /// It is not complete.
        case goesOn
        /// It is complete with this line.
        case ends
        /// The line does not belong to it, and it is nothing without.
        case breaks
    }

    private enum Kind { case json, command }

    /// What was taken, with a line feed behind each line.
    package private(set) var bytes: [UInt8] = []
    /// The lines as they came.
    package private(set) var lines: [Range<Int>] = []
    private let kind: Kind
    private var depth = 0

    private static let longestJSON = 1 << 20
    private static let mostLines = 1 << 14
    /// Quotes that are open are looked for from the beginning each time.
    private static let mostQuotedLines = 64

    /// Whether a line may begin such a group. Nearly every line is told by its first and its last byte that it does not.
    package static func mayBegin(with line: Span<UInt8>) -> Bool {
        guard let last = lastByte(of: line) else { return false }
        switch last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","): return firstByte(of: line).map { "{[".utf8.contains($0) } ?? false
        case UInt8(ascii: "\\"): return line[line.count - 1] == last
        default: return false
        }
    }

    /// Nil for a line that is whole by itself.
    package init?(beginningWith line: Span<UInt8>) {
        guard Self.mayBegin(with: line) else { return nil }
        if Self.lastByte(of: line) == UInt8(ascii: "\\") {
            guard Self.endsOpen(line), line.count < PastedCommand.longest, PastedCommand.start(in: line.array, 0..<line.count) != nil else {
                return nil
            }
            kind = .command
        } else {
            kind = .json
            depth = Self.depth(of: line)
            guard depth > 0 else { return nil }
        }
        append(line)
    }

    /// Takes the next line, or does not: what breaks the group is none of it.
    package mutating func take(_ line: Span<UInt8>) -> Answer {
        let limit = kind == .json ? Self.longestJSON : PastedCommand.longest
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
        }
    }

    /// The records that the lines are together; nil when they are none and each stands for itself.
    package var records: [PastedRecord]? {
        switch kind {
        case .json: return JSONDocument(bytes).isValid ? PastedText(bytes).records : nil
        case .command:
            let records = PastedText(bytes).records
            return records.contains { $0.wrapping == .command } ? records : nil
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

    /// Whether the line's end is escaped: an odd number of backslashes stands before it, and no blank.
    private static func endsOpen(_ line: Span<UInt8>) -> Bool {
        var index = line.count
        if index > 0, line[index - 1] == 0x0D { index -= 1 }
        let end = index
        while index > 0, line[index - 1] == UInt8(ascii: "\\") { index -= 1 }
        return !(end - index).isMultiple(of: 2)
    }

    /// How many brackets the line opens more than it closes. A string ends with its line.
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

    /// Whether a line begins as one within JSON does; a blank one may be anywhere.
    private static func mayBeInside(_ line: Span<UInt8>) -> Bool {
        guard let first = firstByte(of: line) else { return true }
        return Bytes.isDigit(first) || "\"{}[],:-tfn".utf8.contains(first)
    }
}
