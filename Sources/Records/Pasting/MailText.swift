import Bytes

// Finds the bodies in the source of an email that its headers call quoted-printable or base64.
//
//    Subject: x
//    Content-Type: multipart/alternative; boundary="B"
//                                                    a blank line ends the headers, or any other block of lines
//    --B                                             a separator is in the same block as the headers of its part
//    Content-Transfer-Encoding: quoted-printable
//
//    https://a.example/?b=3D1                        the body ends at the next separator, or at the headers of another mail or part
//    --B--
//
// The text may be a part of a mail, several mails, or a text about mails. Other code decides whether a body really is encoded.

/// The parts of a text that may be the source of an email.
struct MailParts {
    /// The text above the first header that names an encoding; the whole text if there is no such header.
    private(set) var head: Range<Int>
    /// The bodies below a header `Content-Transfer-Encoding`.
    private(set) var bodies: [MailPart] = []

    private let bytes: [UInt8]
    private var block = Block(top: 0)
    private var hasHeader = false
    private var body: (start: Int, encoding: MailPart.Encoding, separator: Range<Int>?)?

    /// The lines below the last blank line.
    private struct Block {
        /// Where the block begins or, if it has a separator, the end of the line above the separator. What is above this place belongs to
        /// the text before the headers.
        var top: Int
        /// The last line that begins with `--`.
        var separator: Range<Int>?
        var encoding: MailPart.Encoding?
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        head = bytes.indices
        var start = 0
        var endAbove = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
            let next = bytes.has("\r\n", at: end, before: bytes.count) ? end + 2 : min(end + 1, bytes.count)
            read(trimmed(start..<end), below: endAbove, next: next)
            endAbove = end
            start = next
        }
        endBody(at: bytes.count)
    }

    /// The headers with which the source of an email, or a part of one, usually begins.
    private static let first: [StaticString] = [
        "from", "received", "return-path", "mime-version", "delivered-to", "content-type", "content-transfer-encoding",
    ]

    /// Returns whether a line may be the first one of a mail.
    static func begin(with line: Span<UInt8>) -> Bool {
        let colon = line.place(of: UInt8(ascii: ":"), from: 0, end: min(line.count, 32))
        return colon < line.count && line[colon] == UInt8(ascii: ":") && first.contain(line, 0..<colon)
    }

    /// Returns whether a line is a header, or continues the one above: `Subject: x`. Below others, a header needs no space: `Message-ID:<x>`.
    static func isHeader(_ line: Span<UInt8>, isFirst: Bool) -> Bool {
        guard !line.isEmpty, !ByteClass.isBlank(line[0]) else { return !line.isEmpty }
        let name = line.indices.prefix { ByteClass.isLetterOrDigit(line[$0]) || line[$0] == UInt8(ascii: "-") }
        let end = name.upperBound + 1
        return end > 1 && line.hasLetters(":", at: end - 1)
            && (end == line.count || ByteClass.isBlank(line[end]) || !isFirst && !line.hasLetters("//", at: end))
    }

    private mutating func read(_ line: Range<Int>, below endAbove: Int, next: Int) {
        if line.isEmpty {
            if let encoding = block.encoding { body = (next, encoding, block.separator) }
            block = Block(top: next)
        } else if bytes.has("--", at: line.lowerBound, before: line.upperBound) {
            block.top = endAbove
            block.separator = line
            if let separator = body?.separator, isSeparator(line, separator) { endBody(at: endAbove) }
        } else if let value = valueOfHeader(line) {
            endBody(at: block.top)
            if !hasHeader { head = 0..<block.top }
            hasHeader = true
            block.encoding = encoding(value)
        }
    }

    private mutating func endBody(at end: Int) {
        if let body { bodies.append(MailPart(range: body.start..<max(body.start, end), encoding: body.encoding)) }
        body = nil
    }

    /// Returns whether a line is this separator, or the last one: `--B` or `--B--`.
    private func isSeparator(_ line: Range<Int>, _ separator: Range<Int>) -> Bool {
        let rest = line.dropFirst(separator.count)
        return bytes[line].starts(with: bytes[separator]) && (rest.isEmpty || bytes[rest].elementsEqual("--".utf8))
    }

    /// Returns where the value of a header that names an encoding begins; nil for any other line. The value may be on the next line.
    private func valueOfHeader(_ line: Range<Int>) -> Int? {
        let name: StaticString = "content-transfer-encoding:"
        guard bytes.hasLetters(name, at: line.lowerBound, before: line.upperBound) else { return nil }
        let start = line.lowerBound + name.utf8CodeUnitCount
        return bytes[start...].firstIndex { !ByteClass.isBlank($0) } ?? bytes.count
    }

    private func encoding(_ value: Int) -> MailPart.Encoding? {
        MailPart.Encoding.allCases.first { encoding in
            guard bytes.hasLetters(encoding.name, at: value) else { return false }
            let after = value + encoding.name.utf8CodeUnitCount
            let end = bytes[after...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
            let next = bytes[after..<end].first { !ByteClass.isBlank($0) }
            return next.map { ";(".utf8.contains($0) } ?? true
        }
    }

    /// Returns the range of the line without the spaces at its end.
    private func trimmed(_ line: Range<Int>) -> Range<Int> {
        line.lowerBound..<(bytes[line].lastIndex { !ByteClass.isBlank($0) } ?? line.lowerBound - 1) + 1
    }
}

