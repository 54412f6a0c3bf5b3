import Bytes

/// What the beginning of a value looks like: its letters, digits and signs up to anything that keys and codes do not have.
struct ValueTraits {
    /// The maximum number of bytes read, which is enough for any test.
    private static let longest = 512

    private(set) var count = 0
    private(set) var digits = 0
    private(set) var letters = 0
    private var capitals = 0
    private var underscores = 0
    private var dashes = 0
    /// The number of changes between letters and digits, or from lowercase to uppercase, in one word. See ``ValueTest/changes``.
    private var changes = 0
    private let bytes: ByteView
    private let start: Int

    /// Reads the value at `start`, up to `end` at most.
    init(_ bytes: ByteView, at start: Int, end: Int = .max) {
        self.bytes = bytes
        self.start = start
        var before = Kind.sign
        while count < Self.longest, start + count < end {
            let byte = bytes[start + count]
            let kind = Kind(byte)
            switch kind {
            case .digit: digits += 1
            case .capital:
                letters += 1
                capitals += 1
            case .small: letters += 1
            case .sign:
                if byte == PercentCoding.percent {
                    guard isEscapeBeyondASCII(at: start + count) else { return }
                    count += 2
                } else if byte == SecretSearch.backslash, let slash = bytes.escapedSlash(at: start + count) {
                    count = slash - start
                } else {
                    guard byte >= 0x80 || ByteClass.isUnreserved(byte) || Self.signs.contains(byte) else { return }
                }
                if byte == UInt8(ascii: "_") { underscores += 1 }
                if byte == UInt8(ascii: "-") { dashes += 1 }
            }
            if kind.isChange(after: before) { changes += 1 }
            before = kind
            count += 1
        }
    }

    private enum Kind {
        case digit, capital, small, sign

        init(_ byte: UInt8) {
            self = ByteClass.isDigit(byte) ? .digit : !ByteClass.isLetter(byte) ? .sign : byte & 0x20 == 0 ? .capital : .small
        }

        func isChange(after other: Kind) -> Bool {
            switch (other, self) {
            case (.digit, .capital), (.digit, .small), (.capital, .digit), (.small, .digit), (.small, .capital): true
            default: false
            }
        }
    }

    private static let signs = ByteSet("+/|@")
    /// How IDs at Stripe begin. `pi_1a2B_secret_3c4D`, with a second underscore, is a secret.
    private static let stripeIDs: [StaticString] = ["pi_", "seti_", "src_", "ch_", "pm_", "cus_", "acct_"]

    /// Returns whether an escape stands for a byte beyond ASCII: of a letter, or of a text that is not UTF-8. A text with no other escapes is
    /// not decoded.
    private func isEscapeBeyondASCII(at place: Int) -> Bool {
        guard let high = ByteClass.hexadecimal(bytes[place + 1]), ByteClass.hexadecimal(bytes[place + 2]) != nil else { return false }
        return high >= 8
    }

    private var isSolid: Bool { digits + letters == count }

    func passes(_ test: ValueTest) -> Bool {
        if test.isAny { return true }
        guard count >= max(test.least, 1), !test.isSolid || isSolid, hasChanges(test.changes), !test.isRandom || isRandom else {
            return false
        }
        if let form = test.form, !(form == .card ? isCard : isUUID) { return false }
        if !test.beginnings.isEmpty, !test.beginnings.contains(where: { bytes.has($0, at: start) }) { return false }
        // The sign may also be the one that ends the beginning of the value.
        if let sign = test.sign, !(start...start + count).contains(where: { bytes[$0] == sign }) { return false }
        return !test.harmless.contains(where: isHarmless)
    }

    /// Returns whether there are enough changes. Names without digits, such as `homePageHero`, have changes too, but fewer than keys.
    private func hasChanges(_ least: Int) -> Bool {
        least == 0 || changes >= least && (digits > 0 || isSolid && changes >= max(least, 5))
    }

    private var isRandom: Bool { changes * 5 >= count || isUUID || isGrouped }

