/// The kinds of bytes that the escapes in a text decode to, and the delimiters that are often misplaced, collected while the text is parsed.
///
/// The kinds answer most questions about a link without a second pass, for example whether the link hides something.
@usableFromInline
package struct EscapeKinds: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A byte of 128 or more.
    @inlinable package static var beyondASCII: EscapeKinds { EscapeKinds(rawValue: 1) }
    /// A control character.
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

    @inlinable
    @inline(__always)
    package mutating func add(_ other: EscapeKinds) { self = EscapeKinds(rawValue: rawValue | other.rawValue) }
}
