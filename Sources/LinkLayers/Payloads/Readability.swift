import Bytes
import JSONDocument

/// Tells whether data that is not valid JSON can be rebuilt from what the parser read.
///
///     {'a':1,b:2,}                     the signs of JSON are wrong or missing
///     {&#39;a&#39;:1}   {\\"a\\":1}     the parser skips & and \, and reads 39 and a as two words
///     {“a”:“say "hi"”}                 the typographic quotes became parts of words
///     {"a":"say "hi" now"}             a word stands right beside a string, which probably goes on
enum Readability {
    static func isInPieces(_ document: JSONDocument) -> Bool {
        document.findings.contains { finding in
            switch finding.code {
            case .unexpectedCharacter: document.source[finding.range].contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "\\") }
            case .invalidWord: CurlyQuotes.holdsAny(document.source[finding.range], single: true)
            case .missingComma, .missingColon: isBesideString(finding.range.lowerBound, in: document.source)
            default: false
            }
        }
    }

    /// Returns whether a word and a string meet at a place, without a space between them.
    private static func isBesideString(_ place: Int, in bytes: [UInt8]) -> Bool {
        guard place > 0, place < bytes.count else { return false }
        let (before, behind) = (bytes[place - 1], bytes[place])
        return isQuote(before) && isWord(behind) || isWord(before) && !ByteClass.isDigit(before) && isQuote(behind)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isWord(_ byte: UInt8) -> Bool { ByteClass.isUnreserved(byte) || byte >= 0x80 }

    /// Returns the document with the apostrophes that JavaScript escapes in strings: `'it\'s'`. JSON has no such escape.
    static func withoutEscapedApostrophes(_ document: JSONDocument) -> JSONDocument {
        guard document.findings.contains(where: { $0.code == .invalidEscape }) else { return document }
        var text: [UInt8] = []
        var index = 0
        while index < document.source.count {
            let isEscape = document.source[index] == UInt8(ascii: "\\") && index + 1 < document.source.count
            if isEscape, document.source[index + 1] == UInt8(ascii: "'") {
                text += "\\u0027".utf8
            } else {
                text += document.source[index..<index + (isEscape ? 2 : 1)]
            }
            index += isEscape ? 2 : 1
        }
        return JSONDocument(text)
    }
}
