import Bytes

/// Searches text for the names of secrets and for the end of each value. Where the end of a value is ambiguous, the search finds too much
/// rather than too little.
///
/// How a value ends depends on what surrounds it:
///
///    "name":"a\"b"           a quoted value ends at its quote, at any depth of escaping: \"name\":\"a\\\"b\"
///    "name":{…}              an object or array ends at its bracket
///    ?name=a,b;c&x           a query value ends at & or #, or at the quote around the URL
///    Authorization: a b, c   a header ends at the end of its line, or at the quote around it
///    ;S.name=a,b;end         an intent extra ends at ;
///    {name=a, b}             anything else ends at a space, a quote, or , ; & # } ]
///    //user:a,b@host         the password of a URL ends at the last @ of its authority
struct SecretSearch {
    var found: [Range<Int>] = []
    let bytes: [UInt8]
    /// Returns the number of bytes in the original text that spell the byte at an index. If a delimiter takes more bytes than the delimiter
    /// before the value, it was escaped once more, so it belongs to the value.
    let width: (Int) -> Int

    /// The quotes that are open at the current position.
    private var quotes = OpenQuotes()
    /// Whether the current position is in the name of a query item, which began at `?`, `&` or `#`.
    private var isInQueryName = false

    init(_ bytes: [UInt8], width: @escaping (Int) -> Int) {
        self.bytes = bytes
        self.width = width
    }

    mutating func run() {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if Self.isNameByte(byte) {
                let end = skip(index, while: Self.isNameByte)
                if SecretNames.contains(bytes[index..<end]), let value = value(of: index..<end) {
                    found.append(value)
                    for place in end..<max(end, value.lowerBound) where bytes[place] == UInt8(ascii: "\"") { quotes.pass(quote(at: place)) }
                    // Continue after the secret. Searching inside it again for each name could take quadratic time.
                    index = max(end, value.upperBound)
                } else {
                    index = end
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): isInQueryName = true
            case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"), UInt8(ascii: "+"): break
            case UInt8(ascii: "\""):
                isInQueryName = false
                quotes.pass(quote(at: index))
            case UInt8(ascii: ":"):
                isInQueryName = false
                if let password = password(after: index) { found.append(password) }
            case UInt8(ascii: "/"):
                isInQueryName = false
                if let password = passwordWithoutScheme(at: index) { found.append(password) }
            default: isInQueryName = false
            }
            index += 1
        }
    }

    /// Returns the value of `name = value`, `"name" : "value"` or `\"name\":\"value\"` without its quotes, or nil if no value follows.
    private func value(of name: Range<Int>) -> Range<Int>? {
        let isQuotedName =
            name.upperBound < bytes.count && (Self.isQuote(bytes[name.upperBound]) || bytes[name.upperBound] == Self.backslash)
        var index = skip(name.upperBound, while: Self.mayFollowName)
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ":") else { return nil }
        let isAssigned = bytes[index] == UInt8(ascii: "=")
        if isAssigned, isInQueryName { return (index + 1)..<endOfQueryValue(after: index) }

        if isAssigned, isIntentExtra(name) { return (index + 1)..<endOfIntentExtra(after: index) }

        let sign = width(index)
        index = skip(index + 1, while: ByteClass.isJSONSpace)
        let start = index
        index = skip(index, while: { $0 == Self.backslash })
        guard index < bytes.count else { return start..<index }
        let isHeader = !isAssigned && !isQuotedName && (isAtLineStart(name.lowerBound) || SecretNames.isAuthorization(bytes[name]))
        switch bytes[index] {
        case let quote where Self.isQuote(quote):
            return (index + 1)..<endOfQuoted(by: index, backslashes: index - start)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            return index..<endOfBrackets(from: index)
        case _ where isHeader: return start..<endOfLine(from: start)
        default:
            let isFirst = isAssigned && name.lowerBound == 0
            let end = endOfWord(from: start, sign, isFirst)
            // The value of `authorization=Bearer abc` continues after the space.
            let all = isScheme(start..<end) ? endOfWord(from: skip(end, while: ByteClass.isJSONSpace), sign, isFirst) : end
            return isLiteral(start..<all) ? nil : start..<all
        }
    }

    // MARK: Ends

    private func endOfWord(from start: Int, _ sign: Int, _ isFirst: Bool) -> Int {
        var index = start
        while index < bytes.count, !(Self.endsValue(bytes[index], isFirst) && width(index) <= sign) { index += 1 }
        return index
    }

    private func endOfQueryValue(after sign: Int) -> Int {
        let start = sign + 1
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "#"):
                if width(index) <= width(sign) { return index }
            case UInt8(ascii: "\""):
                if let end = endOfOpenQuote(at: index) { return max(end, start) }
            case let byte where ByteClass.isJSONSpace(byte) && quotes.isEmpty && width(index) == 1: return index
            default: break
            }
        }
        return bytes.count
    }

    /// Returns whether this is the typed name of an extra in an `intent:` URI: `;S.name`.
    private func isIntentExtra(_ name: Range<Int>) -> Bool {
        name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ";") && name.count > 2
            && bytes[name.lowerBound + 1] == UInt8(ascii: ".") && "SBbcdfils".utf8.contains(bytes[name.lowerBound])
    }

    private func endOfIntentExtra(after sign: Int) -> Int {
        let start = sign + 1
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ";"):
                if width(index) <= width(sign) { return index }
            case UInt8(ascii: "&"), UInt8(ascii: "#"):
                if width(index) < width(sign) { return index }
            case UInt8(ascii: "\""):
                if let end = endOfOpenQuote(at: index) { return max(end, start) }
            case let byte where ByteClass.isJSONSpace(byte) && quotes.isEmpty && width(index) == 1: return index
            default: break
            }
        }
        return bytes.count
    }

    private func endOfLine(from start: Int) -> Int {
        for index in start..<bytes.count {
            switch bytes[index] {
            case 0x0A, 0x0D: return index
            case UInt8(ascii: "n"), UInt8(ascii: "r"):
                if index > start, !quotes.isEmpty, bytes[index - 1] == Self.backslash { return index - backslashes(before: index) }
            case UInt8(ascii: "\""):
                if let end = endOfOpenQuote(at: index) { return max(end, start) }
            default: break
            }
        }
        return bytes.count
    }

    private func quote(at index: Int) -> OpenQuotes.Quote {
        OpenQuotes.Quote(backslashes: backslashes(before: index), width: width(index))
    }

    /// Returns where the quoted text ends if the quote at `index` closes an open quote.
    private func endOfOpenQuote(at index: Int) -> Int? {
        quotes.backslashes(closing: quote(at: index)).map { index - $0 }
    }

    /// Returns the end of the text whose opening quote is at `opening`.
    private func endOfQuoted(by opening: Int, backslashes opened: Int) -> Int {
        let first = OpenQuotes.Quote(backslashes: opened, width: width(opening))
        var backslashes = 0
        for index in (opening + 1)..<bytes.count {
            if bytes[index] == bytes[opening], first.isClosed(by: OpenQuotes.Quote(backslashes: backslashes, width: width(index))) {
                return index - min(opened, backslashes)
            }
            backslashes = bytes[index] == Self.backslash ? backslashes + 1 : 0
        }
        return bytes.count
    }

    /// Returns the position after the bracket that closes the bracket at `start`. Brackets in strings do not count.
    private func endOfBrackets(from start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = skip(endOfQuoted(by: index, backslashes: backslashes(before: index)), while: { $0 == Self.backslash })
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if width(index) <= width(start) { depth -= 1 }
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    private func backslashes(before index: Int) -> Int {
        var start = index
        while start > 0, bytes[start - 1] == Self.backslash { start -= 1 }
        return index - start
    }
}

