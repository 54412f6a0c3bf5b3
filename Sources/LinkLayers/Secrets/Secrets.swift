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
    /// How often a text is decoded further: a link in a link in a link, encoded again at each step.
    static let deepest = 6

    /// The byte ranges of `bytes` that hold secrets, in order, without overlaps.
    package static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard mayHoldSecrets(bytes) else { return [] }
        var found: [Range<Int>] = []
        var level = DecodedLevel(bytes)
        for _ in 0..<deepest {
            level.appendSecrets(to: &found)
            guard let next = level.decodedOnce() else { break }
            level = next
        }
        return merged(found)
    }

    /// Whether the value of a member or parameter of this name is a secret as a whole.
    package static func isSecret(name: String) -> Bool {
        SecretNames.contains(Array(name.utf8)[...])
    }

    /// The text with each character of a secret shown as `•`; the same text where there is none.
    package static func masked(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes)
        return ranges.isEmpty ? text : String(decoding: masked(bytes, ranges), as: UTF8.self)
    }

    /// The same for bytes that may not be UTF-8: what is no secret stays byte for byte.
    package static func masked(_ bytes: [UInt8]) -> [UInt8] {
        masked(bytes, ranges(in: bytes))
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

    /// Text without a sign that could follow a name, and without an escape that could become one, holds none.
    private static func mayHoldSecrets(_ bytes: [UInt8]) -> Bool {
        bytes.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }
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
