import Bytes
import JSONDocument
import Secrets

/// What a value is, if it is a layer.
enum ValueForm {
    case link, json, encoded, base64, gzip, token

    /// Returns what a decoded value is; nil if it is not a layer.
    static func of(_ bytes: Span<UInt8>) -> ValueForm? {
        if SchemeName.end(in: bytes) != nil { return .link }
        if isJSON(bytes) { return .json }
        if isEncoded(bytes) { return .encoded }
        if PackedGzip.begins(bytes) { return .gzip }
        if Base64.isReadable(bytes) { return .base64 }
        return SignedToken.mayBegin(bytes) ? .token : nil
    }

    /// Returns whether the value at `range`, as written in a query or between JSON quotes, may be a link, JSON, base64, a token or a
    /// value encoded twice.
    ///
    /// `true` may be wrong, but `false` is always correct. Values for which the result is `true` are decoded and examined.
    static func mayHoldLayer(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count >= 4 else { return false }
        var index = range.lowerBound
        // Skip the characters of a scheme. Nearly every value has no other characters.
        while index < range.upperBound, ByteClass.isSchemeTail(bytes[index]) { index += 1 }
        guard index < range.upperBound else { return range.count >= 16 }
        switch bytes[index] {
        case UInt8(ascii: ":"): return index > range.lowerBound
        case UInt8(ascii: "{"), UInt8(ascii: "["): return index == range.lowerBound
        case UInt8(ascii: "\\"): return true
        case UInt8(ascii: "%"):
            // An escaped colon, bracket or quote may begin a link or JSON. An escaped `%` means that the value was encoded twice.
            guard let byte = PercentCoding.escape(in: bytes, at: index, end: range.upperBound) else { return false }
            switch byte {
            case UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "%"): return true
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return range.count >= 16
            default: return isEncodedAgain(bytes, index..<range.upperBound)
            }
        case UInt8(ascii: "="), UInt8(ascii: "/"), UInt8(ascii: "_"): return range.count >= 16
        case UInt8(ascii: " "), UInt8(ascii: "\t"): return isOpening(bytes, after: index, range.upperBound)
        default: return isEncodedAgain(bytes, index..<range.upperBound)
        }
    }

    private static func isEncodedAgain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for index in range.dropLast(4) where bytes[index] == UInt8(ascii: "%") && bytes[index + 1] == UInt8(ascii: "2") {
            if bytes[index + 2] == UInt8(ascii: "5"), ByteClass.hexadecimal(bytes[index + 3]) != nil { return true }
        }
        return false
    }

    private static func isOpening(_ bytes: Span<UInt8>, after index: Int, _ end: Int) -> Bool {
        guard let first = (index..<end).first(where: { bytes[$0] != 0x20 && bytes[$0] != 0x09 }) else { return false }
        return bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[")
    }

    /// Returns whether a decoded value begins and continues like a JSON object or array. The JSON may be invalid.
    static func isJSON(_ bytes: Span<UInt8>) -> Bool {
        guard let bracket = bytes.indices.first(where: { !ByteClass.isBlank(bytes[$0]) }),
            let next = (bracket + 1..<bytes.count).first(where: { !ByteClass.isBlank(bytes[$0]) })
        else { return false }
        switch bytes[bracket] {
        case UInt8(ascii: "{"): return "\"}".utf8.contains(bytes[next])
        case UInt8(ascii: "["): return "{\"[".utf8.contains(bytes[next]) || ByteClass.isDigit(bytes[next])
        default: return false
        }
    }

    /// Returns whether a decoded value is still percent-encoded as a whole. Such a value has escapes, and no other character that an
    /// encoder would have escaped.
    ///
    /// - Parameter kept: A character that the encoder may have left unescaped.
    static func isEncoded(_ bytes: Span<UInt8>, apartFrom kept: UInt8? = nil) -> Bool {
        var index = 0
        var escapes = 0
        while index < bytes.count {
            if ByteClass.isUnreserved(bytes[index]) || bytes[index] == kept {
                index += 1
            } else if PercentCoding.escape(in: bytes, at: index, end: bytes.count) != nil {
                escapes += 1
                index += 3
            } else {
                return false
            }
        }
        return escapes > 0
    }
}

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
