import Bytes

/// The secret word that each request must contain, if the user has set one. A listener that other machines can reach always has one.
package struct AccessToken: Sendable, Hashable {
    package let text: String

    /// The fewest characters of a token, so that guessing it takes too long.
    package static let shortest = 16

    /// Returns nil for a text that is too short, or has characters that cannot be part of a header field.
    package init?(_ text: String) {
        guard (Self.shortest...256).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.text = text
    }

    private init(generated: String) { text = generated }

    /// Returns a new token with 160 random bits.
    package static func generated() -> AccessToken {
        let digits = Array("abcdefghijklmnopqrstuvwxyz234567")
        // The system's generator is made for secrets.
        var generator = SystemRandomNumberGenerator()
        return AccessToken(generated: String((0..<32).map { _ in digits[Int.random(in: 0..<32, using: &generator)] }))
    }

    /// Returns whether the value of an `Authorization` field has this token. The comparison takes the same time wherever the first
    /// difference is, so that the time tells nothing about the token.
    func isIn(_ authorization: String) -> Bool {
        let scheme = "bearer "
        guard authorization.utf8.count > scheme.utf8.count, authorization.prefix(scheme.count).lowercased() == scheme else { return false }
        // There may be several spaces (RFC 9110, section 11.4).
        let given = Array(authorization.utf8.dropFirst(scheme.utf8.count).drop { $0 == UInt8(ascii: " ") })
        let wanted = Array(text.utf8)
        var difference = given.count ^ wanted.count
        for (index, byte) in wanted.enumerated() { difference |= Int(byte ^ (given.isEmpty ? 0 : given[index % given.count])) }
        return difference == 0
    }
}
