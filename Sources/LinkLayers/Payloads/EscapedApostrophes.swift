import JSONDocument

/// The apostrophes that JavaScript escapes in strings: `'it\'s'`. JSON has no such escape.
enum EscapedApostrophes {
    /// Returns the document with `\u0027` in place of each `\'`.
    static func replaced(in document: JSONDocument) -> JSONDocument {
        guard document.findings.contains(where: { $0.code == .invalidEscape }) else { return document }
        let source = document.source
        var text: [UInt8] = []
        var index = 0
        while index < source.count {
            let isEscape = source[index] == UInt8(ascii: "\\") && index + 1 < source.count
            if isEscape, source[index + 1] == UInt8(ascii: "'") {
                text += "\\u0027".utf8
            } else {
                text += source[index..<index + (isEscape ? 2 : 1)]
            }
            index += isEscape ? 2 : 1
        }
        return JSONDocument(text)
    }
}