/// A part of a text that is encoded as mails are.
struct MailPart {
    enum Encoding: CaseIterable {
        /// A broken line ends in `=`, and `=3D` is an equals sign.
        case quotedPrintable
        case base64

        var name: StaticString { self == .quotedPrintable ? "quoted-printable" : "base64" }
    }

    var range: Range<Int>
    var encoding: Encoding
}

/// Decodes the encoded parts of mail text.
enum MailText {
    /// The maximum length of a quoted-printable line that the encoding allows.
    private static let longestLine = 76

    /// Returns the parts of the text that are encoded. If headers name the encoding of a body, a few signs of it are enough. Text without
    /// headers must look quoted-printable throughout.
    static func parts(of bytes: [UInt8]) -> [MailPart] {
        let mail = MailParts(bytes)
        let head = isLikely(bytes, mail.head) ? [MailPart(range: mail.head, encoding: .quotedPrintable)] : []
        return head
            + mail.bodies.compactMap { part in
                guard part.encoding == .base64 else { return isEncoded(bytes, part.range) ? part : nil }
                let lines = MailPart(range: base64Lines(bytes, part.range), encoding: .base64)
                return readable(bytes, lines.range) == nil ? nil : lines
            }
    }

    static func decoded(_ text: TracedText, _ parts: [MailPart]) -> TracedText {
        var result = TracedText()
        var end = 0
        for part in parts {
            result.append(text, end..<part.range.lowerBound)
            switch part.encoding {
            case .quotedPrintable:
                let body = decoded(text, part.range)
                result.append(body, 0..<body.count)
            case .base64: result.append(readable(text.bytes, part.range) ?? [], for: part.range, of: text)
            }
            end = part.range.upperBound
        }
        result.append(text, end..<text.count)
        return result
    }

    /// Returns the lines at the beginning of a body that have only letters of base64. The rest belongs to the text around the mail.
    private static func base64Lines(_ bytes: [UInt8], _ body: Range<Int>) -> Range<Int> {
        let start = bytes[body].firstIndex { !ByteClass.isLineEnd($0) } ?? body.upperBound
        var end = start
        var position = start
        while position < body.upperBound {
            let lineEnd = bytes[position..<body.upperBound].firstIndex(where: ByteClass.isLineEnd) ?? body.upperBound
            guard position < lineEnd, bytes[position..<lineEnd].allSatisfy({ Base64.isLetter($0) || $0 == UInt8(ascii: "=") }) else {
                break
            }
            end = lineEnd
            position = bytes.has("\r\n", at: lineEnd, before: body.upperBound) ? lineEnd + 2 : lineEnd + 1
        }
        return start..<end
    }

