import AppLinks
import JSONDocument
import LinkLayers

// Makes one line again of a link that a mail or a terminal broke over several.
//
// First the encoding of mails is undone where the text is in it (`=` at a line's end, `=3D`), then `>` in front of quoted lines is left out. Then
// each line end is looked at: it stays, unless a link runs right up to it and the next line goes on with it. That is so
//
//   - when the link began behind `<`, `(`, a quote or their like, that has not been closed yet, and one of the next lines closes it with no
//     blank before: mails break links in brackets anywhere;
//   - else when the line is one that was filled: at least 60 characters; the next one is no longer than it; lines between the first and the last
//     are exactly as long; and what stands on the next line can be a part of a link: signs (% & = ? / # …) or digits, or a full line of
//     letters. A word in a sentence is no such part: there, one of % & = ? / # is asked for. A line that is broken where a link may be (mails
//     do that in front of a word that is too long) may be shorter than the next one, if that has signs and is no longer than mails make them;
//   - else, however short the line is, when the link breaks off within itself (at & = ? or in an escape), or what stands on the next line can
//     begin nothing else (& or %2F), and that is one word with such signs.
//
// A line that begins with a link of its own, or is a JSON object, never goes on with another. What is doubtful stays two lines.

/// Makes one line again of a link that a mail or a terminal broke over several.
struct Unwrapping {
    /// Shorter lines are not broken by anything.
    private static let shortestFullLine = 60
    /// The longest lines that mails are filled to.
    private static let longestMailLine = 78
    /// So many lines are looked through for what closes a bracket.
    private static let linesAhead = 16

    /// A line without its line end, its mail marks and the blanks it is indented by.
    private struct Line {
        /// With the blanks.
        var content: Range<Int>
        var start: Int
        /// In characters.
        var width: Int
        var indent: Int { start - content.lowerBound }
    }

    private let text: TracedText
    private var result = TracedText()
    private var lines: [Line] = []

    /// The text with its links whole and its mail marks gone. Line ends that stay are kept as they are.
    static func unwrapped(_ bytes: [UInt8]) -> TracedText {
        let source = TracedText(bytes)
        guard bytes.contains(where: ByteClass.isLineEnd) else { return source }
        var unwrapping = Unwrapping(QuotedPrintable.isLikely(bytes) ? QuotedPrintable.decoded(source) : source)
        unwrapping.run()
        return unwrapping.result
    }

    private init(_ text: TracedText) {
        self.text = text
    }

    private mutating func run() {
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
            for joined in lines[index..<last + 1].dropFirst() { result.append(text, joined.start..<joined.content.upperBound) }
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
        // One blank belongs to the mark; more of them are the line's.
        if start > range.lowerBound, start < range.upperBound, text.bytes[start] == 0x20 { start += 1 }
        var first = start
        while first < range.upperBound, ByteClass.isBlank(text.bytes[first]) { first += 1 }
        let width = text.bytes[start..<range.upperBound].count { $0 & 0xC0 != 0x80 }
        return Line(content: start..<range.upperBound, start: first, width: width)
    }

    /// The last of the lines that are one with this one: itself, if nothing is broken.
    private func lastLine(of index: Int) -> Int {
        let line = lines[index]
        guard let link = linkAtEnd(of: line) else { return index }
        let opening = Opening(of: link, in: text.bytes, within: line.content)
        if opening.isClosable { return closingLine(of: opening, index) ?? index }
        return lastFullLine(index)
    }

