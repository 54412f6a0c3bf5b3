import Bytes

// Finds the ends of values.

extension SecretSearch {
    func endOfWord(from start: Int, _ width: Int, _ isFirst: Bool) -> Int {
        var index = start
        while index < bytes.count,
            !(Self.endsValue(bytes[index], isFirst) && origins.width(of: index) <= width && !isGroup(around: index, after: start))
                || bytes.escapedSlash(at: index) != nil
        { index += 1 }
        return index
    }

    /// Returns where a value with spaces ends in settings with semicolons between them: `Server=db;Password=a b;Encrypt=true`. Returns nil if
    /// the value has no spaces, or what is around it does not look like such settings.
    func endOfSetting(from space: Int, named name: Range<Int>, _ width: Int) -> Int? {
        guard bytes[space] == 0x20 else { return nil }
        let first = bytes.skipBack(name.lowerBound, atMost: SecretNames.longest) { Self.isNameByte($0) || " :".utf8.contains($0) }
        let before = bytes[first - 1]
        guard before == UInt8(ascii: ";") || first == 0 || Self.isQuote(before),
            let end = (space..<min(space + Self.longestValue, bytes.count)).first(where: {
                Self.settingEnds.contains(bytes[$0]) && origins.width(of: $0) <= width
            })
        else { return nil }
        if Self.isQuote(bytes[end]) {
            let closes = before == bytes[end] || before == UInt8(ascii: ";") && !ByteClass.isLetter(bytes[end + 1])
            return closes ? end - bytes.backslashes(before: end) : nil
        }
        let next = bytes.skip(end + 1) { $0 == 0x20 }
        let sign = bytes.skip(next) { Self.isNameByte($0) || $0 == 0x20 }
        // The last setting may end with a semicolon, too.
        let isLast = sign == next && before == UInt8(ascii: ";")
        return bytes[end] == UInt8(ascii: ";") && (bytes[sign] == UInt8(ascii: "=") || isLast) ? end : nil
    }

    private static let settingEnds = ByteSet(";\"'\r\n")

    mutating func endOfQueryValue(after sign: Int) -> Int {
        let start = sign + 1
        let closing = origins.width(of: sign) == 1 ? signAfterLink(before: sign) : nil
        var depth = 0
        for index in start..<bytes.count {
            if let closing, bytes[index] == closing || bytes[index] == UInt8(ascii: "("), origins.width(of: index) == 1 {
                // A link in parentheses may have parentheses of its own.
                if bytes[index] != closing { depth += 1 } else if depth > 0 { depth -= 1 } else { return index }
            }
            switch bytes[index] {
            case UInt8(ascii: "&"), UInt8(ascii: "#"):
                if origins.width(of: index) <= origins.width(of: sign) { return index }
            case UInt8(ascii: ";"):
                // A link in an extra of an intent ends with the extra.
                if origins.width(of: index) < origins.width(of: sign), intentStart < sign { return index }
            case UInt8(ascii: "/"):
                // A link whose parts became segments of a path: /%3Ftoken%3Dabc/https/a.example/x.
                let isWebScheme = bytes.hasPrefix("/https/", at: index) || bytes.hasPrefix("/http/", at: index)
                if isWebScheme, origins.width(of: index) < origins.width(of: sign) { return index }
            case UInt8(ascii: "\""):
                if let end = endOfOpenQuote(at: index) { return max(end, start) }
            case UInt8(ascii: "+"):
                // A space of the link around this one.
                if origins.width(of: index) < origins.width(of: sign), isWord(after: index) { return index }
            case let byte where endsLooseText(byte, at: index): if !isGroup(around: index, after: start) { return index }
            default: break
            }
        }
        return bytes.count
    }

    /// Returns the sign that closes the sign right before a link in other text: `[name](https://…)`, `<https://…>`, `'https://…'`.
    private func signAfterLink(before place: Int) -> UInt8? {
        var start = place
        var depth = 0
        while start > max(place - Self.longestStart, 0), !ByteClass.isJSONSpace(bytes[start - 1]) {
            let before = bytes[start - 1]
            let isAtLink = ByteClass.isLetter(bytes[start])
            switch before {
            case UInt8(ascii: ")"): depth += 1
            case UInt8(ascii: "("):
                if depth == 0, isAtLink { return UInt8(ascii: ")") }
                depth -= 1
            case UInt8(ascii: "<") where isAtLink: return UInt8(ascii: ">")
            case UInt8(ascii: "'") where isAtLink, UInt8(ascii: "`") where isAtLink: return before
            default: break
            }
            start -= 1
        }
        return nil
    }