// MARK: - Bytes

extension SecretSearch {
    static let backslash = UInt8(ascii: "\\")

    func skip(_ start: Int, while condition: (UInt8) -> Bool) -> Int {
        var index = start
        while index < bytes.count, condition(bytes[index]) { index += 1 }
        return min(index, bytes.count)
    }

    private func isAtLineStart(_ index: Int) -> Bool {
        guard index > 0 else { return true }
        let before = bytes[index - 1]
        return before == 0x0A || before == 0x0D
    }

    private func isScheme(_ range: Range<Int>) -> Bool {
        let word = String(decoding: bytes[range], as: UTF8.self).lowercased()
        return word == "bearer" || word == "basic" || word == "digest" || word == "oauth"
    }

    private func isLiteral(_ range: Range<Int>) -> Bool {
        let word = bytes[range]
        return word.elementsEqual("null".utf8) || word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
    }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Returns whether a byte may stand between a name and its `=` or `:`. Such bytes are quotes, the backslashes that escape them, spaces,
    /// and the brackets of `user[password]`.
    private static func mayFollowName(_ byte: UInt8) -> Bool {
        byte == backslash || isQuote(byte) || ByteClass.isJSONSpace(byte) || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }

    /// Returns whether a byte ends a value. A text that begins with `name=` may be a query as a whole, in which fewer characters end a
    /// value.
    private static func endsValue(_ byte: UInt8, _ isFirst: Bool) -> Bool {
        if ByteClass.isJSONSpace(byte) || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") { return true }
        return !isFirst && (isQuote(byte) || ";,}]\\".utf8.contains(byte))
    }
}
