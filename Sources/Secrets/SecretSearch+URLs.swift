import Bytes

// Finds passwords in URLs, and secrets in a text that is a single URL.
//
//    https://user:a%22b@host/        the user name has no delimiter that ends an authority, literal or escaped; the password may have
//                                    escaped delimiters
//    %22https://host%22,%22a%22:1    the URL ends where the quote before it occurs again
//    https://host:80,b:me@host       a port, followed by unrelated text
//    https://user:passwo             truncated: the text is in the place of a port but is not a number

extension SecretSearch {
    /// Returns the password of `scheme://user:password@host`. `colon` is the colon before the slashes, which JSON may have escaped.
    func password(after colon: Int) -> Range<Int>? {
        guard let start = endOfSlashes(from: colon + 1) else { return nil }
        return password(in: start..<endOfAuthority(from: start, closing: openingQuote(beforeScheme: colon)))
    }

    /// Returns the password of `//user:password@host` at the start of a value. `slash` is the first slash.
    func passwordWithoutScheme(at slash: Int) -> Range<Int>? {
        var before = slash
        while before > 0, bytes[before - 1] == Self.backslash { before -= 1 }
        guard before == 0 || Self.mayPrecedeURL(bytes[before - 1]) || escape(endingAt: before) != nil,
            let start = endOfSlashes(from: slash)
        else { return nil }
        return password(in: start..<endOfAuthority(from: start, closing: escape(endingAt: before).flatMap(quote)))
    }

    private func endOfSlashes(from index: Int) -> Int? {
        var start = index
        for _ in 0..<2 {
            start = skip(start, while: { $0 == Self.backslash })
            guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else { return nil }
            start += 1
        }
        return start
    }

    private func endOfAuthority(from start: Int, closing quote: ArraySlice<UInt8>?) -> Int {
        guard let quote else { return skip(start, while: { !Self.endsAuthority($0) }) }
        var index = start
        while index < bytes.count, !Self.endsAuthority(bytes[index]), !bytes[index...].starts(with: quote) { index += 1 }
        return index
    }

    // MARK: The quote before a URL

    private static let longestScheme = 64

    /// Returns the escaped quote right before the scheme that ends at this colon. The URL ends where that quote occurs again.
    private func openingQuote(beforeScheme colon: Int) -> ArraySlice<UInt8>? {
        var start = colon
        while start > 0, colon - start < Self.longestScheme, Self.isNameByte(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "+") {
            start -= 1
        }
        // The digits of the escape look like letters of the scheme.
        guard start > 0, bytes[start - 1] == UInt8(ascii: "%") else { return nil }
        return quote(EscapeChain(bytes, at: start - 1, end: colon))
    }

    /// Returns the escape that ends before an index.
    private func escape(endingAt end: Int) -> EscapeChain? {
        guard end >= 3, ByteClass.hexadecimal(bytes[end - 1]) != nil, ByteClass.hexadecimal(bytes[end - 2]) != nil else { return nil }
        var start = end - 2
        while start >= 2, bytes[start - 1] == UInt8(ascii: "5"), bytes[start - 2] == UInt8(ascii: "2") { start -= 2 }
        guard start > 0, bytes[start - 1] == UInt8(ascii: "%") else { return nil }
        return EscapeChain(bytes, at: start - 1, end: end)
    }

    private func quote(_ escape: EscapeChain?) -> ArraySlice<UInt8>? {
        guard let escape, let byte = escape.byte, Self.isQuote(byte) else { return nil }
        return bytes[escape.range]
    }

    private static func mayPrecedeURL(_ byte: UInt8) -> Bool {
        ByteClass.isJSONSpace(byte) || isQuote(byte) || "=<>([{,;&?#".utf8.contains(byte)
    }

    // MARK: Names and passwords

    private func password(in authority: Range<Int>) -> Range<Int>? {
        let at = bytes[authority].lastIndex(of: UInt8(ascii: "@"))
        let end = at ?? authority.upperBound
        guard let separator = bytes[authority.lowerBound..<end].firstIndex(of: UInt8(ascii: ":")),
            !hasEnd(authority.lowerBound..<separator)
        else { return nil }
        let rest = separator + 1..<end
        guard at == nil else { return isBehindHost(separator, authority.lowerBound, rest) ? nil : rest }
        return authority.upperBound == bytes.count && isCutPassword(rest, of: authority) ? rest : nil
    }

    /// Returns whether the end of the text is in the place of a port but is not a number: a password whose `@` was cut off.
    private func isCutPassword(_ rest: Range<Int>, of authority: Range<Int>) -> Bool {
        guard bytes[authority.lowerBound] != UInt8(ascii: "[") else { return false }
        let end = endOfDigits(rest)
        return end < rest.upperBound && !(end > rest.lowerBound && isEnd(at: end))
    }