    /// The number of bytes before a name in which the beginning of its link is looked for.
    private static let longestStart = 512

    /// Returns whether small letters follow up to the next space or the end of the value. A key may have them, but rarely has nothing else.
    private func isWord(after plus: Int) -> Bool {
        let end = bytes.skip(plus + 1) { ByteClass.isLetter($0) && $0 & 0x20 != 0 }
        return end > plus + 1 && (end == bytes.count || !Self.isNameByte(bytes[end]) && !Self.isQuote(bytes[end]))
    }

    /// Returns whether a space separates two groups of a key or a number, as people read it from a screen: `JBSW Y3DP EHPK 3PXP`.
    private func isGroup(around space: Int, after start: Int) -> Bool {
        func isGroup(_ range: Range<Int>) -> Bool {
            range.lowerBound >= start && range.allSatisfy { bytes[$0] &- UInt8(ascii: "A") < 26 || ByteClass.isDigit(bytes[$0]) }
        }
        return bytes[space] == 0x20 && isGroup(space - 4..<space) && isGroup(space + 1..<space + 5)
            && !Self.isNameByte(bytes[space + 5])
    }

    /// Returns the end of a value in a path: `;jsessionid=1A2B?x=1`.
    func endOfPathValue(after sign: Int) -> Int {
        let width = origins.width(of: sign)
        return (sign + 1..<bytes.count).first { index in
            switch bytes[index] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"): origins.width(of: index) <= width
            default: Self.endsValue(bytes[index], false) && origins.width(of: index) <= width
            }
        } ?? bytes.count
    }

    /// Returns the end of a field: `P:a b\;c;d;T:WPA;;`.
    func endOfField(after sign: Int, _ rows: NameRows) -> Int {
        endOfValue(from: sign + 1) { index in
            if bytes[index] != UInt8(ascii: ";") { return ByteClass.isLineEnd(bytes[index]) }
            return bytes[index - 1] != Self.backslash && origins.width(of: index) <= origins.width(of: sign)
                && (endsFields(at: index + 1) || knowledge.isField(at: index + 1, in: bytes, of: rows))
        }
    }

    /// Returns the first place that ends a value, or the end of the quotes around the value.
    private func endOfValue(from start: Int, where ends: (Int) -> Bool) -> Int {
        for index in start..<bytes.count {
            if bytes[index] == UInt8(ascii: "\""), let end = endOfOpenQuote(at: index) { return max(end, start) }
            if ends(index) { return index }
        }
        return bytes.count
    }

    /// Returns whether no further field follows: at another semicolon, and at the end of the text, its line or its quotes.
    private func endsFields(at index: Int) -> Bool {
        guard index < bytes.count, bytes[index] != UInt8(ascii: ";"), !ByteClass.isLineEnd(bytes[index]) else { return true }
        return bytes[index] == UInt8(ascii: "\"") && endOfOpenQuote(at: index) != nil
    }

    func endOfIntentExtra(after sign: Int) -> Int {
        endOfValue(from: sign + 1) { index in
            switch bytes[index] {
            case UInt8(ascii: ";"): origins.width(of: index) <= origins.width(of: sign)
            case UInt8(ascii: "&"), UInt8(ascii: "#"): origins.width(of: index) < origins.width(of: sign)
            default: endsLooseText(bytes[index], at: index)
            }
        }
    }

    /// Returns whether a byte is unescaped white space outside quotes, which ends a URL in other text.
    private func endsLooseText(_ byte: UInt8, at index: Int) -> Bool {
        ByteClass.isJSONSpace(byte) && !hasOpenQuotes && origins.width(of: index) == 1
    }

    /// Returns the end of the value of a header. In a parameter, it ends at an `&` of at most this width, and in single quotes at a quote.
    func endOfLine(from start: Int, width: Int, _ isQuoted: Bool) -> Int {
        let end = endOfValue(from: start) { index in
            switch bytes[index] {
            case UInt8(ascii: "&"): origins.width(of: index) <= width
            case UInt8(ascii: "'"): isQuoted && !isInText(quote: index)
            case UInt8(ascii: "n"), UInt8(ascii: "r"): index > start && hasOpenQuotes && bytes[index - 1] == Self.backslash
            case let byte: ByteClass.isLineEnd(byte)
            }
        }
        // An escaped line end.
        return ByteClass.isLetter(bytes[end]) ? end - bytes.backslashes(before: end) : end
    }

    /// Returns whether a single quote is a part of the text in such quotes: an apostrophe, or escaped as in `\'` and, in a shell, `'\''`.
    private func isInText(quote place: Int) -> Bool {
        let next = bytes[place + 1]
        return bytes[place - 1] == Self.backslash || next == Self.backslash || next == UInt8(ascii: "'") || Self.isNameByte(next)
    }

    /// Returns the end of the text whose opening quote is at `opening`.
    func endOfQuoted(by opening: Int, backslashes opened: Int) -> Int {
        let first = OpenQuotes.Quote(backslashes: opened, width: origins.width(of: opening))
        var backslashes = 0
        for index in (opening + 1)..<bytes.count {
            let byte = bytes[index]
            if byte == bytes[opening], first.isClosed(by: OpenQuotes.Quote(backslashes: backslashes, width: origins.width(of: index))) {
                return index - min(opened, backslashes)
            }
            backslashes = byte == Self.backslash ? backslashes + 1 : 0
        }
        return bytes.count
    }

    /// Returns the position after the bracket that closes the bracket at `start`. Brackets in strings do not count.
    func endOfBrackets(from start: Int) -> Int {
        var depth = 0
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = bytes.skip(endOfQuoted(by: index, backslashes: bytes.backslashes(before: index)), while: { $0 == Self.backslash })
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if origins.width(of: index) <= origins.width(of: start) { depth -= 1 }
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    /// Returns whether a byte ends a value. A text that begins with `name=` may be a query as a whole, in which fewer characters end a
    /// value.
    private static func endsValue(_ byte: UInt8, _ isFirst: Bool) -> Bool {
        if ByteClass.isJSONSpace(byte) || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") { return true }
        switch byte {
        case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), backslash: return !isFirst
        default: return !isFirst && isQuote(byte)
        }
    }
}

