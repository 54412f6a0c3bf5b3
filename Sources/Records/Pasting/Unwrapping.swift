import Bytes
import JSONDocument
import LinkLayers

// Joins links that a mail program or a terminal broke over several lines.
//
// Quoted-printable encoding is undone first (`=` at a line end, `=3D`). Next, the `>` marks of quoted lines are removed. Then each line end
// is examined. The line end stays unless a link runs right up to the line end and the next line continues the link. There are three such
// cases:
//
//   - The link began after `<`, `(`, a quote or a similar character that is still open, and one of the next lines closes it without a space
//     before the closing character. Mail programs break links in brackets anywhere.
//   - The line is full: it has at least 60 characters, the next line is no longer, all lines between the first and the last have the same
//     length or one character less, and the next line can be part of a link. To be part of a link, the next line needs URL punctuation
//     (% & = ? / # …), digits, or a full line of letters. If a sentence follows the first word, that word must have one of % & = ? / #. The next line may also be
//     longer, up to the width of mail lines, if its first word has one of % & =.
//   - The link breaks off in its middle (at & = ? or within an escape), or the first word of the next line can only be the continuation of
//     a link (it begins with & or %2F, for example). In both cases, that word must have one of % & =. The length of the line does not
//     matter.
//
// A line that begins with its own link, or is a JSON object or a line of a device's log, is never joined to the line before it. In doubt,
// lines stay separate.

/// Joins links that a mail program or a terminal broke over several lines.
struct Unwrapping {
    /// Programs do not break lines that are shorter than this.
    private static let shortestFullLine = 60
    /// The maximum width to which mail programs fill lines.
    private static let longestMailLine = 78
    /// The maximum number of lines searched for a closing bracket.
    private static let linesAhead = 16

    /// A line without its line end, its quote marks and its indentation.
    private struct Line {
        /// The range of the line including its indentation.
        var content: Range<Int>
        var start: Int
        /// The width of the line in characters.
        var width: Int
        var indent: Int { start - content.lowerBound }
        var part: Range<Int> { start..<content.upperBound }
    }

    private let text: TracedText
    private var result = TracedText()
    private var lines: [Line] = []

    /// Returns the text with its links joined and its quote marks removed. The remaining line ends are unchanged.
    static func unwrapped(_ bytes: [UInt8]) -> TracedText {
        let source = TracedText(bytes)
        let parts = encodedParts(bytes)
        let text = parts.isEmpty ? source : MailText.decoded(source, parts)
        guard bytes.contains(where: ByteClass.isLineEnd) else { return text }
        return Unwrapping(text).result
    }

    /// Returns whether a text is the source of an email, in which `=` has a meaning of its own.
    static func isMailSource(_ bytes: [UInt8]) -> Bool { !encodedParts(bytes).isEmpty }

    /// Returns the parts of the text that are encoded. A single link without line breaks does not count; the finding
    /// `quoted-printable` reports it.
    private static func encodedParts(_ bytes: [UInt8]) -> [MailPart] {
        bytes.contains(where: ByteClass.isLineEnd) || BareLink.isAbsent(in: bytes.span) ? MailText.parts(of: bytes) : []
    }

    private init(_ text: TracedText) {
        self.text = text
        var ends: [Range<Int>] = []
        var start = 0
        let bytes = text.bytes
        while start < bytes.count {
            let end = bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
            var next = min(end + 1, bytes.count)
            if bytes.has("\r\n", at: end, before: bytes.count) { next = end + 2 }
            lines.append(line(start..<end))
            ends.append(end..<next)
            start = next
        }
        var index = 0
        while index < lines.count {
            let last = lastLine(of: index)
            result.append(text, lines[index].content)
            for joined in lines[index..<last + 1].dropFirst() { result.append(text, joined.part) }
            result.append(text, ends[last])
            index = last + 1
        }
    }

    private func line(_ range: Range<Int>) -> Line {
        var start = range.lowerBound
        var position = start
        while position < range.upperBound {
            let byte = text.bytes[position]
            if byte == UInt8(ascii: ">") {
                start = position + 1
            } else if byte != 0x20 {
                break
            }
            position += 1
        }
        // One space belongs to the quote mark. Any further spaces belong to the line.
        if start > range.lowerBound, start < range.upperBound, text.bytes[start] == 0x20 { start += 1 }
        var first = start
        while first < range.upperBound, ByteClass.isBlank(text.bytes[first]) { first += 1 }
        let width = text.bytes[start..<range.upperBound].count { $0 & 0xC0 != 0x80 }
        return Line(content: start..<range.upperBound, start: first, width: width)
    }

    /// Returns the index of the last line that is joined to the line at `index`. If no link is broken there, the result is `index` itself.
    private func lastLine(of index: Int) -> Int {
        let line = lines[index]
        guard let link = linkAtEnd(of: line) else { return index }
        let opening = LinkDelimiter(of: link, in: text.bytes, within: line.content)
        if opening.isClosable { return closingLine(of: opening, index) ?? index }
        return lastFullLine(index)
    }

