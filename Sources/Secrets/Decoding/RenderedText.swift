package import Bytes

/// Characters that people see differently from programs: zero-width characters, control characters and control sequences of a terminal, which
/// are invisible, and the quotes of word processors and of HTML, which people read as plain quotes.
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
            guard let (scalar, end) = CharacterReference.read(bytes, after: name) else { return nil }
            let start = beginning(of: scalar)
            return zeroWidth(start) > 0 ? (index..<end, nil) : quote(start).map { (index..<end, $0.seen) }
        }
        if bytes[index] == backslash { return escaped(bytes, at: index) }
        if let end = ControlSequence.end(in: bytes, at: index) { return (index..<end, nil) }
        // The first byte of each of the other characters is of the kind `rare`.
        guard bytes[index] < 0x20 || ByteTable.kinds(bytes[index]).contains(.rare) else { return nil }
        let start = UInt32(truncatingIfNeeded: bytes.word(at: index)).byteSwapped
        let hidden = zeroWidth(start)
        if hidden > 0 { return (index..<index + hidden, nil) }
        return quote(start).map { (index..<index + $0.length, $0.seen) }
    }

    /// Returns the escape of an invisible character: `\u200B`, with more backslashes in a string inside a string.
    private static func escaped(_ bytes: ByteView, at index: Int) -> Place? {
        let letter = bytes.skip(index) { $0 == backslash }
        guard let first = unit(bytes, at: letter) else { return nil }
        var end = letter + 5
        var value = first
        if UTF16.isLeadSurrogate(UInt16(first)) {
            let second = bytes.skip(end) { $0 == backslash }
            guard second > end, let last = unit(bytes, at: second), UTF16.isTrailSurrogate(UInt16(last)) else { return nil }
            value = 0x10000 + (first & 0x3FF) << 10 + last & 0x3FF
            end = second + 5
        }
        return Unicode.Scalar(value).flatMap { zeroWidth(beginning(of: $0)) > 0 ? (index..<end, nil) : nil }
    }

    /// Returns the number after the letter `u`.
    private static func unit(_ bytes: ByteView, at letter: Int) -> UInt32? {
        guard bytes[letter] == UInt8(ascii: "u") else { return nil }
        var value: UInt32 = 0
        for place in letter + 1...letter + 4 {
            guard let digit = ByteClass.hexadecimal(bytes[place]) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Returns four bytes that begin with a character.
    private static func beginning(of scalar: Unicode.Scalar) -> UInt32 {
        zip(String(scalar).utf8, [24, 16, 8, 0] as [UInt32]).reduce(0) { $0 | UInt32($1.0) << $1.1 }
    }

    /// Returns the length of the quote that four bytes begin with, and the plain quote that it is or looks like.
    private static func quote(_ start: UInt32) -> (length: Int, seen: UInt8)? {
        switch start >> 24 {
        case 0x22: return (1, UInt8(ascii: "\""))
        case 0x27: return (1, UInt8(ascii: "'"))
        default: break
        }
        // « and ».
        if start >> 16 == 0xC2AB || start >> 16 == 0xC2BB { return (2, UInt8(ascii: "\"")) }
        switch start >> 8 {
        // “ ” „ ‟ ″ and the full-width quote.
        case 0xE2809C...0xE2809F, 0xE280B3, 0xEFBC82: return (3, UInt8(ascii: "\""))
        // ‘ ’ ‚ ‛ ′ and the full-width apostrophe.
        case 0xE28098...0xE2809B, 0xE280B2, 0xEFBC87: return (3, UInt8(ascii: "'"))
        default: return nil
        }
    }

    /// Returns the length in bytes of the invisible character that four bytes begin with, or 0 if they begin with none.
    private static func zeroWidth(_ start: UInt32) -> Int {
        switch start >> 24 {
        // Control characters except white space.
        case 0x00...0x08, 0x0E...0x1F, 0x7F: return 1
        default: break
        }
        switch start >> 16 {
        // The soft hyphen, the combining grapheme joiner, the Arabic letter mark.
        case 0xC2AD, 0xCD8F, 0xD89C: return 2
        default: break
        }
        switch start >> 8 {
        // Hangul and Khmer fillers, Mongolian separators.
        case 0xE1859F...0xE185A0, 0xE19EB4...0xE19EB5, 0xE1A08B...0xE1A08F, 0xE385A4, 0xEFBEA0: return 3
        // Zero-width spaces, joiners, direction marks, invisible operators.
        case 0xE2808B...0xE2808F, 0xE280AA...0xE280AE, 0xE281A0...0xE281AF, 0xEFBBBF: return 3
        // Variation selectors and reserved code points of this kind.
        case 0xEFB880...0xEFB88F, 0xEFBFB0...0xEFBFB8: return 3
        default: break
        }
        switch start {
        // Shorthand and musical format controls, tags, supplementary variation selectors.
        case 0xF09BB2A0...0xF09BB2A3, 0xF09D85B3...0xF09D85BA: return 4
        case 0xF3A08080...0xF3A0BFBF: return start & 0x80 != 0 ? 4 : 0
        default: return 0
        }
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
        var start = place
        while place - start < 16, bytes[start - 1] >= 0x30, bytes[start - 1] < 0x40 { start -= 1 }
        if bytes[start - 1] == UInt8(ascii: "[") { start -= 1 }
        return bytes[start - 1] == escape ? end(in: bytes, at: start - 1) : nil
    }
}
