import AppLinks
@_spi(Flat) import JSONDocument

/// Finds what must not be shown: access tokens, passwords and `Authorization` values, in any text at any depth of encoding.
///
/// One rule for links, JSON, events and log lines alike, because a secret rarely stands in plain sight: it is a JSON member inside a
/// percent-encoded parameter, or a query item of a link inside that JSON. So the text is read as it is written and once more after each
/// further decoding, and every find is carried back to the bytes as they were written:
///
///     shop://?al_applink_data=%7B%22fb_access_token%22%3A%22abc%22%7D
///                             {  "  fb_access_token"  :  "abc"  }        ← found here
///                                                        ^^^            ← reported there
///
/// The search is lexical (`name`, then `=` or `:`, then a value), not a parse, so a payload that is cut or broken hides nothing.
package enum Secrets {
    /// How often a text is decoded step by step: a link in a link in a link, encoded again at each step. What is deeper is decoded at once.
    static let deepest = 6

    /// The byte ranges of `bytes` that hold secrets, in order, without overlaps.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        find(in: bytes.span, isHarmless: isHarmless(bytes.span), &found)
        return found
    }

    /// Whether a part of a text that was surveyed has to be searched all the same: it may end in a password that was cut.
    package static func mayEndInPassword(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        JSONBytes.with(text.extracting(range)) { SecretSurvey($0).mayEndInPassword }
    }

    /// Puts into `found` what ``ranges(in:)`` answers, for those who know the text to be harmless.
    ///
    /// - Returns: Whether a survey was enough. Then each part of the text between two quotes has no secret but those found, unless it
    ///   ends in a password that was cut.
    @discardableResult
    package static func find(in text: Span<UInt8>, isHarmless: Bool, _ found: inout [Range<Int>]) -> Bool {
        found.removeAll(keepingCapacity: true)
        // Names and single words.
        if text.count < PackedRun.shortest, !mayHoldSecrets(text) { return true }
        if isHarmless {
            let isDone = JSONBytes.with(text) { SecretSurvey($0).run(into: &found) }
            if isDone { return true }
        }
        found = search(text.array)
        return false
    }

    /// Whether no letter, digit, `-._~`, `@` or backslash stands escaped in the text, at any depth, no `@` or backslash as itself, and no
    /// character without width in any way: then every name in it reads as it is written, and only its end may be a password.
    package static func isHarmless(_ text: Span<UInt8>) -> Bool {
        JSONBytes.with(text) { bytes in
            var recent: UInt32 = 0
            var index = 0
            while index < bytes.count {
                var byte = bytes[index]
                index += 1
                switch byte {
                case UInt8(ascii: "\\"), UInt8(ascii: "@"): return false
                case UInt8(ascii: "%"):
                    while bytes[index] == UInt8(ascii: "2"), bytes[index + 1] == UInt8(ascii: "5") { index += 2 }
                    if let high = Bytes.hexadecimal(bytes[index]), let low = Bytes.hexadecimal(bytes[index + 1]) {
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

    /// The whole search, at every level of decoding.
    static func search(_ bytes: [UInt8]) -> [Range<Int>] {
        guard bytes.count >= PackedRun.shortest || mayHoldSecrets(bytes.span) else { return [] }
        return merged(Unpacking.secrets(in: bytes))
    }

    /// Whether the value of a member or parameter of this name is a secret as a whole.
    package static func isSecret(name: String) -> Bool {
        name.withBytes { SecretNames.contains($0) }
    }

    /// The same for a name in UTF-8.
    package static func isSecret(name: Span<UInt8>) -> Bool { SecretNames.contains(name) }

    /// The text with each character of a secret shown as `•`; the same text where there is none.
    package static func masked(_ text: String) -> String {
        if text.withBytes({ bytes in isHarmless(bytes) && hasNone(bytes) }) { return text }
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes)
        return ranges.isEmpty ? text : String(decoding: masked(bytes, ranges), as: UTF8.self)
    }

    /// The same for bytes that may not be UTF-8: what is no secret stays byte for byte.
    package static func masked(_ bytes: [UInt8]) -> [UInt8] {
        masked(bytes, ranges(in: bytes))
    }

    /// The same for a sentence that quotes what was masked before: bullets that stand for a secret stay what they are, and so does what is
    /// behind them.
    package static func maskedAgain(_ sentence: String) -> String {
        let bytes = Array(sentence.utf8)
        let ranges = ranges(in: bytes).filter { !bytes[$0].starts(with: "•".utf8) }
        return ranges.isEmpty ? sentence : String(decoding: masked(bytes, ranges), as: UTF8.self)
    }

    private static func hasNone(_ text: Span<UInt8>) -> Bool {
        JSONBytes.with(text) { bytes in
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

    /// As many bullets as the text has characters.
    package static func bullets(for text: String) -> String {
        String(repeating: "•", count: text.count)
    }

    /// How many bullets stand for a text in UTF-8.
    package static func bulletCount(for text: Span<UInt8>) -> Int {
        for index in 0..<text.count where text[index] >= 0x80 || text[index] == 0x0D { return text.string.count }
        // Every ASCII character is one of its own, but for CR LF.
        return text.count
    }

    /// Text without a sign that could follow a name, and without an escape that could become one, holds none.
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