/// The quotes that are open at a position. Strings may contain strings; each inner string is written with more backslashes or
/// longer escapes than the outer string.
///
///    {"j":"{\"u\":\"shop://a?password=…
///         0       1                      ← the number of backslashes before each open quote
struct OpenQuotes {
    struct Quote: Equatable {
        /// The number of backslashes before the quote.
        var backslashes: Int
        /// The number of bytes that spell the quote: `"` is 1, `%22` is 3.
        var width: Int

        /// Returns whether the other quote closes this one or a string around it.
        ///
        /// Decoding one level of nested strings halves the number of backslashes before a quote. If the number at the level of the opening
        /// quote is odd, the other quote is escaped and closes nothing. If the number is even, the other quote closes this one. If the
        /// number is even at an outer level, the other quote closes a string around this one.
        func isClosed(by other: Quote) -> Bool {
            guard other.width == width else { return other.width < width }
            var count = other.backslashes
            var level = backslashes
            while level > 0 {
                if count.isMultiple(of: 2) { return true }
                count /= 2
                level /= 2
            }
            return count.isMultiple(of: 2)
        }

        fileprivate func isDeeper(than other: Quote) -> Bool {
            width != other.width ? width > other.width : backslashes > other.backslashes
        }
    }

    private var open: [Quote] = []

    /// The maximum nesting. Anything deeper counts as text of the string that contains it.
    private static let deepest = 16

    var isEmpty: Bool { open.isEmpty }

    mutating func removeAll() { if !open.isEmpty { open.removeAll(keepingCapacity: true) } }

    /// Moves past a quote, which opens or closes a string.
    mutating func pass(_ quote: Quote) {
        while let last = open.last, last.isDeeper(than: quote) { open.removeLast() }
        if let last = open.last, last.isClosed(by: quote) {
            open.removeLast()
        } else if open.count < Self.deepest {
            open.append(quote)
        }
    }

    /// Returns how many backslashes belong to the closing quote itself, or nil if the quote closes no open quote.
    func backslashes(closing quote: Quote) -> Int? {
        guard let innermost = open.last, innermost.isClosed(by: quote) else { return nil }
        return min(innermost.backslashes, quote.backslashes)
    }
}
