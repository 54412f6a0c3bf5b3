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
        text.decoding(line, where: { $0 == escape || $0 == 0xC2 || $0 == UInt8(ascii: "^") || $0 == UInt8(ascii: "[") }) { start in
            end(of: start, in: text.bytes, before: line.upperBound).map { ([], $0 - start) }
        }
    }

    /// Returns the position after the sequence that begins here, or nil if no sequence begins here.
    private static func end(of start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        let next = start + 1 < limit ? bytes[start + 1] : 0
        switch (bytes[start], next) {
        case (escape, UInt8(ascii: "[")), (0xC2, 0x9B): return control(from: start + 2, in: bytes, before: limit)
        // ESC(B selects a character set. Some programs print it to reset the terminal.
        case (escape, UInt8(ascii: "(")), (escape, UInt8(ascii: ")")): return start + 2 < limit ? start + 3 : nil
        case (UInt8(ascii: "^"), UInt8(ascii: "[")) where bytes.has("^[[", at: start, before: limit):
            return color(from: start + 3, in: bytes, before: limit)
        // Text such as `[m`, without a digit, may be ordinary text.
        case (UInt8(ascii: "["), let digit) where ByteClass.isDigit(digit): return color(from: start + 1, in: bytes, before: limit)
        default: return nil
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
