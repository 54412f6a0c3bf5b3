import Bytes

/// Parameters in a fragment.
enum FragmentQuery {
    /// The names that logins return.
    private static let answers: [StaticString] = [
        "access_token", "id_token", "refresh_token", "code", "error", "token_type", "expires_in", "state", "oauth_token", "oauth_verifier",
    ]

    /// Returns the `?` before the parameters of a fragment. After the first `=`, a `?` belongs to a value, which may be a link. A route may
    /// have an `=` of its own: `/list;page=2?sort=name`.
    static func mark(_ bytes: [UInt8], _ fragment: Range<Int>) -> Int? {
        let isRoute = bytes[fragment].first == UInt8(ascii: "/")
        let sign = bytes[fragment].firstIndex { $0 == UInt8(ascii: "?") || !isRoute && $0 == UInt8(ascii: "=") }
        return sign.flatMap { bytes[$0] == UInt8(ascii: "?") ? $0 : nil }
    }

    /// Returns whether the parameters belong to a route, or one of them belongs to a login or may hold a layer.
    static func isWorthALayer(_ bytes: [UInt8], _ range: Range<Int>, isRoute: Bool) -> Bool {
        // App Link data in a fragment has a finding of its own, and a text to scroll to is no parameter.
        guard !bytes.has(":~:", at: range.lowerBound, before: range.upperBound) else { return false }
        var isWorth = isRoute
        for part in bytes[range].split(separator: UInt8(ascii: "&")) {
            guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = part.startIndex..<sign
            if bytes.isWord("al_applink_data", in: name) { return false }
            let value = sign + 1..<part.endIndex
            isWorth = isWorth || answers.contain(bytes.span, name)
            guard !isWorth, ValueForm.mayHoldLayer(bytes.span, value) else { continue }
            let decoded = PercentCoding.decoded(bytes.span, value)
            isWorth = ValueForm.of(decoded.span) != nil
        }
        return isWorth
    }
}
