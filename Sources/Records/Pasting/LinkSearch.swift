package import Bytes
import LinkLayers

// Finds the links in one line of running text.
//
// The search moves from colon to colon, because every link has a colon after its scheme and few other texts have colons. The
// characters right before a link decide where it ends:
//
//    "link"  'link'  “link”  `link`  <link>     at the closing character; without one, the link ends as in running text
//    <link|text>                                at the bar
//    href="link"                                the same, and HTML character references are decoded (&amp; is &)
//    "link with \/ or \u0026"                   the same, and JSON escapes are decoded
//    [text](link)                               at the bracket that closes the bracket before the link; character references are decoded
//    intent:…#Intent;…;end                      after its end, whatever follows
//    link                                       at a space, a quote, an angle bracket, or a closing bracket that was not opened within the link;
//                                               then trailing punctuation is removed: . , ; : ! ? ' and brackets that stay open
//
// Quotes and angle brackets inside braces that the link itself opened (raw JSON in a query) do not end the link.
//
// Each search starts after the previous link. A text that begins like a link but is not one is searched again from its next colon, because
// it may contain a link: `intent:https://a.example`. These texts may overlap. Once their total length exceeds 16 times the length of the
// line, they are skipped instead, so the work is linear.

/// Finds the links in one line of running text.
package struct LinkSearch {
    /// A link, and its range, as written, in the searched text.
    package typealias Found = (range: Range<Int>, record: PastedRecord)

    let text: TracedText
    let line: Range<Int>
    private(set) var found: [Found] = []
    /// The total length, in bytes, of the texts that began like a link but are not links.
    private var wasted = 0

    var bytes: [UInt8] { text.bytes }

    package static func links(in text: TracedText, _ line: Range<Int>) -> [Found] {
        var search = LinkSearch(text: text, line: line)
        search.run()
        return search.found
    }

    private mutating func run() {
        var position = line.lowerBound
        var free = position
        while let colon = text.bytes[position..<line.upperBound].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") })
        {
            position = colon + 1
            guard LinkStart.colonLength(at: colon, in: text.bytes, before: line.upperBound) > 0 else { continue }
            guard let start = LinkStart.before(colon: colon, in: text.bytes, within: free..<line.upperBound) else { continue }
            let (link, end) = self.link(at: start, after: free)
            if let link {
                add(link)
                position = link.range.upperBound
                free = position
            } else {
                wasted += end - start
                if wasted > 16 * line.count { position = max(position, end) }
            }
        }
    }

    /// Adds a link. If a link and its label would both be added, only the link is kept, because the label of a link in Markdown, HTML or
    /// Slack often repeats the link.
    private mutating func add(_ link: Found) {
        guard let last = found.last else { return found.append(link) }
        let between = last.range.upperBound..<link.range.lowerBound
        let (before, record) = (last.record, link.record)
        if record.wrapping == .markdown, text.bytes[between].elementsEqual("](".utf8) || text.bytes[between].elementsEqual("](<".utf8) {
            found[found.count - 1] = link
        } else {
            let isLabel = before.wrapping == .html || before.wrapping == .angleBrackets && text.bytes[between].elementsEqual("|".utf8)
            if !isLabel || record.wrapping != .text || before.bytes != record.bytes { found.append(link) }
        }
    }

    /// Returns the link at `start`, or nil if the text there is not a link. Also returns the end of the text, including what was trimmed.
    private func link(at start: Int, after free: Int) -> (link: Found?, end: Int) {
        let opening = LinkDelimiter(of: start, in: text.bytes, within: free..<line.upperBound)
        if let end = opening.closing(after: start, in: text.bytes, before: line.upperBound) {
            return (link(start..<end, rest: end..<end, opening, isClosed: true), end)
        }
        let extent = BareExtent(of: start, in: text.bytes, before: line.upperBound, opening: opening)
        // Android writes /... for the path of each web link. A finding explains that.
        let isHidden = opening.wrapping == .log && bytes[start..<extent.untrimmedEnd].suffix(4).elementsEqual("/...".utf8)
        let end = isHidden ? extent.untrimmedEnd : extent.end
        return (link(start..<end, rest: end..<extent.untrimmedEnd, opening, isClosed: false), extent.untrimmedEnd)
    }

    private func link(_ range: Range<Int>, rest: Range<Int>, _ opening: LinkDelimiter, isClosed: Bool) -> Found? {
        guard !range.isEmpty else { return nil }
        let (start, end) = (range.lowerBound, range.upperBound)
        var link = TracedText(text, range)
        let isSource = LinkStart.isEscaped(text.bytes, at: start, before: end)
        let isLabelled = isClosed && opening.wrapping == .angleBrackets && text.bytes[end] == UInt8(ascii: "|")
        switch opening.coding {
        // Slack writes &amp; for each & of a message, and Markdown reads it as one.
        case .plain where isLabelled || opening.wrapping == .markdown: link = HTMLText.decoded(link)
        case .plain: if isSource { link = JSONEscapes.decoded(link) }
        case .json: link = JSONEscapes.decoded(link)
        case .html: link = HTMLText.decoded(link)
        }
        guard isLink(link.bytes) || isLabelled && LinkStart.isAddress(0, in: link.bytes), !isClosed || !namesForm(range) else { return nil }
        let isWrapped = isClosed || opening.wrapping == .log || opening.wrapping == .markdown || opening.coding == .html
        let wrapping = isWrapped ? opening.wrapping : isSource ? .json : .text
        return (range, PastedRecord(text: link, wrapping: wrapping, notes: notes(on: rest) + noteOnActivity(behind: end)))
    }

    /// Returns a note if `am start` answers that its command named an activity: `Starting: Intent { dat=shop://a cmp=com.a/.Main }`.
    private func noteOnActivity(behind end: Int) -> [String] {
        let start = bytes[line].firstIndex { !ByteClass.isBlank($0) } ?? line.lowerBound
        guard bytes.has("Starting: Intent {", at: start, before: end), let key = bytes.place(of: " cmp=", in: end..<line.upperBound) else {
            return []
        }
        let activity = bytes[(key + " cmp=".utf8.count)..<line.upperBound].prefix { !ByteClass.isBlank($0) }
        return [PastedCommand.note(onActivity: activity)]
    }

    /// Returns whether the link only names the form of an XML document: `xmlns:android="…"`, `"….dtd"`.
    private func namesForm(_ link: Range<Int>) -> Bool {
        let before = max(line.lowerBound, link.lowerBound - 40)..<link.lowerBound
        let word = (bytes[before].lastIndex(where: ByteClass.isBlank) ?? before.lowerBound - 1) + 1
        return bytes.hasLetters("xmlns", at: word, before: link.lowerBound)
            || bytes.hasLetters(".dtd", at: link.upperBound - 4, before: link.upperBound)
    }

    /// Returns whether the trimmed text is still a link. An `intent:` link must also have `//` or `#Intent;`.
    private func isLink(_ link: [UInt8]) -> Bool {
        guard LinkStart.isAt(0, in: link, before: link.count), !link.contains(where: ByteClass.isLineEnd) else { return false }
        guard link.hasLetters("intent:", at: 0) else { return true }
        return link.has("intent://", at: 0, before: link.count) || link.place(of: "#Intent;", in: link.indices) != nil
    }

    /// Returns a note if an ellipsis follows the link. The ellipsis means that the link was shortened before it was copied.
    private func notes(on rest: Range<Int>) -> [String] {
        let isCut = ["...", "…"].contains { (sign: StaticString) in text.bytes.has(sign, at: rest.lowerBound, before: line.upperBound) }
        return isCut ? ["The link was truncated before it was copied: \"...\" stands for the rest."] : []
    }
}

