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

/// A JSON object at the start of a text, up to the bracket that closes it. Any text may follow.
struct JSONExtent {
    let end: Int
    /// The parsed object.
    let document: JSONDocument

    /// Returns nil unless brackets and quotes are balanced, and other mistakes, such as an extra comma, leave no doubt about what was meant.
    init?(_ text: [UInt8]) {
        guard let root = JSONDocument(text).root, root.kind == .object, root.range.count > 1 else { return nil }
        guard text[root.range.upperBound - 1] == UInt8(ascii: "}") else { return nil }
        let document = JSONDocument(Array(text[..<root.range.upperBound]))
        guard JSONMistakes.leaveNoDoubt(in: document) else { return nil }
        end = root.range.upperBound
        self.document = document
    }
}

extension JSONDocument {
    /// Whether the text ends before the JSON is complete.
    var endsEarly: Bool { findings.contains(where: Self.isEnd) }

    /// Whether the text has no error before its end.
    var isCorrectToItsEnd: Bool { findings.first.map(Self.isEnd) ?? true }

    private static func isEnd(_ finding: JSONFinding) -> Bool { finding.code == .unexpectedEnd || finding.code == .unterminatedString }

    /// The document with `\u0027` in place of each `\'`, with which JavaScript escapes apostrophes in strings: `'it\'s'`. JSON has no such
    /// escape.
    var withJSONApostrophes: JSONDocument {
        guard findings.contains(where: { $0.code == .invalidEscape }) else { return self }
        let source = TracedText(source)
        let text = source.decoding(0..<source.count, where: { $0 == UInt8(ascii: "\\") }) { index in
            let escape = source.bytes[index...].prefix(2)
            return (escape.last == UInt8(ascii: "'") ? Array("\\u0027".utf8) : Array(escape), escape.count)
        }
        return text.map { JSONDocument($0.bytes) } ?? self
    }
}

/// Replaces the typographic quotes that word processors and phones put into JSON: `{“a”:“b”}` and, if there are only single ones, `{‘a’:‘b’}`.
enum CurlyQuotes {
    /// All these quotes begin with the same bytes.
    private static let beginning: [UInt8] = [0xE2, 0x80]
    /// The last byte of U+201C, U+201D, U+201E and U+201F.
    private static let double: ClosedRange<UInt8> = 0x9C...0x9F
    /// The last byte of U+2018, U+2019, U+201A and U+201B.
    private static let single: ClosedRange<UInt8> = 0x98...0x9B

    /// Returns the text with straight double quotes in place of typographic quotes, or nil if there are none.
    ///
    /// A typographic quote between straight quotes is ordinary text and is kept. The replacement is correct only if the result is valid
    /// JSON.
    static func straightened(_ text: [UInt8]) -> [UInt8]? {
        // Beside double quotes, a single one is an apostrophe.
        let hasDouble = holdsAny(text[...]) || text.contains(UInt8(ascii: "\""))
        let last = hasDouble ? double : single
        guard text.indices.contains(where: { isCurly(text[...], at: $0, last) }) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isInStraight = false
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == UInt8(ascii: "\\"), index + 1 < text.count {
                // A typographic quote after a backslash replaced a straight quote, too.
                let isCurly = !isInStraight && isCurly(text[...], at: index + 1, last)
                result += [byte, isCurly ? UInt8(ascii: "\"") : text[index + 1]]
                index += isCurly ? 4 : 2
                continue
            }
            if byte == UInt8(ascii: "\"") { isInStraight.toggle() }
            let isCurly = !isInStraight && isCurly(text[...], at: index, last)
            result.append(isCurly ? UInt8(ascii: "\"") : byte)
            index += isCurly ? 3 : 1
        }
        return result
    }

    /// Returns whether a text has typographic double quotes.
    static func holdsAny(_ text: ArraySlice<UInt8>) -> Bool { text.indices.contains { isCurly(text, at: $0, double) } }

    private static func isCurly(_ text: ArraySlice<UInt8>, at index: Int, _ last: ClosedRange<UInt8>) -> Bool {
        text[index] == beginning[0] && index + 2 < text.endIndex && text[index + 1] == beginning[1] && last.contains(text[index + 2])
    }
}
