import Bytes

// Finds the bodies in the source of a mail that its headers call quoted-printable.
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

/// The parts of a text that may be the source of a mail.
struct MailParts {
    /// The text above the first header that names an encoding; the whole text if there is no such header.
    private(set) var head: Range<Int>
    /// The bodies below a header `Content-Transfer-Encoding: quoted-printable`.
    private(set) var bodies: [Range<Int>] = []

    private let bytes: [UInt8]
    private var block = Block(top: 0)
    private var hasHeader = false
    private var body: Body?

    /// The lines below the last blank line.
    private struct Block {
        /// Where the block begins or, if it has a separator, the end of the line above the separator. What is above this place belongs to
        /// the text before the headers.
        var top: Int
        /// The last line that begins with `--`.
        var separator: Range<Int>?
        var isEncoded = false
    }

    private struct Body {
        var start: Int
        var separator: Range<Int>?
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

    private mutating func read(_ line: Range<Int>, below endAbove: Int, next: Int) {
        if line.isEmpty {
            if block.isEncoded { body = Body(start: next, separator: block.separator) }
            block = Block(top: next)
        } else if bytes.has("--", at: line.lowerBound, before: line.upperBound) {
            block.top = endAbove
            block.separator = line
            if let separator = body?.separator, isSeparator(line, separator) { endBody(at: endAbove) }
        } else if let isEncoded = encoding(line) {
            endBody(at: block.top)
            if !hasHeader { head = 0..<block.top }
            hasHeader = true
            block.isEncoded = isEncoded
        }
    }

    private mutating func endBody(at end: Int) {
        if let body { bodies.append(body.start..<max(body.start, end)) }
        body = nil
    }

    /// Returns whether a line is this separator, or the last one: `--B` or `--B--`.
    private func isSeparator(_ line: Range<Int>, _ separator: Range<Int>) -> Bool {
        let rest = line.dropFirst(separator.count)
        return bytes[line].starts(with: bytes[separator]) && (rest.isEmpty || bytes[rest].elementsEqual("--".utf8))
    }

    /// Returns whether a line is the header of a quoted-printable body; nil if it does not name an encoding. The value may be on the next
    /// line.
    private func encoding(_ line: Range<Int>) -> Bool? {
        let name: StaticString = "content-transfer-encoding:"
        guard bytes.hasLetters(name, at: line.lowerBound, before: line.upperBound) else { return nil }
        let rest = bytes[(line.lowerBound + name.utf8CodeUnitCount)...]
        guard let start = rest.firstIndex(where: { !ByteClass.isBlank($0) }) else { return false }
        guard bytes.hasLetters("quoted-printable", at: start) else { return false }
        let after = start + "quoted-printable".utf8.count
        let end = bytes[after...].firstIndex(where: ByteClass.isLineEnd) ?? bytes.count
        let next = bytes[after..<end].first { !ByteClass.isBlank($0) }
        return next.map { ";(".utf8.contains($0) } ?? true
    }

    /// Returns the range of the line without the spaces at its end.
    private func trimmed(_ line: Range<Int>) -> Range<Int> {
        line.lowerBound..<(bytes[line].lastIndex { !ByteClass.isBlank($0) } ?? line.lowerBound - 1) + 1
    }
}