    /// Whether this is a code of three or more groups of the same length, as on a gift card: `ABCD-EFGH-1234`.
    private var isGrouped: Bool {
        let length = (count + 1) / (dashes + 1)
        guard dashes > 1, length > 3, count + 1 == length * (dashes + 1), digits + capitals + dashes == count else { return false }
        let ends = stride(from: length - 1, to: count, by: length)
        return digits > 0 && capitals > 0 && ends.allSatisfy { bytes[start + $0] == UInt8(ascii: "-") }
    }

    private var isUUID: Bool { count == 36 && dashes == 4 && [8, 13, 18, 23].allSatisfy { bytes[start + $0] == UInt8(ascii: "-") } }

    /// Whether this is the number of a payment card: 13 to 19 digits. The last digit is the check digit of the others (Luhn).
    ///
    ///    4111 1111 1111 1111     every second digit from the right is doubled: 8 + 1 + 2 + 1 + … = 30
    private var isCard: Bool {
        // The sums if the last digit counts once and if it counts twice.
        var (count, once, twice) = (0, 0, 0)
        for byte in (start..<start + 40).lazy.map({ bytes[$0] }) {
            if ByteClass.isDigit(byte) {
                let digit = Int(byte &- UInt8(ascii: "0"))
                (count, once, twice) = (count + 1, twice + digit, once + (digit < 5 ? digit * 2 : digit * 2 - 9))
            } else if byte != 0x20, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "+") {
                break
            }
        }
        return (13...19).contains(count) && once > 0 && once % 10 == 0
    }

    private func isHarmless(_ kind: ValueTest.Harmless) -> Bool {
        switch kind {
        case .symbol:
            // Also a language with its region: en-US.
            letters == count && (count == 2 || count <= 5 && capitals == count)
                || count == 5 && letters == 4 && (bytes[start + 2] == UInt8(ascii: "-") || bytes[start + 2] == UInt8(ascii: "_"))
        case .number: digits + dashes == count && (digits <= 5 || digits == 9 && dashes == 1)
        case .letters: digits == 0
        case .coupon: letters > 0
        case .identifier:
            count == 42 && bytes.has("0x", at: start)
                || underscores == 1 && dashes == 0 && Self.stripeIDs.contains { bytes.hasPrefix($0, at: start) }
        case .uuid: isUUID
        case .path: bytes.has("/", at: start) || bytes.has("~", at: start)
        case .route: (start..<start + count).contains { bytes[$0] == UInt8(ascii: "/") }
        case .words: underscores > 0 && digits == 0 && letters + underscores == count
        }
    }
}

/// Recognizes values that are never secret: literals such as `null`, words that say only whether a value exists, such as `required`, and
/// placeholders such as `{token}`.
///
///     ?password=null     {"token":"undefined"}     Authorization: Bearer null     ?auth=Bearer%20null
///     ?password=required     login(password: String)     {"secret":"REDACTED"}
///     ?token={token}     ?token=%7B%7Btoken%7D%7D     {"password":"<hidden>"}     ?api_key=YOUR_API_KEY
enum Literal {
    // Keep this list short: each further word could be someone's password.
    private static let words: [StaticString] = [
        "null", "true", "false", "undefined", "required", "pending", "enabled", "disabled", "String", "REDACTED", "YES", "NO",
        "[REDACTED]", "[FILTERED]", "[Filtered]",
    ]

    /// Returns whether a value is such a word, perhaps after the scheme of an `Authorization` header.
    static func isWhole(_ value: Range<Int>, in bytes: ByteView) -> Bool {
        // A longer value cannot be one of these words, nor a usual placeholder.
        guard value.count <= longest else { return false }
        var start = value.lowerBound
        let end = value.first { !ByteClass.isLetter(bytes[$0]) } ?? value.upperBound
        if end < value.upperBound, AuthorizationScheme.isWhole(start..<end, in: bytes) {
            start = end
            while start < value.upperBound, let space = space(at: start, in: bytes) { start += space }
        }
        guard start < value.upperBound else { return false }
        // In code, the parenthesis closes the list of parameters.
        let word = start..<(bytes[value.upperBound - 1] == UInt8(ascii: ")") ? value.upperBound - 1 : value.upperBound)
        // What another program shows in place of a secret: ***
        if word.count > 2, hiding.contains(bytes[start]), word.allSatisfy({ bytes[$0] == bytes[start] }) { return true }
        return words.contains { $0.utf8CodeUnitCount == word.count && bytes.hasPrefix($0, at: start) } || isPlaceholder(word, in: bytes)
    }

