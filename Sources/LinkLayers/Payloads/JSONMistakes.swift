import Bytes
import JSONDocument

/// The mistakes in JSON that leave no doubt about what was meant. Only data without other mistakes can be rebuilt from what the parser
/// read.
///
///     {'a':1,b:True,}           single quotes, no quotes, a comma too many
///     {"a"="b" "c":2}           a sign that is missing or wrong between complete values
///     {"a":"b                   the end is missing
///
/// Other mistakes leave a doubt, because what the parser read as several values or skipped may be one text:
///
///     {"a":"say "hi" now"}      the string goes on after its quote
///     {"a":https://b.example}   the text goes on after its first word
///     {&#39;a&#39;:1}           the parser skips escapes
enum JSONMistakes {
    /// Returns whether the mistakes of a document, if it has any, leave no doubt.
    static func leaveNoDoubt(in document: JSONDocument) -> Bool {
        document.isValid || document.findings.allSatisfy { $0.code == .duplicateKey || leavesNoDoubt($0, document.source) }
    }

    private static func leavesNoDoubt(_ finding: JSONFinding, _ bytes: [UInt8]) -> Bool {
        let range = finding.range
        return switch finding.code {
        case .trailingComma, .missingValue, .invalidNumber, .singleQuotes, .invalidEscape, .controlCharacter, .mismatchedBracket,
            .unexpectedEnd, .unterminatedString, .invalidUTF8, .loneSurrogate, .byteOrderMark:
            true
        case .invalidWord: isWhole(range, in: bytes)
        // Two strings without a space between them may be one string with quotes inside.
        case .missingComma: !isQuote(byte(at: range.lowerBound - 1, of: bytes))
        case .missingColon: byte(at: range.lowerBound, of: bytes) == UInt8(ascii: "=")
        // A second comma, a semicolon instead of one, and the second half of =>.
        case .unexpectedCharacter:
            bytes[range].elementsEqual(",".utf8) || bytes[range].elementsEqual(";".utf8)
                || bytes[range].elementsEqual(">".utf8) && byte(at: range.lowerBound - 1, of: bytes) == UInt8(ascii: "=")
        case .trailingContent: !bytes[range].contains { isQuote($0) }
        // The rest of https://b.example looks like a comment.
        case .comment: byte(at: range.lowerBound + 1, of: bytes) == UInt8(ascii: "*") || before(range, bytes) != UInt8(ascii: ":")
        default: false
        }
    }

    /// Returns whether a word without quotes is a whole key or value. A typographic quote is no part of a word.
    private static func isWhole(_ word: Range<Int>, in bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes[word], as: UTF8.self)
        guard let first = text.first, let last = text.last, mayBound(first), mayBound(last) else { return false }
        let next = bytes[word.upperBound...].first { !ByteClass.isJSONSpace($0) }
        switch next {
        case nil, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
        case UInt8(ascii: ":"), UInt8(ascii: "="):
            let before = before(word, bytes)
            return before == UInt8(ascii: "{") || before == UInt8(ascii: ",") || isQuote(before)
        default: return false
        }
    }

    private static func mayBound(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "_$-.@".contains(character)
    }

    /// Returns the last byte before a range that is not a space.
    private static func before(_ range: Range<Int>, _ bytes: [UInt8]) -> UInt8? {
        bytes[..<range.lowerBound].last { !ByteClass.isJSONSpace($0) }
    }

    private static func byte(at index: Int, of bytes: [UInt8]) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }

    private static func isQuote(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
