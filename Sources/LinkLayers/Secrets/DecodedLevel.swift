/// A text after some decodings, each byte with the place in the original that it came from.
struct DecodedLevel {
    private let bytes: [UInt8]
    /// Where byte `i` began in the original, and at index `bytes.count` where the original ends; nil while nothing was decoded.
    private let origins: [Int32]?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        origins = nil
    }

    private init(_ bytes: [UInt8], origins: [Int32]) {
        self.bytes = bytes
        self.origins = origins
    }

    private func original(_ range: Range<Int>) -> Range<Int> {
        guard let origins else { return range }
        return Int(origins[range.lowerBound])..<Int(origins[range.upperBound])
    }

    /// One more decoding of `%XX` and `\u00XX`; nil when there is nothing left to decode.
    func decodedOnce() -> DecodedLevel? {
        guard bytes.contains(UInt8(ascii: "%")) || bytes.contains(UInt8(ascii: "\\")) else { return nil }
        var decoded: [UInt8] = []
        var places: [Int32] = []
        decoded.reserveCapacity(bytes.count)
        places.reserveCapacity(bytes.count + 1)
        var index = 0
        while index < bytes.count {
            let (byte, length) = decodedByte(at: index)
            decoded.append(byte)
            places.append(Int32(clamping: original(index..<index).lowerBound))
            index += length
        }
        guard decoded.count < bytes.count else { return nil }
        places.append(Int32(clamping: original(bytes.count..<bytes.count).lowerBound))
        return DecodedLevel(decoded, origins: places)
    }

    private func decodedByte(at index: Int) -> (byte: UInt8, length: Int) {
        let byte = bytes[index]
        if byte == UInt8(ascii: "%"), let value = hexadecimal(at: index + 1) { return (value, 3) }
        if byte == UInt8(ascii: "\\"), index + 5 < bytes.count, bytes[index + 1] == UInt8(ascii: "u"),
            hexadecimal(at: index + 2) == 0, let value = hexadecimal(at: index + 4), value < 0x80
        {
            return (value, 6)
        }
        return (byte, 1)
    }

    private func hexadecimal(at index: Int) -> UInt8? {
        guard index + 1 < bytes.count, let high = Self.digit(bytes[index]), let low = Self.digit(bytes[index + 1]) else { return nil }
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

// MARK: - Finding secrets in a level

extension DecodedLevel {
    func appendSecrets(to found: inout [Range<Int>]) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isNameByte(byte) {
                let end = endOfName(from: index)
                if SecretNames.contains(bytes[index..<end]), let value = value(after: end) { found.append(original(value)) }
                index = end
            } else if byte == UInt8(ascii: ":"), let password = password(after: index) {
                found.append(original(password))
                index += 1
            } else {
                index += 1
            }
        }
    }

    private func endOfName(from start: Int) -> Int {
        var end = start
        while end < bytes.count, Self.isNameByte(bytes[end]) { end += 1 }
        return end
    }

    /// The value of `name = value`, `"name" : "value"` or `\"name\":\"value\"`, without its quotes; nil if no value follows.
    private func value(after nameEnd: Int) -> Range<Int>? {
        var index = skip(nameEnd, while: { $0 == UInt8(ascii: "\\") || Self.isQuote($0) || Self.isBlank($0) })
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ":") else { return nil }
        index = skip(index + 1, while: Self.isBlank)
        let opening = index
        index = skip(index, while: { $0 == UInt8(ascii: "\\") })
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case let quote where Self.isQuote(quote):
            return (index + 1)..<endOfQuoted(from: index + 1, quote: quote, isEscaped: index > opening)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return index..<endOfBrackets(from: index)
        default:
            let end = skip(opening, while: { !Self.isDelimiter($0) })
            // `Authorization: Bearer abc` goes on after the blank.
            let all = isScheme(opening..<end) ? skip(skip(end, while: Self.isBlank), while: { !Self.isDelimiter($0) }) : end
            return isLiteral(opening..<all) ? nil : opening..<all
        }
    }

    private func endOfQuoted(from start: Int, quote: UInt8, isEscaped: Bool) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                if isEscaped, index + 1 < bytes.count, bytes[index + 1] == quote { return index }
                index += 2
            } else if bytes[index] == quote {
                return index
            } else {
                index += 1
            }
        }
        return bytes.count
    }

    /// Up to the bracket that closes the one at `start`; strings inside are passed over.
    private func endOfBrackets(from start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = endOfQuoted(from: index + 1, quote: UInt8(ascii: "\""), isEscaped: false)
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    /// The password of `scheme://user:password@host`, where `colon` is the one before the slashes.
    private func password(after colon: Int) -> Range<Int>? {
        guard colon + 2 < bytes.count, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") else { return nil }
        let start = colon + 3
        let end = skip(start, while: { !Self.endsAuthority($0) })
        guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")),
            let separator = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (separator + 1)..<at
    }

    private func skip(_ start: Int, while condition: (UInt8) -> Bool) -> Int {
        var index = start
        while index < bytes.count, condition(bytes[index]) { index += 1 }
        return min(index, bytes.count)
    }

    private func isScheme(_ range: Range<Int>) -> Bool {
        let word = String(decoding: bytes[range], as: UTF8.self).lowercased()
        return word == "bearer" || word == "basic" || word == "digest" || word == "oauth"
    }

    private func isLiteral(_ range: Range<Int>) -> Bool {
        let word = bytes[range]
        return word.elementsEqual("null".utf8) || word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        isBlank(byte) || isQuote(byte) || "&#;,}]\\".utf8.contains(byte)
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        isBlank(byte) || isQuote(byte) || "/?#&\\<>{}".utf8.contains(byte)
    }
}