    /// Where the link begins that runs up to the end of the line.
    private func linkAtEnd(of line: Line) -> Int? {
        let bytes = text.bytes
        let word = (bytes[line.content].lastIndex(where: ByteClass.isBlank) ?? line.content.lowerBound - 1) + 1..<line.content.upperBound
        guard let last = bytes[word].last, !".,;!)]}>\"'".utf8.contains(last) else { return nil }
        var position = word.lowerBound
        while let colon = bytes[position..<word.upperBound].firstIndex(of: UInt8(ascii: ":")) {
            if let start = LinkStart.before(colon: colon, in: bytes, within: word) {
                let opening = Opening(of: start, in: bytes, within: line.content)
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

    /// The line that closes what was opened before the link.
    private func closingLine(of opening: Opening, _ index: Int) -> Int? {
        for next in lines[(index + 1)...].prefix(Self.linesAhead).indices {
            let line = lines[next]
            let part = line.start..<line.content.upperBound
            guard !part.isEmpty, !LinkStart.isAt(part.lowerBound, in: text.bytes, before: part.upperBound) else { return nil }
            let word = part.lowerBound..<(text.bytes[part].firstIndex(where: ByteClass.isBlank) ?? part.upperBound)
            if opening.closer(in: text.bytes, word) { return next }
            if word.upperBound < part.upperBound { return nil }
        }
        return nil
    }

    private func lastFullLine(_ index: Int) -> Int {
        var width = lines[index].width
        guard width >= Self.shortestFullLine else { return lastBrokenLine(index) }
        var last = index
        while last + 1 < lines.count, last == index || lines[last].width == width, goesOn(lines[last + 1], after: lines[last], width) {
            last += 1
            width = max(width, lines[last].width)
            if text.bytes[lines[last].start..<lines[last].content.upperBound].contains(where: ByteClass.isBlank) { break }
        }
        return last > index ? last : lastBrokenLine(index)
    }

    /// The next line, if the link breaks off within itself.
    private func lastBrokenLine(_ index: Int) -> Int {
        guard index + 1 < lines.count else { return index }
        let bytes = text.bytes
        let (line, next) = (lines[index], lines[index + 1])
        let part = next.start..<next.content.upperBound
        guard let first = bytes[part].first, first != UInt8(ascii: "{"), next.indent <= line.indent,
            !LinkStart.isAt(part.lowerBound, in: bytes, before: part.upperBound)
        else { return index }
        let word = part.lowerBound..<(bytes[part].firstIndex(where: ByteClass.isBlank) ?? part.upperBound)
        // Behind `a=` the line `B=c` is a setting of its own.
        let signs = bytes[line.content].last == UInt8(ascii: "=") ? "%&" : "%&="
        guard bytes[word].contains(where: signs.utf8.contains), breaksOff(line.content) || beginsWithin(word) else { return index }
        return index + 1
    }

    /// Whether a line ends where no link does: at `&`, `=` or `?`, or in an escape.
    private func breaksOff(_ line: Range<Int>) -> Bool {
        guard let last = text.bytes[line].last else { return false }
        return "&=?%".utf8.contains(last) || line.count > 1 && text.bytes[line.upperBound - 2] == UInt8(ascii: "%")
    }

    /// Whether a word can be the beginning of nothing but the rest of a link.
    private func beginsWithin(_ word: Range<Int>) -> Bool {
        let bytes = text.bytes
        return bytes[word.lowerBound] == UInt8(ascii: "&") && word.count > 2 && bytes[word].contains(UInt8(ascii: "="))
            || Bytes.escape(in: bytes, at: word.lowerBound, end: word.upperBound) != nil
    }

    /// Whether a JSON object is all that stands there: an event or another link.
    private func isRecord(_ part: Range<Int>) -> Bool {
        text.bytes[part.lowerBound] == UInt8(ascii: "{") && JSONDocument(Array(text.bytes[part])).isValid
    }

    private func goesOn(_ line: Line, after before: Line, _ width: Int) -> Bool {
        let bytes = text.bytes
        let part = line.start..<line.content.upperBound
        guard !part.isEmpty, line.width <= max(width, Self.longestMailLine), line.indent <= before.indent,
            !LinkStart.isAt(part.lowerBound, in: bytes, before: part.upperBound), !isRecord(part)
        else { return false }
        let word = part.lowerBound..<(bytes[part].firstIndex(where: ByteClass.isBlank) ?? part.upperBound)
        guard !"-*<([\"'".utf8.contains(bytes[word.lowerBound]) || word.count > 3 else { return false }
        // A path may be a word of its own, where the line was not filled.
        let signs = line.width <= width ? "%&=?/#" : "%&="
        if bytes[word].contains(where: signs.utf8.contains) { return true }
        guard word == part, line.width <= width else { return false }
        return line.width == width || bytes[word].contains { Bytes.isDigit($0) || "_~+@:-".utf8.contains($0) }
    }
}
