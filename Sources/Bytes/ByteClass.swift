/// Classifies single bytes: letters, digits, space characters, and so on.
@usableFromInline
package enum ByteClass {
    @inlinable
    @inline(__always)
    package static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    @inlinable
    @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    @inlinable
    @inline(__always)
    package static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

    /// Returns whether a byte is a letter, a digit or one of `-._~`. These characters never need escaping in a URL (RFC 3986, section 2.3).
    @inlinable
    @inline(__always)
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        if isLetterOrDigit(byte) { return true }
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): return true
        default: return false
        }
    }

    /// Returns whether a byte may come after the first letter of a scheme (RFC 3986, section 3.1).
    @inlinable
    @inline(__always)
    package static func isSchemeTail(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Returns whether bytes are a scheme (RFC 3986, section 3.1): a letter, then letters, digits, `+`, `-` and `.`.
    package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.first.map(isLetter) == true && bytes.allSatisfy(isSchemeTail)
    }

    /// Returns whether bytes begin with a scheme and a colon.
    package static func hasScheme(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.firstIndex(of: UInt8(ascii: ":")).map { isScheme(bytes[..<$0]) } == true
    }

    /// Returns whether a byte is a space, a tab, a line end, a vertical tab or a form feed.
    @inlinable
    @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    /// Returns whether a byte is a space between JSON values: a space, a tab or a line end (RFC 8259, section 2).
    @inlinable
    @inline(__always)
    package static func isJSONSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || isLineEnd(byte) }

    /// Returns whether a byte is what HTML calls ASCII whitespace: a space, a tab, a line end or a form feed.
    @inlinable
    @inline(__always)
    package static func isHTMLSpace(_ byte: UInt8) -> Bool { isJSONSpace(byte) || byte == 0x0C }

    @inlinable
    @inline(__always)
    package static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    @inlinable
    @inline(__always)
    package static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    @inlinable
    @inline(__always)
    package static func lowered(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }

    /// Returns the value of a hexadecimal digit in either case.
    @inlinable
    @inline(__always)
    package static func hexadecimal(_ byte: UInt8) -> UInt8? {
        let value = ByteTable.hex(byte)
        return value < 16 ? value : nil
    }
}

/// A set of ASCII bytes in two words. A membership test is one shift and needs neither an allocation nor a table.
@usableFromInline
package struct ByteSet: Sendable {
    @usableFromInline var words = SIMD2<UInt64>()

    @inlinable package init() {}

    /// Creates the set of the ASCII characters in a text.
    package init(_ characters: String) {
        for byte in characters.utf8 where byte < 128 { insert(byte) }
    }

    package mutating func insert(_ byte: UInt8) {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        if byte & 64 == 0 { words.x |= bit } else { words.y |= bit }
    }

    @inlinable
    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte & 64 == 0 ? words.x : words.y) >> UInt64(byte & 63) & 1 != 0
    }

    package func union(_ other: ByteSet) -> ByteSet {
        var union = self
        union.words |= other.words
        return union
    }
}

