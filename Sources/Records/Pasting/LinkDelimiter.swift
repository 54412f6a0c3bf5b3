import Bytes

/// The characters right before a link, which decide what ends it.
struct LinkDelimiter {
    enum Coding { case plain, json, html }

    private(set) var wrapping: PastedRecord.Wrapping = .text
    private(set) var coding = Coding.plain
    /// The closing characters that can end the link. Empty in running text.
    private var closers: [[UInt8]] = []
    /// The opening character. If it occurs again before a closing character, this link was never closed.
    private var opener: [UInt8] = []
    private var maySpanBlanks = false
    /// Whether `](` comes before the link. If so, the link ends at the `)` that balances this bracket.
    private var isMarkdownBracket = false
    /// Whether the `|` of a table cell ends the link.
    private(set) var endsAtBar = false

    /// Quotes with different opening and closing characters. Some languages pair the same quotes differently.
    private static let pairs: [(opener: [UInt8], closers: [[UInt8]])] = [
        ("“", ["”"]), ("„", ["“", "”"]), ("”", ["”"]), ("‘", ["’"]), ("‚", ["‘", "’"]), ("’", ["’"]), ("«", ["»"]), ("»", ["«"]),
        ("‹", ["›"]), ("›", ["‹"]), ("「", ["」"]), ("『", ["』"]), ("《", ["》"]), ("【", ["】"]), ("（", ["）"]),
    ].map { (Array($0.0.utf8), $0.1.map { Array($0.utf8) }) }

    /// - Parameter range: The part of `bytes` that may be read.
    init(of start: Int, in bytes: [UInt8], within range: Range<Int>) {
        guard start > range.lowerBound else { return }
        switch bytes[start - 1] {
        case UInt8(ascii: "<"):
            let isMarkdown = start - 3 >= range.lowerBound && bytes.has("](", at: start - 3, before: start)
            use(isMarkdown ? .markdown : .angleBrackets, from: "<", to: ">")
            maySpanBlanks = isMarkdown
            // Slack writes the words of a link after a bar.
            if !isMarkdown { closers.append(Array("|".utf8)) }
        case UInt8(ascii: "`"): use(.quotes, from: "`", to: "`")
        case UInt8(ascii: "("):
            if start - 2 >= range.lowerBound, bytes[start - 2] == UInt8(ascii: "]") {
                wrapping = .markdown
                isMarkdownBracket = true
            }
        case UInt8(ascii: "|"): endsAtBar = true
        case UInt8(ascii: "="):
            if Self.isAttribute(before: start - 1, in: bytes, within: range) {
                wrapping = .html
                coding = .html
            } else if bytes.has("dat=", at: max(start - 4, range.lowerBound), before: start) {
                wrapping = .log
            }
        case let quote where quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"):
            use(quote: quote, start, bytes, range)
        case UInt8(ascii: " "):
            if start - 3 >= range.lowerBound, bytes.has("]: ", at: start - 3, before: start) { wrapping = .markdown }
        case 0x80...:
            for pair in Self.pairs where start - pair.opener.count >= range.lowerBound {
                guard bytes[start - pair.opener.count..<start].elementsEqual(pair.opener) else { continue }
                wrapping = .quotes
                opener = pair.opener
                closers = pair.closers
                maySpanBlanks = true
                break
            }
        default: break
        }
    }

    private mutating func use(_ wrapping: PastedRecord.Wrapping, from opener: StaticString, to closer: StaticString) {
        self.wrapping = wrapping
        self.opener = Array(opener.description.utf8)
        closers = [Array(closer.description.utf8)]
    }

    private mutating func use(quote: UInt8, _ start: Int, _ bytes: [UInt8], _ range: Range<Int>) {
        let isEscaped = quote == UInt8(ascii: "\"") && start - 2 >= range.lowerBound && bytes[start - 2] == UInt8(ascii: "\\")
        wrapping = isEscaped ? .json : .quotes
        coding = quote == UInt8(ascii: "\"") ? .json : .plain
        opener = isEscaped ? [UInt8(ascii: "\\"), quote] : [quote]
        closers = [opener]
        maySpanBlanks = true
        if bytes[range.lowerBound..<start - 1].last == UInt8(ascii: "="), Self.isAttribute(before: start - 2, in: bytes, within: range) {
            wrapping = .html
            coding = .html
        }
    }

    /// Returns the position of the character that closes the link. Returns nil if no character closes the link, or if a space and another
    /// link come first.
    func closing(after start: Int, in bytes: [UInt8], before end: Int) -> Int? {
        guard !closers.isEmpty else { return nil }
        var position = start
        var hasBlank = false
        var braces = 0
        while position < end {
            let byte = bytes[position]
            for closer in closers where byte == closer[0] && isHere(closer, position, bytes, end) {
                // Raw JSON in the query may contain quotes.
                return braces <= 0 && isPlain(bytes, start..<position) ? position : nil
            }
            if position > start, !opener.isEmpty, byte == opener[0], isHere(opener, position, bytes, end) { return nil }
            if byte == UInt8(ascii: "\\"), coding == .json, closers[0].count == 1 {
                position += 2
                continue
            }
            if byte == UInt8(ascii: "{") { braces += 1 }
            if byte == UInt8(ascii: "}") { braces -= 1 }
            if ByteClass.isBlank(byte) {
                guard maySpanBlanks else { return nil }
                hasBlank = true
            } else if hasBlank, byte == UInt8(ascii: ":"), bytes.has("://", at: position, before: end) {
                return nil
            }
            position += 1
        }
        return nil
    }

    /// Whether a closing character is expected after the link.
    var isClosable: Bool { !closers.isEmpty || isMarkdownBracket }

    /// Returns whether the closing character occurs within a word of a later line.
    func closer(in bytes: [UInt8], _ word: Range<Int>) -> Bool {
        if isMarkdownBracket { return bytes[word].contains(UInt8(ascii: ")")) }
        return word.contains { position in closers.contains { isHere($0, position, bytes, word.upperBound) } }
    }

    private func isHere(_ mark: [UInt8], _ position: Int, _ bytes: [UInt8], _ end: Int) -> Bool {
        position + mark.count <= end && bytes[position..<position + mark.count].elementsEqual(mark)
    }

    /// Returns whether the quotes around the range enclose only a link: `"shop://a?q=b c"` is one quoted link with a space in its query.
    /// `"shop://a and so on"` is a quoted sentence whose first word is a link.
    private func isPlain(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        guard let blank = bytes[range].firstIndex(where: ByteClass.isBlank) else { return true }
        return bytes[range.lowerBound..<blank].contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    }

    /// The names of HTML attributes that hold a link.
    private static let attributes: [StaticString] = ["href", "src", "content", "action", "value", "cite", "url"]

    /// Returns whether the `=` at this position ends one of these names, and a space or `-` precedes the name.
    private static func isAttribute(before equals: Int, in bytes: [UInt8], within range: Range<Int>) -> Bool {
        for name in attributes where bytes.hasLetters(name, at: equals - name.utf8CodeUnitCount, before: equals) {
            let before = equals - name.utf8CodeUnitCount - 1
            guard before >= range.lowerBound else { continue }
            if bytes[before] == UInt8(ascii: "-") { return true }
            guard ByteClass.isBlank(bytes[before]) else { continue }
            // After a space, the name must be inside a tag, because `url="x"` in a log line is not HTML.
            return bytes[max(range.lowerBound, before - 256)..<before].contains(UInt8(ascii: "<"))
        }
        return false
    }
}
