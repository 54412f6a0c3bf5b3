import Bytes
import JSONDocument

/// A signed token: a JSON Web Token, as RFC 7519 describes it. Links that log a user in often carry one.
///
///     eyJhbGciOiJFUzI1NiJ9.eyJleHAiOjE3ODU1NDYwMDB9.c2lnbmF0dXJl
///     {"alg":"ES256"}      {"exp":1785546000}                        base64 of two objects, and the signature
///
///     {"header":{"alg":"ES256"},"claims":{"exp":1785546000}}         the text of its layer
enum SignedToken {
    /// Returns whether a decoded value may be a token: `{"` in base64, and later a dot.
    static func mayBegin(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 16, bytes[0] == UInt8(ascii: "e"), bytes[1] == UInt8(ascii: "y"), bytes[2] == UInt8(ascii: "J") else {
            return false
        }
        return (3..<bytes.count).contains { bytes[$0] == UInt8(ascii: ".") }
    }

    /// Returns the header and the claims of a token as one object; nil if the value is no token.
    static func text(of value: MappedText) -> MappedText? {
        let parts = value.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ Base64.letterCount(of: Array($0).span) != nil }) else { return nil }
        let (header, claims) = (parts[0].indices, parts[1].indices)
        var builder = MappedText.Builder(from: value, capacity: value.count, isPacked: true)
        builder.append(own: "{\"header\":", at: header)
        guard appendObject(header, to: &builder) else { return nil }
        builder.append(own: ",\"claims\":", at: claims)
        guard appendObject(claims, to: &builder) else { return nil }
        builder.append(own: "}", at: claims.lowerBound..<value.count)
        return builder.text
    }

    /// Appends decoded base64, and returns whether it is a valid JSON object.
    private static func appendObject(_ range: Range<Int>, to builder: inout MappedText.Builder) -> Bool {
        let start = builder.bytes.count
        builder.append(base64: range)
        let document = JSONDocument(Array(builder.bytes[start...]))
        return document.root?.kind == .object && document.isValid
    }

    /// Returns the digits of a token's expiry time, in seconds since 1970, without the fraction that RFC 7519 allows. Nil if the token has
    /// none.
    static func expiry(in text: [UInt8]) -> ArraySlice<UInt8>? {
        guard let root = JSONDocument(text).root, let claims = root["claims"], let expiry = claims["exp"], expiry.kind == .number else {
            return nil
        }
        return text[expiry.range].prefix { $0 != UInt8(ascii: ".") }
    }
}
