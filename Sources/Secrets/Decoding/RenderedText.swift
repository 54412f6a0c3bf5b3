package import Bytes

/// Characters that people see differently from programs: zero-width characters, control characters and control sequences of a terminal, which
/// are invisible, and the quotes of word processors and of HTML and the full-width colon, which people read as plain ones.
///
///    access\u{200B}_token=abc   access%E2%80%8B_token=abc         look like access_token=abc
///    {“token”:“abc”}            {&quot;token&quot;:&quot;abc&quot;}   look like {"token":"abc"}
///    {&amp;quot;token…          {&ldquo;token…                      HTML that was escaped twice, and typographic quotes of HTML
///    {"pass\u200Bword":"a"}     pass&#8203;word=a                   look like {"password":"a"} and password=a
enum RenderedText {
    private static let backslash = UInt8(ascii: "\\")

    /// Bytes of a text, and the character that people see instead of them. `seen` is nil if they see nothing.
    typealias Place = (range: Range<Int>, seen: UInt8?)

    /// Returns the first place at or after an index where people see something else than the bytes.
    static func next(in bytes: ByteView, from start: Int) -> Place? {
        var index = start
        while index < bytes.count {
            // Marks each byte beyond ASCII, each &, backslash and control character. After the first of them, other bytes may be marked by
            // mistake, so only the first mark is used.
            let word = bytes.word(at: index)
            let marks =
                (word | zeros(word ^ 0x2626_2626_2626_2626) | zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C) | (word &- 0x2020_2020_2020_2020) & ~word)
                & 0x8080_8080_8080_8080
            guard marks != 0 else {
                index += 8
                continue
            }
            index += marks.trailingZeroBitCount / 8
            // The zeros after the end are marked, too.
            guard index < bytes.count else { return nil }
            if let place = place(bytes, at: index) { return place }
            index += 1
        }
        return nil
    }

    /// Marks the zero bytes with their highest bit.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

    private static func place(_ bytes: ByteView, at index: Int) -> Place? {
        if bytes[index] == UInt8(ascii: "&") {
            var name = index + 1
            while bytes.hasPrefix("amp;", at: name) { name += 4 }
            return CharacterReference.read(bytes, after: name).flatMap { place(of: $0.scalar, index..<$0.end) }
        }
        if bytes[index] == backslash { return escaped(bytes, at: index) }
        if let end = ControlSequence.end(in: bytes, at: index) { return (index..<end, nil) }
        // The first byte of each of the other characters is of the kind `rare`.
        guard bytes[index] < 0x20 || ByteTable.kinds(bytes[index]).contains(.rare) else { return nil }
        let length = bytes[index] < 0x80 ? 1 : max((~bytes[index]).leadingZeroBitCount, 2)
        let scalar = (1..<length).reduce(UInt32(bytes[index]) & 0x7F >> UInt32(length == 1 ? 0 : length)) { value, offset in
            bytes[index + offset] & 0xC0 == 0x80 ? value << 6 | UInt32(bytes[index + offset] & 0x3F) : .max
        }
        return Unicode.Scalar(scalar).flatMap { place(of: $0, index..<index + length) }
    }

    /// Returns the place of an escaped character that is invisible: `\u200B`, with more backslashes in a string inside a string. There, the
    /// halves of a pair of surrogates do not touch.
    private static func escaped(_ bytes: ByteView, at index: Int) -> Place? {
        // The first backslash of a run has read it.
        guard bytes[index - 1] != backslash else { return nil }
        let last = bytes.skip(index) { $0 == backslash } - 1
        guard let escape = JSONEscape(in: bytes, at: last, end: bytes.count), escape.isLoneSurrogate || isInvisible(escape.scalar) else {
            return nil
        }
        return (index..<last + escape.length, nil)
    }

    private static func place(of scalar: Unicode.Scalar, _ range: Range<Int>) -> Place? {
        switch scalar {
        // The last of each are the full-width ones.
        case "\"", "«", "»", "“", "”", "„", "‟", "″", "＂": (range, UInt8(ascii: "\""))
        case "'", "‘", "’", "‚", "‛", "′", "＇": (range, UInt8(ascii: "'"))
        case "：": (range, UInt8(ascii: ":"))
        default: isInvisible(scalar) ? (range, nil) : nil
        }
    }

    /// Returns whether nobody sees a character: a control character other than white space, or a zero-width character.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 ? !(0x09...0x0D).contains(scalar.value) : scalar.properties.isDefaultIgnorableCodePoint
    }
}