/// Lookup tables that store one ASCII character per byte value in constant memory. A lookup is one load, and there is no setup.
@usableFromInline
package enum ByteTable {
    /// Returns the class of a byte after the authority: `.` for a byte that needs no encoding, `x` for a byte that must be encoded. `%`,
    /// `?`, `#`, `&`, `=`, `+` and `;` stand for themselves.
    @inlinable
    @inline(__always)
    package static func rest(_ byte: UInt8) -> UInt8 {
        // The literal has 256 characters, one per byte value.
        unsafe restClasses.utf8Start[Int(byte)]
    }

    /// Returns the value of a hex digit; 16 or more for any other byte.
    @inlinable
    @inline(__always)
    package static func hex(_ byte: UInt8) -> UInt8 {
        // As in `rest`, the literal has one character per byte value. `@` to `O` stand for 0 to 15, `~` for any other byte.
        unsafe hexDigits.utf8Start[Int(byte)] &- 0x40
    }

    /// Returns the value of a base64 letter, in the standard or the URL-safe alphabet; 64 or more for any other byte.
    @inlinable
    @inline(__always)
    package static func base64(_ byte: UInt8) -> UInt8 {
        // As in `rest`, the literal has one character per byte value. `0` to `o` stand for 0 to 63, `~` for any other byte.
        unsafe base64Letters.utf8Start[Int(byte)] &- 0x30
    }

    /// Returns the kinds of a decoded byte as ``EscapeKinds``.
    @inlinable
    @inline(__always)
    package static func kinds(_ byte: UInt8) -> EscapeKinds {
        // As in `rest`, the literal has one character per byte value. `@` stands for no kinds.
        EscapeKinds(rawValue: unsafe escapeKinds.utf8Start[Int(byte)] &- 0x40)
    }

    @inlinable static var restClasses: StaticString {
        """
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.x#.%&....+...............;x=x?\
        ...........................xxxx.x..........................xxx.x\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        """
    }

    @inlinable static var hexDigits: StaticString {
        """
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~@ABCDEFGHI~~~~~~\
        ~JKLMNO~~~~~~~~~~~~~~~~~~~~~~~~~~JKLMNO~~~~~~~~~~~~~~~~~~~~~~~~~\
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """
    }

    @inlinable static var escapeKinds: StaticString {
        """
        BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@\
        @@@@@@@@@@@@@@@@@@@@@@@@@@@@D@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@B\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAQAAAAAAAAAQQQQQQQQQQQQQQQQQQQQQQQQAAAAAAQAAQQQQQQQQQQQQQQQQQQQ
        """
    }

    @inlinable static var base64Letters: StaticString {
        #"""
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~n~n~odefghijklm~~~~~~\#
        ~0123456789:;<=>?@ABCDEFGHI~~~~o~JKLMNOPQRSTUVWXYZ[\]^_`abc~~~~~\#
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~\#
        ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#
    }
}

/// The kinds of bytes that the escapes in a text decode to, and the delimiters that are often misplaced, collected while the text is parsed.
///
/// The kinds answer most questions about a link without a second pass, for example whether the link hides something.
@usableFromInline
package struct EscapeKinds: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A byte of 128 or more.
    @inlinable package static var beyondASCII: EscapeKinds { EscapeKinds(rawValue: 1) }
    @inlinable package static var control: EscapeKinds { EscapeKinds(rawValue: 2) }
    @inlinable package static var backslash: EscapeKinds { EscapeKinds(rawValue: 4) }

    /// A `+` without an escape. It may stand for a space.
    @inlinable package static var plus: EscapeKinds { EscapeKinds(rawValue: 8) }

    /// A byte that may begin an invisible character. Most Latin letters, Han and Hangul begin with other bytes.
    @inlinable package static var rare: EscapeKinds { EscapeKinds(rawValue: 16) }

    /// A `?` in the query, without an escape.
    @inlinable package static var secondQuestionMark: EscapeKinds { EscapeKinds(rawValue: 32) }

    /// A `;` without an escape.
    @inlinable package static var semicolon: EscapeKinds { EscapeKinds(rawValue: 64) }

    /// An `&` in the path, without an escape.
    @inlinable package static var ampersandInPath: EscapeKinds { EscapeKinds(rawValue: 128) }

    @inlinable package static var all: EscapeKinds { EscapeKinds(rawValue: 255) }

    // These properties use plain bit tests instead of set operations, because they are read for each link.

    /// Whether the set contains a byte of 128 or more.
    @inlinable package var isBeyondASCII: Bool { rawValue & 1 != 0 }
    /// Whether decoding yields only visible characters, and no backslash, because a backslash may begin an escape for an invisible one.
    @inlinable package var isVisible: Bool { rawValue & (2 | 4 | 16) == 0 }

    @inlinable package var hasPlus: Bool { rawValue & 8 != 0 }
    @inlinable package var hasSecondQuestionMark: Bool { rawValue & 32 != 0 }
    @inlinable package var hasSemicolon: Bool { rawValue & 64 != 0 }
    @inlinable package var hasAmpersandInPath: Bool { rawValue & 128 != 0 }
}

extension Span<UInt8> {
    /// The range of the bytes without leading and trailing white space.
    package var trimmed: Range<Int> { trimmed(0..<count) }

    /// Returns `range` without the white space at its ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ByteClass.isBlank(self[start]) { start += 1 }
        while end > start, ByteClass.isBlank(self[end - 1]) { end -= 1 }
        return start..<end
    }
}