    /// Returns the text of a base64 body. Returns nil if the body is not text, such as a picture.
    private static func readable(_ bytes: [UInt8], _ body: Range<Int>) -> [UInt8]? {
        guard !body.isEmpty, let text = Base64.decoded(Array(bytes[body])) else { return nil }
        return text.contains { ByteClass.isControl($0) && !ByteClass.isBlank($0) } ? nil : text
    }

    private static func decoded(_ text: TracedText, _ part: Range<Int>) -> TracedText {
        text.decoding(part, where: { $0 == UInt8(ascii: "=") }) { equals in
            if let length = breakLength(text.bytes, equals, in: part) { return ([], length) }
            return QuotedPrintableCoding.escape(in: text.bytes.span, at: equals, end: part.upperBound).map { ([$0], 3) }
        } ?? TracedText(text, part)
    }

    /// Returns whether a body is encoded, as its header says. A mail program may have copied the header and the decoded text. An encoded
    /// text has `=3D` for each equals sign. Without one, it must have a broken line, and every `=` must have a meaning.
    private static func isEncoded(_ bytes: [UInt8], _ body: Range<Int>) -> Bool {
        var hasBreak = false
        var hasOther = false
        var position = body.lowerBound
        while let equals = bytes[position..<body.upperBound].firstIndex(of: UInt8(ascii: "=")) {
            position = equals + 1
            if let length = breakLength(bytes, equals, in: body) {
                hasBreak = true
                position = equals + length
            } else if let byte = QuotedPrintableCoding.escape(in: bytes.span, at: equals, end: body.upperBound) {
                if byte == UInt8(ascii: "=") { return true }
            } else {
                hasOther = true
            }
        }
        return hasBreak && !hasOther
    }

    /// Returns whether every `=` in the part can belong to quoted-printable, and at least one `=` has no other meaning.
    private static func isLikely(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
        var breaks = 0
        var escapes = 0
        var lineStart = part.lowerBound
        var mayBeHardWrap = false
        for position in part {
            switch bytes[position] {
            case 0x0A, 0x0D: lineStart = position + 1
            case UInt8(ascii: "="):
                if let length = plainBreakLength(bytes, position, before: part.upperBound) {
                    guard position - lineStart < longestLine else { return false }
                    breaks += 1
                    mayBeHardWrap =
                        mayBeHardWrap || bytes[lineStart..<position].contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }
                        || LinkStart.isAt(position + length, in: bytes, before: part.upperBound)
                } else if QuotedPrintableCoding.escape(in: bytes.span, at: position, end: part.upperBound) != nil {
                    escapes += 1
                } else {
                    return false
                }
            default: break
            }
        }
        return breaks > 0 && (escapes > 0 || !mayBeHardWrap)
    }

    /// Returns the length of the soft line break that begins at this `=` in an encoded part. A mail server may have added spaces before the
    /// line end. An `=` at the end of the part is a line break too, because the line end above a separator does not belong to the part.
    private static func breakLength(_ bytes: [UInt8], _ equals: Int, in part: Range<Int>) -> Int? {
        if let length = plainBreakLength(bytes, equals, before: part.upperBound) { return length }
        let end = bytes[(equals + 1)..<part.upperBound].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? part.upperBound
        if end == part.upperBound { return end - equals }
        guard ByteClass.isLineEnd(bytes[end]) else { return nil }
        return end - equals + (bytes.has("\r\n", at: end, before: part.upperBound) ? 2 : 1)
    }

    /// Returns the length of the soft line break that begins at this `=`. Its line break may have been removed.
    private static func plainBreakLength(_ bytes: [UInt8], _ position: Int, before end: Int) -> Int? {
        if bytes.has("=\r\n", at: position, before: end) { return 3 }
        // Many terminals paste a line end as a carriage return.
        if bytes.has("=\n", at: position, before: end) || bytes.has("=\r", at: position, before: end) { return 2 }
        return QuotedPrintableCoding.isLostBreak(in: bytes.span, at: position, end: end) ? 1 : nil
    }
}