    /// Returns where the link that runs up to the end of the line begins.
    private func linkAtEnd(of line: Line) -> Int? {
        let bytes = text.bytes
        let word = (bytes[line.content].lastIndex(where: ByteClass.isBlank) ?? line.content.lowerBound - 1) + 1..<line.content.upperBound
        guard let last = bytes[word].last, !".,;!)]}>\"'".utf8.contains(last) else { return nil }
        var position = word.lowerBound
        while let colon = bytes[position..<word.upperBound].firstIndex(of: UInt8(ascii: ":")) {
            if let start = LinkStart.before(colon: colon, in: bytes, within: word) {
                let opening = LinkDelimiter(of: start, in: bytes, within: line.content)
                if let end = opening.closing(after: start, in: bytes, before: word.upperBound) {
                    position = end
                    continue
                }
                let end = BareExtent(of: start, in: bytes, before: word.upperBound, opening: opening).untrimmedEnd
                if end == word.upperBound { return start }
                position = max(end, colon + 1)
            } else {
                position = colon + 1
            }
        }
        return nil
    }

    /// Returns the line with the character that closes the opening character before the link.
    private func closingLine(of opening: LinkDelimiter, _ index: Int) -> Int? {
        for next in lines[(index + 1)...].prefix(Self.linesAhead).indices {
            let part = lines[next].part
            guard !part.isEmpty, !beginsAnew(part) else { return nil }
            let word = firstWord(of: part)
            if opening.closer(in: text.bytes, word) { return next }
            if word.upperBound < part.upperBound { return nil }
        }
        return nil
    }

    private func firstWord(of part: Range<Int>) -> Range<Int> {
        part.lowerBound..<(text.bytes[part].firstIndex(where: ByteClass.isBlank) ?? part.upperBound)
    }

    private func lastFullLine(_ index: Int) -> Int {
        var width = lines[index].width
        guard width >= Self.shortestFullLine else { return lastBrokenLine(index) }
        var last = index
        while last + 1 < lines.count, last == index || lines[last].width >= width - 1, goesOn(lines[last + 1], after: lines[last], width) {
            last += 1
            width = max(width, lines[last].width)
            if text.bytes[lines[last].part].contains(where: ByteClass.isBlank) { break }
        }
        return last > index ? last : lastBrokenLine(index)
    }

    /// Returns the next line if the link breaks off in its middle and continues there. Otherwise returns `index`.
    private func lastBrokenLine(_ index: Int) -> Int {
        guard index + 1 < lines.count else { return index }
        let bytes = text.bytes
        let (line, next) = (lines[index], lines[index + 1])
        guard let first = bytes[next.part].first, first != UInt8(ascii: "{"), next.indent <= line.indent, !beginsAnew(next.part) else {
            return index
        }
        let word = firstWord(of: next.part)
        // After a line ending in `a=`, the line `B=c` is a separate setting.
        let signs = bytes[line.content].last == UInt8(ascii: "=") ? "%&" : "%&="
        guard bytes[word].contains(where: signs.utf8.contains), breaksOff(line.content) || beginsWithin(word) else { return index }
        return index + 1
    }

    /// Returns whether a line ends where a complete link cannot end: at `&`, `=` or `?`, or within an escape.
    private func breaksOff(_ line: Range<Int>) -> Bool {
        guard let last = text.bytes[line].last else { return false }
        return "&=?%".utf8.contains(last) || line.count > 1 && text.bytes[line.upperBound - 2] == UInt8(ascii: "%")
    }

    /// Returns whether a word can only be the continuation of a link.
    private func beginsWithin(_ word: Range<Int>) -> Bool {
        let bytes = text.bytes
        return bytes[word.lowerBound] == UInt8(ascii: "&") && word.count > 2 && bytes[word].contains(UInt8(ascii: "="))
            || PercentCoding.escape(in: bytes.span, at: word.lowerBound, end: word.upperBound) != nil
    }

    /// Returns whether the part begins something new, so that it does not continue the link before it: another link, such as `about:blank`, or
    /// a line of a device's log.
    private func beginsAnew(_ part: Range<Int>) -> Bool {
        LinkStart.isAt(part.lowerBound, in: text.bytes, before: part.upperBound) || LogLine(text.bytes[part].span) != nil
            || BareLink.schemeEnd(text.bytes.span, part.lowerBound).map { !SchemeName.isCustom(text.bytes, part.lowerBound..<$0) } ?? false
    }

    /// Returns whether the part is exactly one JSON object: an event or another link.
    private func isRecord(_ part: Range<Int>) -> Bool {
        text.bytes[part.lowerBound] == UInt8(ascii: "{") && JSONDocument(Array(text.bytes[part])).isValid
    }

    private func goesOn(_ line: Line, after before: Line, _ width: Int) -> Bool {
        let bytes = text.bytes
        let part = line.part
        guard !part.isEmpty, line.width <= max(width, Self.longestMailLine), line.indent <= before.indent,
            !beginsAnew(part), !isRecord(part)
        else { return false }
        let word = firstWord(of: part)
        guard !"-*<([\"'".utf8.contains(bytes[word.lowerBound]) || word.count > 3 else { return false }
        // After a line that was not full, a word with a / may be a separate path.
        let signs = line.width <= width ? "%&=?/#" : "%&="
        if bytes[word].contains(where: signs.utf8.contains) { return true }
        guard word == part, line.width <= width else { return false }
        return line.width == width || bytes[word].contains { ByteClass.isDigit($0) || "_~+@:-".utf8.contains($0) }
    }
}
