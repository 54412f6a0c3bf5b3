import Records

/// A number for secrets, so that a baseline can tell a new secret from a known one without having either.
///
/// The number has only 12 bits. A whole hash would confirm a guess, so that someone could find a password or a short code by trying all
/// possibilities. With 12 bits, one of 4096 guesses has the right number. The shortest secrets that are reported have millions of millions
/// of possibilities, so far too many guesses remain. The price is that a new secret of the same length is taken for the known one in one of
/// 4096 cases.
package struct SecretMark: Sendable, Hashable {
    private let value: UInt64
    private static let mask: UInt64 = 0xFFF

    init(_ secrets: [ArraySlice<UInt8>]) {
        // A zero byte ends each secret, so that moving bytes from one to the next changes the number.
        value = ContentHash.of(Array(secrets.map { $0 + [0] }.joined()).span) & Self.mask
    }

    /// The number as text.
    package var words: String { String(value, radix: 16) }
}
