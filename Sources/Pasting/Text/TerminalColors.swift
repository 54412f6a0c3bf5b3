import Bytes

/// Removes the escape sequences that color the output of programs. Text copied from a terminal or a log has such sequences around its
/// links.
///
///    ESC[32mshop://a ESC[0m      as a terminal reads them
///    ^[[32mshop://a^[[0m         as cat -v and some logs write them
///    [32mshop://a[0m             after the ESC was lost
///
/// If the sequences were kept, a letter of a sequence would become part of the scheme. The sequence for a clickable link (ESC]8;;link) is
/// kept, because its link matters.
enum TerminalColors {
    private static let escape: UInt8 = 0x1B
    /// The maximum length of a sequence's parameters in bytes, which is more than any color sequence needs.
    private static let longest = 32

    /// Returns the line without color sequences, or nil if it has no color sequences.
    static func removed(from text: TracedText, _ line: Range<Int>) -> TracedText? {
        var result = TracedText()
        var kept = line.lowerBound
        var position = line.lowerBound
        while position < line.upperBound {
            let length = length(at: position, in: text.bytes, before: line.upperBound)
            guard length > 0 else {
                position += 1
                continue
            }
            result.append(text, kept..<position)
            position += length
            kept = position
        }
        guard kept > line.lowerBound else { return nil }
        result.append(text, kept..<line.upperBound)
        return result
    }

    /// Returns the length of the sequence that begins here, or 0 if no sequence begins here.
    private static func length(at start: Int, in bytes: [UInt8], before limit: Int) -> Int {
        switch bytes[start] {
        case escape: return lengthOfControl(at: start, in: bytes, before: limit)
        case 0xC2 where start + 1 < limit && bytes[start + 1] == 0x9B:
            return control(from: start + 2, in: bytes, before: limit).map { $0 - start } ?? 0
        case UInt8(ascii: "^") where bytes.has("^[[", at: start, before: limit):
            return color(from: start + 3, in: bytes, before: limit).map { $0 - start } ?? 0
        case UInt8(ascii: "["):
            // Text such as `[m`, without a digit, may be ordinary text.
            guard start + 1 < limit, ByteClass.isDigit(bytes[start + 1]) else { return 0 }
            return color(from: start + 1, in: bytes, before: limit).map { $0 - start } ?? 0
        default: return 0
        }
    }

    private static func lengthOfControl(at start: Int, in bytes: [UInt8], before limit: Int) -> Int {
        guard start + 1 < limit else { return 0 }
        switch bytes[start + 1] {
        case UInt8(ascii: "["): return control(from: start + 2, in: bytes, before: limit).map { $0 - start } ?? 0
        // ESC(B selects a character set. Some programs print it to reset the terminal.
        case UInt8(ascii: "("), UInt8(ascii: ")"): return start + 2 < limit ? 3 : 0
        default: return 0
        }
    }

    /// Returns the position after the parameters, intermediate bytes and final byte of a control sequence.
    private static func control(from start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        var position = start
        let latest = min(limit, start + longest)
        while position < latest, (0x20...0x3F).contains(bytes[position]) { position += 1 }
        return position < latest && (0x40...0x7E).contains(bytes[position]) ? position + 1 : nil
    }

    /// Returns the position after numbers, semicolons and an `m` or `K`. If a `]` follows, as in `[m]`, the text is not a sequence but may
    /// be a key.
    private static func color(from start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        var position = start
        let latest = min(limit, start + longest)
        while position < latest, ByteClass.isDigit(bytes[position]) || bytes[position] == UInt8(ascii: ";") { position += 1 }
        guard position < latest, bytes[position] == UInt8(ascii: "m") || position == start && bytes[position] == UInt8(ascii: "K") else {
            return nil
        }
        return position + 1 < limit && bytes[position + 1] == UInt8(ascii: "]") ? nil : position + 1
    }
}
