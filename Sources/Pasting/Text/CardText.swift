import Bytes

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

    /// Returns whether a line ends the card.
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
