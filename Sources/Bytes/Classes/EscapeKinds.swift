/// The kinds of bytes that the escapes in a text decode to, collected while the text is parsed.
///
/// The kinds answer most questions about a link without a second pass, for example whether the link hides something or whether a name is
/// obfuscated.
@usableFromInline
package struct EscapeKinds: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A byte of 128 or more.
    @inlinable package static var beyondASCII: EscapeKinds { EscapeKinds(rawValue: 1) }
    /// A control character.
    @inlinable package static var control: EscapeKinds { EscapeKinds(rawValue: 2) }
    /// A byte that never needs an escape: a letter, a digit, or one of `-._~`.
    @inlinable package static var needless: EscapeKinds { EscapeKinds(rawValue: 4) }
    /// The escape `%25`. The bytes after it may form a double escape.
    @inlinable package static var percent: EscapeKinds { EscapeKinds(rawValue: 8) }
    @inlinable package static var backslash: EscapeKinds { EscapeKinds(rawValue: 16) }
    /// An `@`, even without an escape. A user name and a password may come before it.
    @inlinable package static var at: EscapeKinds { EscapeKinds(rawValue: 32) }

    /// A `+` without an escape. It may stand for a space.
    @inlinable package static var plus: EscapeKinds { EscapeKinds(rawValue: 64) }

    @inlinable package static var all: EscapeKinds { EscapeKinds(rawValue: 127) }

    // These properties use plain bit tests instead of set operations, because they are read for each link.

    /// Whether the set contains a byte of 128 or more.
    @inlinable package var isBeyondASCII: Bool { rawValue & 1 != 0 }
    /// Whether names can be compared as written, because there is no needless escape, no backslash and no `@`.
    @inlinable package var isHarmless: Bool { rawValue & (4 | 16 | 32) == 0 }
    /// Whether decoding yields no control character, and no backslash, because a backslash may begin an escape for a control character.
    @inlinable package var isWithoutControl: Bool { rawValue & (2 | 16) == 0 }

    @inlinable package var hasPlus: Bool { rawValue & 64 != 0 }

    @inlinable
    @inline(__always)
    package mutating func add(_ other: EscapeKinds) { self = EscapeKinds(rawValue: rawValue | other.rawValue) }
}
