/// The kinds of bytes that the escapes of a text decode to, collected while the text is parsed.
///
/// It answers most questions about a link without a second pass, for example whether it hides something or whether a name is
/// obfuscated.
package struct EscapeKinds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A byte of 128 or more.
    package static var beyondASCII: EscapeKinds { EscapeKinds(rawValue: 1) }
    /// A control character.
    package static var control: EscapeKinds { EscapeKinds(rawValue: 2) }
    /// A byte that never needs an escape: letters, digits, `-._~`.
    package static var needless: EscapeKinds { EscapeKinds(rawValue: 4) }
    /// `%25`: what follows may be a double escape.
    package static var percent: EscapeKinds { EscapeKinds(rawValue: 8) }
    package static var backslash: EscapeKinds { EscapeKinds(rawValue: 16) }
    /// An `@`, even unescaped: a user name and a password may come before it.
    package static var at: EscapeKinds { EscapeKinds(rawValue: 32) }

    package static var all: EscapeKinds { EscapeKinds(rawValue: 63) }

    // Used for each link, so these are plain tests instead of set operations.

    /// Whether the set contains a byte of 128 or more.
    package var isBeyondASCII: Bool { rawValue & 1 != 0 }
    /// Whether names can be compared as written: no needless escape, no backslash, no `@`.
    package var isHarmless: Bool { rawValue & (4 | 16 | 32) == 0 }
    /// Whether decoding yields no control character, and no backslash, which may begin an escape for one.
    package var isWithoutControl: Bool { rawValue & (2 | 16) == 0 }

    @inline(__always)
    mutating func add(_ other: EscapeKinds) { self = EscapeKinds(rawValue: rawValue | other.rawValue) }
}
