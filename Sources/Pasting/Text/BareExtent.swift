/// How far a link goes in running text, where nothing closes it.
struct BareExtent {
    private(set) var end: Int
    /// Before punctuation and brackets were taken off the end.
    let untrimmedEnd: Int

    init(of start: Int, in bytes: [UInt8], before limit: Int, opening: Opening) {
        var open = Brackets()
        var position = start
        scan: while position < limit {
            let byte = bytes[position]
            switch byte {
            case 0...0x20, 0x7F: break scan
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                if open.curly == 0 { break scan }
            case UInt8(ascii: "|"):
                if opening.endsAtBar { break scan }
            case UInt8(ascii: "\\"):
                // The line is the source of a string: \" \n \r \t end the link as what they stand for would.
                if open.curly == 0, position + 1 < limit, "\"nrt".utf8.contains(bytes[position + 1]) { break scan }
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard open.close(byte) else { break scan }
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open.open(byte)
            case 0xC2, 0xE2, 0xE3, 0xEF:
                if Self.isEnd(bytes, position, limit) { break scan }
            default: break
            }
            position += 1
        }
        if let intentEnd = IntentExtent.end(of: start, in: bytes, before: position) {
            untrimmedEnd = intentEnd
            end = intentEnd
            return
        }
        untrimmedEnd = position
        end = position
        trim(bytes, from: start, &open)
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
                guard open.close(byte + (byte == UInt8(ascii: "(") ? 1 : 2)) else { return }
            default: return
            }
            end -= 1
        }
    }

    /// Signs beyond ASCII that no link has bare: typographic quotes, the stops and brackets of Chinese and Japanese, the blanks, the ellipsis.
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

/// How many brackets of each kind are open.
private struct Brackets {
    var round = 0
    var square = 0
    var curly = 0

    mutating func open(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "("): round += 1
        case UInt8(ascii: "["): square += 1
        default: curly += 1
        }
    }

    /// Whether there was one to close.
    mutating func close(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ")"): take(&round)
        case UInt8(ascii: "]"): take(&square)
        default: take(&curly)
        }
    }

    private func take(_ count: inout Int) -> Bool {
        guard count > 0 else { return false }
        count -= 1
        return true
    }
}
