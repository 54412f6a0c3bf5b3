import Bytes
import JSONDocument

/// Data from which the parser could read words, although these words are not what was meant. Such data must not be rebuilt from them.
///
///     {&#39;a&#39;:1}            the parser skips the & and reads the word 39
///     {\\"a\\":1}              the parser skips the backslashes
///     {“a”:“say "hi"”}         typographic quotes became parts of words
///     {"a":"say "hi" now"}     the string ended at a quote inside it
///     {"a":https://b.example}  the rest after https: looks like a comment
enum MisreadJSON {
    /// Returns whether a finding of the parser shows that a document was misread.
    static func isMisread(_ document: JSONDocument) -> Bool {
        let bytes = document.source
        return document.findings.contains { finding in
            let place = finding.range.lowerBound
            return switch finding.code {
            case .unexpectedCharacter:
                bytes[finding.range].contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") }
                    || isQuote(bytes, place - 1) && bytes[place] != UInt8(ascii: ";")
            case .invalidWord: CurlyQuotes.isOne(bytes[finding.range].prefix(3)) || CurlyQuotes.isOne(bytes[finding.range].suffix(3))
            case .missingComma: isQuote(bytes, lastBefore(place, bytes)) && !canFollowString(bytes, place)
            case .missingColon: place > 0 && bytes[place - 1] > 0x20 && isQuote(bytes, place)
            case .comment: place > 0 && bytes[place - 1] == UInt8(ascii: ":")
            default: false
            }
        }
    }

    /// Returns whether another value or key begins here. A bare word after a string is probably a part of the string.
    private static func canFollowString(_ bytes: [UInt8], _ place: Int) -> Bool {
        isQuote(bytes, place) || place < bytes.count && (bytes[place] == UInt8(ascii: "{") || bytes[place] == UInt8(ascii: "["))
    }

    /// Returns the position of the last byte before a place that is not a space.
    private static func lastBefore(_ place: Int, _ bytes: [UInt8]) -> Int {
        bytes[..<place].lastIndex { !ByteClass.isJSONSpace($0) } ?? -1
    }

    private static func isQuote(_ bytes: [UInt8], _ place: Int) -> Bool {
        bytes.indices.contains(place) && (bytes[place] == UInt8(ascii: "\"") || bytes[place] == UInt8(ascii: "'"))
    }
}
