import Bytes
import LinkLayers

/// Distinguishes a line that is exactly one link from a line that may contain links.
///
/// The check runs for every line of every input, so it looks at each byte once and allocates nothing. A bare link is delivered byte for
/// byte, even if it is malformed. A line is a bare link in three cases: if it has a scheme and a colon with no space after them; if it
/// starts with `scheme://` and has spaces later; and if the first space is in a message that the link carries. In the second case, no other
/// link may follow a space, and no space may follow the `;end` of an intent. In no case may another link of the same kind begin in the path
/// without a space. Spaces in a bare link are shown to the user and not silently repaired.
///
///     mailto:a@b.example?subject=Hello there&body=https://c.example/     a message, so the second link belongs to the first
///     https://a.example/?text=Hello https://c.example/                   two links, because the second one follows at once
///     SMSTO:+15551234567:Hello there                                     the text of a QR code, which has a message
///     shop://item/1,shop://item/2                                        two links
package enum BareLink {
    /// Returns whether the line is not itself a link, so that it must be searched for links. Returns `false` for an empty line.
    package static func isAbsent(in line: Span<UInt8>) -> Bool {
        guard let position = line.indices.first(where: { !ByteClass.isBlank(line[$0]) }) else { return false }
        guard let colon = schemeEnd(line, position) else { return !isDefanged(line, position) }
        let isHierarchical = line.hasLetters("://", at: colon)
        if isHierarchical, endBeforeNext(in: line, from: position) != nil { return true }
        guard let blank = firstBlank(line, colon + 1) else { return colon + 1 == line.count }
        if blank == colon + 1 { return true }
        if isInMessage(line, position..<colon, blank) { return false }
        return !isHierarchical || hasLink(line, after: blank) || IntentExtent.isFollowed(line, from: position, blank: blank)
    }

    /// Returns whether the line may contain a link. Every link has a colon after its scheme, either literal or percent-encoded.
    package static func mayBeInside(_ line: Span<UInt8>) -> Bool {
        line.indices.contains { position in
            line[position] == UInt8(ascii: ":")
                || line[position] == UInt8(ascii: "%") && position + 2 < line.count && line[position + 1] == UInt8(ascii: "3")
        }
    }

    /// Returns whether the line is one defanged link, to which the links in it belong: `proxy[.]example/?url=hxxps://evil[.]example/x`. After a
    /// comma or a bar, another entry of a list may follow.
    private static func isDefanged(_ line: Span<UInt8>, _ start: Int) -> Bool {
        // In a line with many commands, the text after each command is checked. Nearly every such text has a space near its beginning, so
        // this check is fast.
        guard firstBlank(line, start) == nil else { return false }
        let text = line.extracting(line.trimmed)
        guard text.place(of: UInt8(ascii: "["), from: 0, end: text.count) < text.count else { return false }
        let bytes = text.array
        return MalformedStart.isDefanged(bytes) && !bytes.contains { ",|<>\"".utf8.contains($0) }
    }

    /// Returns the position of the scheme's colon if the line starts with a scheme.
    static func schemeEnd(_ line: Span<UInt8>, _ start: Int) -> Int? {
        guard ByteClass.isLetter(line[start]) else { return nil }
        var position = start + 1
        let limit = min(line.count, start + LinkStart.longestScheme + 1)
        while position < limit, ByteClass.isSchemeTail(line[position]) { position += 1 }
        return position < limit && line[position] == UInt8(ascii: ":") ? position : nil
    }

    /// Returns the position of the first space that has other text after it.
    private static func firstBlank(_ line: Span<UInt8>, _ start: Int) -> Int? {
        var end = line.count
        while end > start, ByteClass.isBlank(line[end - 1]) { end -= 1 }
        return ByteView.with(line) { bytes in
            for block in stride(from: start, to: end, by: 16) {
                // The space and the control characters are the only characters below `!`.
                var marks = ByteBlock(bytes, at: block).marks(below: UInt8(ascii: "!"))
                while let offset = marks.popFirst(), block + offset < end {
                    if ByteClass.isBlank(bytes[block + offset]) { return block + offset }
                }
            }
            return nil
        }
    }

    /// Returns where the link at `start` ends because another link follows in its path, if both have the same scheme or are web links: after a
    /// comma, a semicolon or a bar, or right after the path. After another sign, a link in the path is a part of it.
    static func endBeforeNext(in line: Span<UInt8>, from start: Int) -> Int? {
        guard let end = schemeEnd(line, start), line.hasLetters("://", at: end) else { return nil }
        let (scheme, path) = (start..<end, end + 3)
        var colon = path
        repeat {
            colon = line.place(of: UInt8(ascii: ":"), from: colon + 1, end: line.count)
        } while colon < line.count && !line.hasLetters("://", at: colon)
        let query = ByteView.with(line) { $0.firstPlace(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: path, end: colon) }
        guard colon < line.count, query == colon else { return nil }
        let isWeb = LinkStart.isWeb(scheme, line)
        for start in (isWeb ? [5, 4] : [scheme.count]).map({ colon - $0 }) where start > path {
            let other = start..<colon
            guard isWeb ? LinkStart.isWeb(other, line) : line.extracting(other).isEqual(to: line.extracting(scheme)) else { continue }
            let before = line[start - 1]
            if ",;|".utf8.contains(before) { return start - 1 }
            // A letter may belong to another scheme, as in shop://item/workshop://x.
            if ByteClass.isDigit(before) || isWeb && ByteClass.isLetter(before) { return start }
        }
        return nil
    }

    private static func hasLink(_ line: Span<UInt8>, after blank: Int) -> Bool {
        // Raw JSON in a query may contain spaces and quoted links. The line is still one (malformed) link.
        for position in 0..<blank where line[position] == UInt8(ascii: "{") { return false }
        return (blank..<max(blank, line.count - 3)).contains { line.hasLetters("://", at: $0) && isWordStart(line, $0) }
    }

    // MARK: Messages

    /// Returns whether a space is in the value of a parameter that people write text into. Another link right after the space is the next one of
    /// a list if the first is a web link or has the same scheme, unless parameters of the first link follow it.
    private static func isInMessage(_ line: Span<UInt8>, _ scheme: Range<Int>, _ blank: Int) -> Bool {
        if codes.contain(line, scheme), line.place(of: UInt8(ascii: ":"), from: scheme.upperBound + 1, end: blank) < blank { return true }
        var start = blank
        while start > scheme.upperBound, line[start] != UInt8(ascii: "&"), line[start] != UInt8(ascii: "?") { start -= 1 }
        guard start > scheme.upperBound, start + 1 < blank else { return false }
        let sign = line.place(of: UInt8(ascii: "="), from: start + 1, end: blank)
        guard sign < blank, messages.contain(line, start + 1..<sign) else { return false }
        guard let next = link(in: line, at: blank),
            LinkStart.isWeb(scheme, line) || line.extracting(next).isEqual(to: line.extracting(scheme))
        else { return true }
        // A parameter without a question mark before it is not one of the second link.
        let place = ByteView.with(line) { $0.firstPlace(of: UInt8(ascii: "?"), or: UInt8(ascii: "&"), from: next.upperBound) }
        return place < line.count && line[place] == UInt8(ascii: "&")
    }

    /// The words before the first colon of QR codes, whose texts follow the second one.
    private static let codes: [StaticString] = ["smsto", "mmsto", "wifi", "mecard", "matmsg"]

    /// The names of parameters that people write text into, in links that send or share something.
    private static let messages: [StaticString] = ["text", "body", "message", "msg", "subject", "title", "quote", "caption", "status"]

    /// Returns the scheme of the link that follows these spaces.
    private static func link(in line: Span<UInt8>, at blank: Int) -> Range<Int>? {
        guard let start = (blank..<line.count).first(where: { !ByteClass.isBlank(line[$0]) }), let colon = schemeEnd(line, start) else {
            return nil
        }
        return line.hasLetters("://", at: colon) ? start..<colon : nil
    }

    /// Returns whether a space, an opening bracket or a quote precedes the scheme of this colon. In `?next=shop://b` the second scheme
    /// belongs to the first link.
    private static func isWordStart(_ line: Span<UInt8>, _ colon: Int) -> Bool {
        var start = colon
        while start > 0, colon - start < LinkStart.longestScheme, ByteClass.isSchemeTail(line[start - 1]) { start -= 1 }
        guard start > 0, start < colon else { return false }
        return ByteClass.isBlank(line[start - 1]) || "<(\"'".utf8.contains(line[start - 1])
    }
}
