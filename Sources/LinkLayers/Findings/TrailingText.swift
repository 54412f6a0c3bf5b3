import AppLinks
import Bytes
import Secrets

/// Finds what was copied along with a link from the text around it: a bracket or a quote that nothing in the link opens, and the signs of the
/// sentence beside it.
///
///    https://a.example/p).                  the end of (https://a.example/p).
///    https://a.example/p",                  the end of "https://a.example/p",
///    https://a.example/wiki/Foo_(bar)       the link's own brackets
///    https://a.example/wiki/Apple_Inc.      perhaps the link's own period: signs alone are no proof
///    https://a.example/?text=Hi%20:)        the text of a person
///    https://a.example/?size=15"            inches
///    https://a.example/p”                   the end of “https://a.example/p”
///    https://a.example/rock’n’              perhaps the link's own
enum TrailingText {
    static func tell(_ link: AppLinkReading, secrets: [Range<Int>], _ sink: inout FindingList) {
        let bytes = link.text
        // Nearly every link ends in a letter or a digit.
        guard let last = bytes.last, !ByteClass.isLetter(last), !ByteClass.isDigit(last), isSign(last) || isClosing(last) || last >= 0x80,
            link.components.host.map({ !$0.isEmpty }) ?? false,
            let scheme = link.components.scheme, SchemeName.danger(bytes, scheme) == nil
        else { return }
        let start = start(bytes, link.components.path.lowerBound)
        let range = start..<bytes.count
        guard let sign = sign(in: bytes[range]), !secrets.overlap(range),
            link.dataRange.map({ $0.upperBound <= start }) ?? true, !isText(link, before: start)
        else { return }
        let message = "This \(sign) has no counterpart in the link, so it was probably copied from the text around the link."
        let repair = LinkRepair("Remove the trailing text.", range, [])
        sink.found(cause: Finding(.trailingText, message, range: range, repair: repair)) { finding in
            guard finding.code == .unescapedSign || finding.code == .unescapedUnicode, let place = finding.range else { return false }
            return place.lowerBound >= start
        }
    }

    /// The maximum number of signs after a link.
    private static let longest = 8

    /// Returns where the text after the link begins. Returns the end of the link if there is no bracket or quote that nothing opens.
    private static func start(_ bytes: [UInt8], _ path: Int) -> Int {
        var start = bytes.count
        var index = bytes.count
        while index > max(path, bytes.count - longest) {
            let byte = bytes[index - 1]
            if byte >= 0x80 {
                guard let length = closingQuote(bytes, path..<index) else { break }
                start = index - length
                index = start
                continue
            }
            if isClosing(byte) {
                guard !isOpened(byte, bytes, path..<index) else { break }
                start = index - 1
            } else if !isSign(byte) {
                break
            }
            index -= 1
        }
        // A sentence inside quotes ends before the quote.
        return start < bytes.count ? index : start
    }

    /// Returns the first bracket or quote of the text after the link.
    private static func sign(in text: ArraySlice<UInt8>) -> Unicode.Scalar? {
        String(decoding: text, as: UTF8.self).unicodeScalars.first { !$0.isASCII || isClosing(UInt8($0.value)) }
    }

    /// The typographic quotes. Those that close a text come first, because „some languages“ close it with the quote that “others” open it with.
    private static let quotes: [(closing: [StaticString], all: [StaticString])] = [
        (["”", "“"], ["”", "“", "„"]), (["’"], ["’", "‘", "‚"]), (["»", "«"], ["»", "«"]), (["›", "‹"], ["›", "‹"]),
    ]

    /// Returns the length of the typographic quote at the end of a range. Returns nil if the range does not end in
    /// one, or has another quote of the same kind, escaped or not.
    private static func closingQuote(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        for kind in quotes {
            let quote = kind.closing.first {
                let start = range.upperBound - $0.utf8CodeUnitCount
                return start >= range.lowerBound && bytes.has($0, at: start, before: range.upperBound)
            }
            guard let length = quote?.utf8CodeUnitCount else { continue }
            let before = PercentCoding.decoded(bytes.span, range.lowerBound..<range.upperBound - length)
            let isOpened = before.indices.contains { index in kind.all.contains { before.has($0, at: index, before: before.count) } }
            return isOpened ? nil : length
        }
        return nil
    }

    private static func isSign(_ byte: UInt8) -> Bool { ".,;:!?'".utf8.contains(byte) }

    private static func isClosing(_ byte: UInt8) -> Bool { opening(of: byte) != nil }

    /// Returns the sign that opens what a byte closes.
    private static func opening(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: ")"): UInt8(ascii: "(")
        case UInt8(ascii: "]"): UInt8(ascii: "[")
        case UInt8(ascii: "}"): UInt8(ascii: "{")
        case UInt8(ascii: ">"): UInt8(ascii: "<")
        case UInt8(ascii: "\""), UInt8(ascii: "`"): byte
        default: nil
        }
    }

    /// Returns whether the last byte of a range closes something in the range. Signs may also be escaped.
    private static func isOpened(_ closing: UInt8, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let opening = opening(of: closing)
        var (opened, closed) = (0, 0)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = PercentCoding.next(in: bytes.span, at: &index, end: range.upperBound)
            if byte == opening { opened += 1 } else if byte == closing { closed += 1 }
        }
        // In the rest of HTML after a link, `p"></a>`, the last > closes the <, even if the link has more > than <.
        return opening == closing ? opened % 2 == 0 : opened >= closed || closing == UInt8(ascii: ">") && opened > 0
    }

    /// Returns whether the end belongs to a text in a value or in the fragment: words with spaces between them, a sign after another one, as in
    /// `:)`, or a number of inches, as in `15"`.
    private static func isText(_ link: AppLinkReading, before end: Int) -> Bool {
        let bytes = link.text
        let path = link.components.path
        guard end > path.upperBound else { return false }
        let start = bytes[path.upperBound..<end].lastIndex { "?&#=".utf8.contains($0) } ?? path.upperBound
        let value = start + 1..<max(start + 1, end)
        guard let last = bytes[value].last, ByteClass.isLetterOrDigit(last) || last == UInt8(ascii: "/"),
            PercentCoding.escape(in: bytes.span, at: end - 3, end: end) == nil,
            !(ByteClass.isDigit(last) && (bytes[end] == UInt8(ascii: "\"") || bytes[end] >= 0x80))
        else { return true }
        return value.contains { FormSpaces.isSpace(bytes, at: $0, before: end) }
    }
}
