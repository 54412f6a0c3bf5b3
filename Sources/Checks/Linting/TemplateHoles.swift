import Bytes

/// The parts of a link that a program replaces: `{id}`, `${id}`, `%s`, `%1$@`, `%(id)s`, `*`, `$HOST`.
enum TemplateHoles {
    private static let longest = 80

    /// Returns a link with a placeholder letter for each such part, and adds their places in the file to `holes`.
    static func filled(_ link: TracedText, _ holes: inout [Range<Int>]) -> TracedText {
        let bytes = link.bytes
        var found: [Range<Int>] = []
        let filled = link.decoding(0..<bytes.count, where: { "{$#%*".utf8.contains($0) }) { place in
            guard let end = end(of: place, in: bytes) else { return nil }
            found.append(link.source(of: place..<end))
            return ([SourceText.placeholder], end - place)
        }
        holes += found
        return filled ?? link
    }

    private static func end(of start: Int, in bytes: [UInt8]) -> Int? {
        switch bytes[start] {
        case UInt8(ascii: "*"): return start + 1
        case UInt8(ascii: "{"): return closing(start, "}", in: bytes)
        case UInt8(ascii: "#"):
            return start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "{") ? closing(start + 1, "}", in: bytes) : nil
        case UInt8(ascii: "$"):
            guard start + 1 < bytes.count else { return nil }
            if bytes[start + 1] == UInt8(ascii: "{") { return closing(start + 1, "}", in: bytes) }
            if bytes[start + 1] == UInt8(ascii: "(") { return closing(start + 1, ")", in: bytes) }
            var end = start + 1
            while end < bytes.count, bytes[end] == UInt8(ascii: "_") || bytes[end] &- UInt8(ascii: "A") < 26 { end += 1 }
            return end > start + 2 ? end : nil
        default: return format(start, in: bytes)
        }
    }

    /// Returns the place after the closing bracket. Raw JSON in a link is no template.
    private static func closing(_ start: Int, _ bracket: Unicode.Scalar, in bytes: [UInt8]) -> Int? {
        var depth = 0
        for index in start..<min(bytes.count, start + longest) {
            if bytes[index] == UInt8(ascii: "\"") { return nil }
            if bytes[index] == bytes[start] { depth += 1 }
            if bytes[index] == UInt8(ascii: bracket) { depth -= 1 }
            if depth == 0 { return index + 1 }
        }
        return nil
    }

    /// Returns the end of a format specifier. `%d0` is an escape, as in any link.
    private static func format(_ start: Int, in bytes: [UInt8]) -> Int? {
        if PercentCoding.escape(in: bytes.span, at: start, end: bytes.count) != nil { return nil }
        var index = start + 1
        guard index < bytes.count else { return nil }
        if bytes[index] == PercentCoding.percent { return index + 1 }
        if bytes[index] == UInt8(ascii: "(") { index = closing(index, ")", in: bytes) ?? bytes.count }
        if index < bytes.count, bytes[index] == UInt8(ascii: "{") { return closing(index, "}", in: bytes) }
        let limit = min(bytes.count, index + 16)
        while index < limit, ByteClass.isDigit(bytes[index]) || "$-+ .lhzqj".utf8.contains(bytes[index]) { index += 1 }
        guard index < limit, "@sSdDiuUfFgGeExXcCpboaA".utf8.contains(bytes[index]) else { return nil }
        return index + 1
    }
}