/// An HTML character reference that occurs in links: one of a few names, or a number of at most seven decimal or six hexadecimal digits.
///
///     &quot;   &#34;   &#x22;     all three are "
package enum CharacterReference {
    private static let named: [(StaticString, Unicode.Scalar)] = [
        ("amp;", "&"), ("quot;", "\""), ("apos;", "'"), ("lt;", "<"), ("gt;", ">"), ("nbsp;", "\u{A0}"), ("ldquo;", "“"), ("rdquo;", "”"),
        ("bdquo;", "„"), ("lsquo;", "‘"), ("rsquo;", "’"), ("sbquo;", "‚"), ("laquo;", "«"), ("raquo;", "»"),
    ]
    /// The maximum length of a number with its `#` or `#x`, without its `;`.
    private static let longest = 8

    /// Returns the character that a reference stands for, and the length of the reference. Returns nil if none begins at `place`.
    package static func read(_ bytes: ByteView, at place: Int) -> (scalar: Unicode.Scalar, length: Int)? {
        guard bytes[place] == UInt8(ascii: "&") else { return nil }
        return read(bytes, after: place + 1).map { ($0.scalar, $0.end - place) }
    }

    /// Returns the character that a reference stands for, and the end of the reference. `start` is the place after its `&`.
    static func read(_ bytes: ByteView, after start: Int) -> (scalar: Unicode.Scalar, end: Int)? {
        for (name, scalar) in named where bytes.hasPrefix(name, at: start) { return (scalar, start + name.utf8CodeUnitCount) }
        guard bytes[start] == UInt8(ascii: "#") else { return nil }
        let isHexadecimal = bytes[start + 1] | 0x20 == UInt8(ascii: "x")
        let first = start + (isHexadecimal ? 2 : 1)
        var end = first
        var value: UInt32 = 0
        while end < start + longest, let digit = ByteClass.hexadecimal(bytes[end]), isHexadecimal || digit < 10 {
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
            end += 1
        }
        guard end > first, bytes[end] == UInt8(ascii: ";"), value != 0, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, end + 1)
    }
}

/// The control sequences with which programs color text in a terminal: `ESC[1;31m`. Nobody sees them, but they stand between words.
package enum ControlSequence {
    private static let escape: UInt8 = 0x1B

    /// Returns the end of the sequence that begins at a place, with `ESC` or with the character U+009B. Nil if none begins there.
    package static func end(in bytes: ByteView, at start: Int) -> Int? {
        let isShort = bytes[start] == 0xC2 && bytes[start + 1] == 0x9B
        guard isShort || bytes[start] == escape else { return nil }
        var end = start + (isShort ? 2 : 1)
        if isShort || bytes[end] == UInt8(ascii: "[") {
            if !isShort { end += 1 }
            end = bytes.skip(end) { $0 >= 0x30 && $0 < 0x40 }
        }
        end = bytes.skip(end) { $0 >= 0x20 && $0 < 0x30 }
        // A letter right after ESC belongs to the text.
        return end > start + 1 && end < bytes.count && bytes[end] >= 0x30 && bytes[end] < 0x7F ? end + 1 : nil
    }

    /// Returns the end of the sequence around a letter or digit, such as the `3` or the `m` of `ESC[31m`. Nil if it is in no sequence.
    static func end(in bytes: ByteView, around place: Int) -> Int? {
        var start = bytes.skipBack(place, atMost: 16) { $0 >= 0x30 && $0 < 0x40 }
        if bytes[start - 1] == UInt8(ascii: "[") { start -= 1 }
        return bytes[start - 1] == escape ? end(in: bytes, at: start - 1) : nil
    }
}
