import Bytes

/// Finds where a link in running text ends when no quote or bracket around it marks the end.
struct BareExtent {
    private(set) var end: Int
    /// The end before trailing punctuation and brackets were removed.
    let untrimmedEnd: Int

    init(of start: Int, in bytes: [UInt8], before limit: Int, opening: LinkDelimiter) {
        let limit = BareLink.endBeforeNext(in: bytes.span.extracting(start..<limit), from: 0).map { start + $0 } ?? limit
        var open = Brackets()
        var position = start
        scan: while position < limit {
            let byte = bytes[position]
            switch byte {
            case 0...0x20, 0x7F: break scan
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                if !open.hasCurly { break scan }
            case UInt8(ascii: "|"):
                if opening.endsAtBar { break scan }
            case UInt8(ascii: "\\"):
                // In the source of a string literal, the escapes \" \n \r \t end the link like the characters that they stand for.
                if !open.hasCurly, position + 1 < limit, "\"nrt".utf8.contains(bytes[position + 1]) { break scan }
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.close(byte) else { break scan }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.open(byte)
            case 0xC2, 0xE2, 0xE3, 0xEF:
                if Self.isEnd(bytes, position, limit) { break scan }
            default: break
            }
            position += 1
        }
        let intentEnd = IntentExtent.end(of: start, in: bytes, before: position)
        untrimmedEnd = intentEnd ?? position
        end = untrimmedEnd
        if intentEnd == nil { trim(bytes, from: start, &open) }
    }

    private mutating func trim(_ bytes: [UInt8], from start: Int, _ open: inout Brackets) {
        let emphasis = start > 0 ? bytes[start - 1] : 0
        while end > start {
            let byte = bytes[end - 1]
            switch byte {
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"), UInt8(ascii: "?"),
                UInt8(ascii: "'"):
                break
            case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                guard byte == emphasis else { return }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
                guard open.close(byte) else { return }
            default: return
            }
            end -= 1
        }
    }

    /// Characters beyond ASCII that a link never contains unencoded: typographic quotes, CJK punctuation and brackets, spaces, the
    /// ellipsis.
    private static let ends: Set<Unicode.Scalar> = [
        "“", "”", "„", "‘", "’", "‚", "«", "»", "‹", "›", "\u{A0}", "\u{2028}", "\u{2029}", "…", "\u{3000}", "、", "。", "「", "」", "『", "』",
        "《", "》", "【", "】", "（", "）", "，", "；", "！", "？",
    ]

    private static func isEnd(_ bytes: [UInt8], _ position: Int, _ limit: Int) -> Bool {
        let length = bytes[position] < 0xE0 ? 2 : 3
        guard position + length <= limit else { return false }
        var value = UInt32(bytes[position]) & (length == 2 ? 0x1F : 0x0F)
        for next in bytes[position + 1..<position + length] { value = value << 6 | UInt32(next & 0x3F) }
        return Unicode.Scalar(value).map(ends.contains) ?? false
    }
}

/// Counts the open brackets of each kind.
private struct Brackets {
    private var counts = SIMD4<Int>()

    var hasCurly: Bool { counts[2] > 0 }

    mutating func open(_ byte: UInt8) { counts[kind(byte)] += 1 }

    /// Closes a bracket of the kind of `byte`. Returns `false` if none is open.
    mutating func close(_ byte: UInt8) -> Bool {
        guard counts[kind(byte)] > 0 else { return false }
        counts[kind(byte)] -= 1
        return true
    }

    private func kind(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"): 0
        case UInt8(ascii: "["), UInt8(ascii: "]"): 1
        default: 2
        }
    }
}

/// Finds the end of an `intent:` URI, which is after the `end` that closes its extras. Android reads no further.
enum IntentExtent {
    /// Returns the position after `;end` if an intent URI with an end starts at `start`. A longer name such as `;endpoint` does not count.
    static func end(of start: Int, in bytes: [UInt8], before limit: Int) -> Int? {
        guard bytes.hasLetters("intent:", at: start, before: limit) else { return nil }
        var position = start
        var isInExtras = false
        while let sign = bytes[position..<limit].firstIndex(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ";") }) {
            position = sign + 1
            if bytes.has("#Intent;", at: sign, before: limit) {
                isInExtras = true
                position = sign + "#Intent".utf8.count
            } else if isInExtras, bytes.has(";end", at: sign, before: limit), isEnd(bytes, sign + 4, limit) {
                return sign + 4
            }
        }
        return nil
    }

    /// Returns whether more text follows the intent URI at the start of the line, after a space.
    static func isFollowed(_ line: Span<UInt8>, from start: Int, blank: Int) -> Bool {
        guard line.hasLetters("intent:", at: start) else { return false }
        // Punctuation may follow the end of the intent.
        var position = blank
        while position > start, ".,;:!?)".utf8.contains(line[position - 1]) { position -= 1 }
        return position - 4 > start && line.hasLetters(";end", at: position - 4)
    }

    private static func isEnd(_ bytes: [UInt8], _ position: Int, _ limit: Int) -> Bool {
        guard position < limit else { return true }
        let byte = bytes[position]
        return !ByteClass.isLetter(byte) && !ByteClass.isDigit(byte) && !"_.=-%".utf8.contains(byte) && byte < 0x80
    }
}