/// Finds contacts (vCard) and calendars (iCalendar), whose lines look like links but are not.
///
///     BEGIN:VCARD
///     TEL:+491511234567
///     END:VCARD
struct CardText {
    private static let kinds: [StaticString] = ["vcard", "vcalendar", "vevent"]

    private let kind: StaticString

    /// Reads the beginning of a card at `start`. Returns nil if no card begins there.
    init?(_ bytes: Span<UInt8>, at start: Int) {
        guard bytes.hasLetters("begin:v", at: start),
            let kind = Self.kinds.first(where: { Self.isWord($0, bytes, at: start + "begin:".utf8.count) })
        else { return nil }
        self.kind = kind
    }

    /// Returns the end of the card that begins at `start`. Returns nil if it has no end, or if another card of its kind begins before.
    func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var position = start + 1
        while position < bytes.count {
            let colon = bytes.place(of: UInt8(ascii: ":"), from: position, end: bytes.count)
            guard colon < bytes.count else { return nil }
            position = colon + 1
            guard Self.isWord(kind, bytes, at: position) else { continue }
            if bytes.hasLetters("end:", at: colon - 3) { return position + kind.utf8CodeUnitCount }
            if bytes.hasLetters("begin:", at: colon - 5), colon - 5 > start { return nil }
        }
        return nil
    }

    func isEnd(_ line: Span<UInt8>) -> Bool {
        line.hasLetters("end:", at: 0) && Self.isWord(kind, line, at: "end:".utf8.count)
    }

    /// Returns whether a line is a link and no line of a card, in which `//` does not follow the name of a property.
    static func isLink(_ line: Span<UInt8>) -> Bool {
        let colon = line.place(of: UInt8(ascii: ":"), from: 0, end: line.count)
        return line.hasLetters("://", at: colon) && !ByteClass.isBlank(line[0])
    }

    private static func isWord(_ word: StaticString, _ bytes: Span<UInt8>, at position: Int) -> Bool {
        let end = position + word.utf8CodeUnitCount
        return bytes.hasLetters(word, at: position) && (end == bytes.count || ByteClass.isBlank(bytes[end]))
    }
}