    /// Returns whether a value is a placeholder: a name without digits in braces or angle brackets (which may be escaped), perhaps after `$`,
    /// or a name in capitals after `$` or `YOUR_`.
    static func isPlaceholder(_ value: Range<Int>, in bytes: ByteView) -> Bool {
        let isVariable = bytes[value.lowerBound] == UInt8(ascii: "$") && value.count > 1
        var place = isVariable ? value.lowerBound + 1 : value.lowerBound
        func skip(_ bracket: UInt8, atMost most: Int, before end: Int) -> Int {
            var count = 0
            while count < most, place < end {
                let escape = bytes[place] == PercentCoding.percent ? EscapeChain(bytes, at: place) : nil
                guard escape?.byte ?? bytes[place] == bracket else { break }
                place += escape?.range.count ?? 1
                count += 1
            }
            return count
        }
        for (opening, closing) in [(UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "<"), UInt8(ascii: ">"))] {
            let count = skip(opening, atMost: value.count, before: value.upperBound)
            if count == 0 { continue }
            let name = place
            place = bytes.skip(place) { ByteClass.isLetter($0) || nameSigns.contains($0) }
            // In JSON and in links within links, a value ends before a closing bracket.
            return place > name && skip(closing, atMost: count, before: bytes.count) == count && place >= value.upperBound
        }
        return (isVariable || bytes.hasPrefix("YOUR_", at: place))
            && (place..<value.upperBound).allSatisfy { bytes[$0] &- UInt8(ascii: "A") < 26 || bytes[$0] == UInt8(ascii: "_") }
    }

    private static let hiding = ByteSet("*.xX")
    private static let nameSigns = ByteSet("_-.")

    /// Returns the length of the space at a place. The space may be escaped or written as a plus. Returns nil for anything else.
    private static func space(at place: Int, in bytes: ByteView) -> Int? {
        if ByteClass.isJSONSpace(bytes[place]) || bytes[place] == UInt8(ascii: "+") { return 1 }
        guard bytes[place] == PercentCoding.percent else { return nil }
        let escape = EscapeChain(bytes, at: place)
        return escape.byte == 0x20 ? escape.range.count : nil
    }

    /// The length of the longest usual placeholder, `%25257B%25257Baccess_token%25257D%25257D`, plus a few bytes.
    private static let longest = 48
}

/// Recognizes the word before the credentials in an `Authorization` header.
enum AuthorizationScheme {
    private static let words: [StaticString] = ["bearer", "basic", "digest", "oauth"]

    static func isWhole(_ range: Range<Int>, in bytes: ByteView) -> Bool {
        bytes.withSpan(range) { words.contain($0, 0..<$0.count) }
    }
}

/// Recognizes values that only say whether there is a password.
///
///     ?has_password=1     {"forgotPassword":"yes"}
enum Flag {
    private static let beginnings: [StaticString] = ["has", "is", "forgot", "reset"]
    private static let values: [StaticString] = ["0", "1", "yes", "no", "true", "false"]
    private static let longest = 5

    /// Returns whether a value means yes or no and its name begins like the name of a flag.
    static func isWhole(_ value: Span<UInt8>, named name: Span<UInt8>) -> Bool {
        value.count <= longest && values.contain(value, 0..<value.count) && isName(name)
    }

    private static func isName(_ name: Span<UInt8>) -> Bool {
        beginnings.contains { beginning in
            let end = beginning.utf8CodeUnitCount
            guard name.count > end, name.isWord(beginning, in: 0..<end) else { return false }
            return name[end] == UInt8(ascii: "_") || name[end] == UInt8(ascii: "-")
                || ByteClass.isLetter(name[end]) && name[end] & 0x20 == 0
        }
    }
}
