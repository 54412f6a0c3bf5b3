import Bytes

/// Finds secrets, which must not be shown: access tokens, passwords and `Authorization` values, in any text and at any depth of encoding.
///
/// One rule serves links, JSON, events and log lines, because a secret rarely appears in plain text. It may be a JSON member in a
/// percent-encoded parameter, or a query item of a link inside that JSON. So the text is searched as written and again after each further
/// decoding. Every secret is mapped back to the bytes as written:
///
///    shop://?al_applink_data=%7B%22fb_access_token%22%3A%22abc%22%7D
///                            {  "  fb_access_token"  :  "abc"  }        ← found here
///                                                       ^^^            ← reported here
///
/// The search is lexical (`name`, then `=` or `:`, then a value) and does not parse, so truncated or malformed data cannot hide a secret.
package enum Secrets {
    /// The number of single decoding steps. Links nested in links are encoded again at each level. All remaining levels are decoded at
    /// once.
    static let deepest = 6

    /// Returns the byte ranges of the secrets in `bytes`, in order and without overlaps.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        find(in: bytes.span, isHarmless: isHarmless(bytes.span), &found)
        return found
    }

    /// Returns whether part of a surveyed text must be searched after all, because it may end in a truncated password.
    package static func mayEndInPassword(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        ByteView.with(text.extracting(range)) { SecretSurvey($0).mayEndInPassword }
    }

    /// Replaces the content of `found` with what ``ranges(in:)`` would return. `isHarmless` tells whether the caller knows the text to be
    /// harmless.
    ///
    /// - Returns: Whether no complete search was necessary. If so, each part of the text between two quotes has only the secrets in
    ///   `found`, unless the part ends in a truncated password.
    @discardableResult
    package static func find(in text: Span<UInt8>, isHarmless: Bool, _ found: inout [Range<Int>]) -> Bool {
        found.removeAll(keepingCapacity: true)
        // Most short texts, such as names and single words, need no further search.
        if text.count < PackedRun.shortest, !mayHoldSecrets(text) { return true }
        if isHarmless {
            let isDone = ByteView.with(text) { SecretSurvey($0).run(into: &found) }
            if isDone { return true }
        }
        found = search(text.array)
        return false
    }

    /// Returns whether the text is harmless: at no depth does it have an escaped letter, digit, `-._~`, `@` or backslash; it has no literal
    /// `@` or backslash; and it has no zero-width characters in any form. Every name in a harmless text reads as written. A URL in such a
    /// text can contain a password only if the text ends within that password.
    package static func isHarmless(_ text: Span<UInt8>) -> Bool {
        ByteView.with(text) { bytes in
            var recent: UInt32 = 0
            var index = 0
            while index < bytes.count {
                var byte = bytes[index]
                index += 1
                switch byte {
                case UInt8(ascii: "\\"), UInt8(ascii: "@"): return false
                case UInt8(ascii: "%"):
                    while bytes[index] == UInt8(ascii: "2"), bytes[index + 1] == UInt8(ascii: "5") { index += 2 }
                    if let high = ByteClass.hexadecimal(bytes[index]), let low = ByteClass.hexadecimal(bytes[index + 1]) {
                        byte = high << 4 | low
                        if isNameSign(byte) { return false }
                        index += 2
                    }
                default: break
                }
                ZeroWidth.add(byte, to: &recent)
                if byte >= 0x80, ZeroWidth.length(endingWith: recent) > 0 { return false }
            }
            return true
        }
    }

    private static func isNameSign(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "@"), UInt8(ascii: "\\"): true
        default: false
        }
    }

    /// Runs the complete search, at every level of decoding.
    static func search(_ bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.count >= PackedRun.shortest || mayHoldSecrets(bytes.span) else { return [] }
        return merged(Unpacking.secrets(in: bytes))
    }

    /// Returns whether the value of a member or parameter with this name is a secret as a whole.
    package static func isSecret(name: String) -> Bool {
        name.withBytes { SecretNames.contains($0) }
    }

    /// Returns whether the value of a member or parameter with this UTF-8 name is a secret as a whole.
    package static func isSecret(name: Span<UInt8>) -> Bool { SecretNames.contains(name) }

    /// Returns the text with each character of a secret replaced by `•`. A text without secrets is returned unchanged.
    package static func masked(_ text: String) -> String {
        if text.withBytes({ bytes in isHarmless(bytes) && hasNone(bytes) }) { return text }
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes)
        return ranges.isEmpty ? text : String(decoding: masked(bytes, ranges), as: UTF8.self)
    }

    /// Returns the bytes with each character of a secret replaced by `•`. Other bytes are unchanged, even if they are not UTF-8.
    package static func masked(_ bytes: [UInt8]) -> [UInt8] {
        masked(bytes, ranges(in: bytes))
    }

    /// Masks a sentence that quotes masked text. A value that begins with a bullet is already masked, so it is not changed.
    package static func maskedAgain(_ sentence: String) -> String {
        let bytes = Array(sentence.utf8)
        let ranges = ranges(in: bytes).filter { !bytes[$0].starts(with: "•".utf8) }
        return ranges.isEmpty ? sentence : String(decoding: masked(bytes, ranges), as: UTF8.self)
    }

    private static func hasNone(_ text: Span<UInt8>) -> Bool {
        ByteView.with(text) { bytes in
            var found: [Range<Int>] = []
            return SecretSurvey(bytes).run(into: &found) && found.isEmpty
        }
    }

    private static func masked(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var shown = 0
        for range in ranges {
            result += bytes[shown..<range.lowerBound]
            result += bullets(for: String(decoding: bytes[range], as: UTF8.self)).utf8
            shown = range.upperBound
        }
        return result + bytes[shown...]
    }

    /// Returns one bullet for each character of the text.
    package static func bullets(for text: String) -> String {
        String(repeating: "•", count: text.count)
    }

    /// Returns the number of bullets that stand for a UTF-8 text.
    package static func bulletCount(for text: Span<UInt8>) -> Int {
        for index in 0..<text.count where text[index] >= 0x80 || text[index] == 0x0D { return text.string.count }
        // Every ASCII character counts as one, except CR LF.
        return text.count
    }

    /// Returns whether a text may have secrets. A text that has neither `=` nor `:`, literal or escaped, has no secrets.
    private static func mayHoldSecrets(_ bytes: Span<UInt8>) -> Bool {
        for index in 0..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "\\"): return true
            default: break
            }
        }
        return false
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
