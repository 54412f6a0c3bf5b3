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
enum TrailingText {
    static func tell(_ link: LinkReading, secrets: [Range<Int>], _ sink: inout FindingList) {
        let bytes = link.text
        // Nearly every link ends in a letter or a digit.
        guard let last = bytes.last, !ByteClass.isLetter(last), !ByteClass.isDigit(last), isSign(last) || isClosing(last),
            link.components.host.map({ !$0.isEmpty }) ?? false,
            let scheme = link.components.scheme, SchemeName.danger(bytes, scheme) == nil
        else { return }
        let start = start(bytes, link.components.path.lowerBound)
        let range = start..<bytes.count
        guard let sign = bytes[range].first(where: isClosing), !secrets.overlap(range),
            link.dataRange.map({ $0.upperBound <= start }) ?? true, !isText(link, before: start)
        else { return }
        let message =
            "Nothing in the link opens this \(UnicodeScalar(sign)), so it was probably copied from the text around the link."
        let repair = Repair("Remove it.", range, [])
        sink.found(cause: Finding(.trailingText, message, range: range, repair: repair)) { finding in
            guard finding.code == .unescapedSign, let place = finding.range else { return false }
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
            let escape = PercentCoding.escape(in: bytes.span, at: index, end: range.upperBound)
            let byte = escape ?? bytes[index]
            if byte == opening { opened += 1 } else if byte == closing { closed += 1 }
            index += escape == nil ? 1 : 3
        }
        // The end of a tag of HTML has its < in the link, but the tag does not belong to the link.
        return opening == closing ? opened % 2 == 0 : opened >= closed || closing == UInt8(ascii: ">") && opened > 0
    }

    /// Returns whether the end belongs to a text in a value or in the fragment: words with spaces between them, a sign after another one, as in
    /// `:)`, or a number of inches, as in `15"`.
    private static func isText(_ link: LinkReading, before end: Int) -> Bool {
        let bytes = link.text
        let path = link.components.path
        guard end > path.upperBound else { return false }
        let start = bytes[path.upperBound..<end].lastIndex { "?&#=".utf8.contains($0) } ?? path.upperBound
        let value = start + 1..<max(start + 1, end)
        guard let last = bytes[value].last, ByteClass.isLetter(last) || ByteClass.isDigit(last) || last == UInt8(ascii: "/"),
            PercentCoding.escape(in: bytes.span, at: end - 3, end: end) == nil,
            !(ByteClass.isDigit(last) && bytes[end] == UInt8(ascii: "\""))
        else { return true }
        return value.contains { FormBlanks.isSpace(bytes, at: $0, before: end) }
    }
}