    /// Returns whether the rest is only a port and text after the URL: digits and then a space, comma, quote or closing bracket, after
    /// something that looks like a host. In any other case, the rest may be the beginning of a password.
    private func isBehindHost(_ separator: Int, _ start: Int, _ rest: Range<Int>) -> Bool {
        let end = endOfDigits(rest)
        guard end > rest.lowerBound, end < rest.upperBound, let sign = sign(at: end) else { return false }
        let endsURL = ByteClass.isJSONSpace(sign) || Self.isQuote(sign) || ",}]>".utf8.contains(sign)
        let host = bytes[start..<separator]
        return endsURL && host.contains(UInt8(ascii: ".")) && host.allSatisfy(Self.isNameByte)
    }

    private func endOfDigits(_ range: Range<Int>) -> Int {
        bytes[range].firstIndex { !ByteClass.isDigit($0) } ?? range.upperBound
    }

    /// Returns whether these bytes contain a delimiter that ends an authority, literal or escaped.
    private func hasEnd(_ range: Range<Int>) -> Bool {
        range.contains { isEnd(at: $0) }
    }

    private func isEnd(at index: Int) -> Bool {
        guard let sign = sign(at: index) else { return false }
        return sign < 0x20 || sign == UInt8(ascii: ",") || Self.endsAuthority(sign)
    }

    /// Returns the byte at an index after full decoding, or nil for a percent sign without digits.
    private func sign(at index: Int) -> UInt8? {
        bytes[index] == UInt8(ascii: "%") ? EscapeChain(bytes, at: index, end: bytes.count).byte : bytes[index]
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        ByteClass.isJSONSpace(byte) || isQuote(byte) || "/?#&\\<>{}".utf8.contains(byte)
    }

    // MARK: Whole URLs

    /// Searches the text as a single URL, as programs that open links parse it. In such a URL, only `&` and `#` end a value of the query,
    /// while spaces and quotes do not.
    mutating func searchAsURL() {
        let head = skip(0) { !":/?#".utf8.contains($0) }
        guard head < bytes.count, !bytes[..<head].contains(where: { $0 <= 0x20 || "{[\"".utf8.contains($0) }) else { return }
        let slashes = bytes[head] == UInt8(ascii: ":") ? head + 1 : 0
        if bytes[slashes...].starts(with: "//".utf8) {
            let start = slashes + 2
            if let password = password(in: start..<skip(start, while: { !"/?#".utf8.contains($0) })) { found.append(password) }
        }
        let fragment = bytes[head...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        if let query = bytes[head..<fragment].firstIndex(of: UInt8(ascii: "?")) { searchItems(in: query + 1..<fragment) }
        guard fragment < bytes.count else { return }
        // The extras of an intent are separated by semicolons.
        let extras = extras(from: fragment)
        if fragment + 1 < extras.lowerBound { searchItems(in: fragment + 1..<extras.lowerBound) }
        searchItems(in: extras, separator: UInt8(ascii: ";"))
    }

    /// Returns the range that starts at the last `#Intent;`, or an empty range if there is none.
    private func extras(from fragment: Int) -> Range<Int> {
        var end = bytes.count
        while let sign = bytes[fragment..<end].lastIndex(of: UInt8(ascii: "#")) {
            if bytes[sign...].starts(with: "#Intent;".utf8) { return sign..<bytes.count }
            end = sign
        }
        return bytes.count..<bytes.count
    }

    private mutating func searchItems(in range: Range<Int>, separator: UInt8 = UInt8(ascii: "&")) {
        for item in bytes[range].split(separator: separator) {
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")), equals + 1 < item.endIndex else { continue }
            let key = item[..<equals]
            let isSecret =
                key.contains(UInt8(ascii: "%"))
                ? SecretNames.contains(DecodedLevel(Array(key)).decodedText[...]) : SecretNames.contains(key)
            if isSecret { found.append(equals + 1..<item.endIndex) }
        }
    }
}

/// An escape together with the escapes of its percent sign: `%22`, `%2522`, `%252522`.
struct EscapeChain {
    let range: Range<Int>
    /// The byte after full decoding. Nil if no digits follow the percent sign.
    let byte: UInt8?

    /// Reads the escape at `start`, where `bytes` must have a percent sign.
    init(_ bytes: [UInt8], at start: Int, end: Int) {
        var place = start + 1
        while place + 1 < end, bytes[place] == UInt8(ascii: "2"), bytes[place + 1] == UInt8(ascii: "5") { place += 2 }
        if place + 1 < end, let high = ByteClass.hexadecimal(bytes[place]), let low = ByteClass.hexadecimal(bytes[place + 1]) {
            range = start..<place + 2
            byte = high << 4 | low
        } else {
            range = start..<place
            byte = nil
        }
    }
}
