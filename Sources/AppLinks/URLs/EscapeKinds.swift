/// What the escapes of a text stand for: one set for all of them, made while the text is walked over anyway.
///
/// Most questions about a link ("is something hidden in it?", "is a name written so that nobody finds it?") are answered by it with no
/// second look.
package struct EscapeKinds: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A byte of 128 or more.
    package static var beyondASCII: EscapeKinds { EscapeKinds(rawValue: 1) }
    /// A control character.
    package static var control: EscapeKinds { EscapeKinds(rawValue: 2) }
    /// What needs no escape anywhere: letters, digits, `-._~`.
    package static var needless: EscapeKinds { EscapeKinds(rawValue: 4) }
    /// `%25`: what follows may be an escape of an escape.
    package static var percent: EscapeKinds { EscapeKinds(rawValue: 8) }
    package static var backslash: EscapeKinds { EscapeKinds(rawValue: 16) }
    /// Also where it is not escaped: a name may stand before it, and a password.
    package static var at: EscapeKinds { EscapeKinds(rawValue: 32) }

    package static var all: EscapeKinds { EscapeKinds(rawValue: 63) }

    // Asked for each link, so not as sets of sets.

    /// Whether a byte of 128 or more is among them.
    package var isBeyondASCII: Bool { rawValue & 1 != 0 }
    /// Whether names stand as they read: nothing needless, no backslash, no `@`.
    package var isHarmless: Bool { rawValue & (4 | 16 | 32) == 0 }
    /// Whether nothing is among them that may not show once it is decoded: no control character, no backslash, which may begin one.
    package var isWithoutControl: Bool { rawValue & (2 | 16) == 0 }

    @inline(__always)
    mutating func add(_ other: EscapeKinds) { self = EscapeKinds(rawValue: rawValue | other.rawValue) }
}
