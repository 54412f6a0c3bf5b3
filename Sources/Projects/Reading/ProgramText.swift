/// A text in a program: the pieces as they are written, and the parts that are filled in when the program runs.
package struct ProgramText: Sendable {
    package enum Part: Sendable {
        /// Bytes of the file. In a raw piece, backslashes are nothing but backslashes.
        case piece(Range<Int>, isRaw: Bool)
        case hole(Range<Int>)
    }

    package var parts: [Part] = []
    /// The number of `#` after the backslash of an escape, as in Swift's `#"…"#`.
    package var hashes = 0
    /// The place after the closing quote.
    package var end: Int
    /// Whether the text and one that follows it are one text.
    package var joinsNext: Bool

    /// Returns the texts of a program, without those in comments, in the order in which they begin. A text that its line does not end is
    /// left out, and so is a character.
    package static func all(in file: SourceFile) -> [ProgramText] {
        let tokens = SourceTokens(file, onlyTexts: true)
        return tokens.all.indices.compactMap { tokens.isQuote($0) ? ProgramText(at: $0, in: tokens) : nil }
    }

    private init?(at opening: Int, in tokens: SourceTokens) {
        let (all, bytes) = (tokens.all, tokens.file.bytes)
        let closing = all[opening].partner
        guard closing < all.count, all[closing].end > all[closing].start else { return nil }
        guard !tokens.dialect.otherQuotes.utf8.contains(bytes[all[opening].end - 1]) else { return nil }
        (end, joinsNext) = (all[closing].end, tokens.dialect.joinsTexts)
        hashes = bytes[all[opening].start...].prefix { $0 == UInt8(ascii: "#") }.count
        var index = opening + 1
        while index < closing {
            let next = tokens.after(index)
            switch all[index].kind {
            case .text: parts.append(.piece(all[index].start..<all[index].end, isRaw: all[index].isRaw && hashes == 0))
            case .opening: parts.append(.hole(all[index].start..<all[next - 1].end))
            // A name after `$`, and the names after its dots.
            default:
                if case .hole(let range)? = parts.last, range.upperBound == all[index].start {
                    parts[parts.count - 1] = .hole(range.lowerBound..<all[index].end)
                } else {
                    parts.append(.hole(all[index].start - 1..<all[index].end))
                }
            }
            index = next
        }
    }
}
