// The sanitizer is the only way from external text to cells. Treatment.swift defines how each scalar is shown.
//
// The sanitizer is lazy: it reads only as much of the source as the requested columns need. Showing a megabyte in a row of eighty columns
// therefore takes no longer than showing eighty columns. Sanitize text last, after decoding percent escapes, JSON escapes and base64,
// because the sanitized text is what the user sees.

/// Makes text safe to show.
package struct Sanitizer: Hashable, Sendable {
    package enum Encoding: Hashable, Sendable {
        case utf8
        /// The encoding of terminals with another character set. Everything above U+007E is escaped.
        case ascii
    }

    /// The way in which zero-width joiners between emoji are shown.
    package enum Joiners: Hashable, Sendable {
        /// Joiners appear as a small sign. This is for lists.
        case sign
        /// Joiners appear as `<U+200D>`. This is for values in detail.
        case escape
    }

    package var encoding: Encoding
    package var joiners: Joiners

    package init(_ encoding: Encoding, joiners: Joiners = .sign) {
        self.encoding = encoding
        self.joiners = joiners
    }

    /// Returns at most `limit` columns of the text on one line. `isCut` tells whether the text is longer.
    package func text(_ bytes: [UInt8], columns limit: Int = .max) -> SafeText { line(bytes, limit) }
    package func text(_ bytes: ArraySlice<UInt8>, columns limit: Int = .max) -> SafeText { line(bytes, limit) }
    package func text(_ text: String, columns limit: Int = .max) -> SafeText { line(text.utf8, limit) }
    package func text(_ text: Substring, columns limit: Int = .max) -> SafeText { line(text.utf8, limit) }

    /// Returns at most `limit` lines of at most `width` columns, from `start` on: 0, or the byte at which a line starts.
    ///
    /// Each line's `source` is the range of bytes that the line shows, so a caller can scroll by remembering where lines start. If
    /// `breaksLines` is true, a line feed ends the line, and the sign for the line feed stays at the end of that line. An empty text gives
    /// one empty line. The method uses a width of at least 10 columns, so that every escape fits into a line. Drawing clips lines that are
    /// too long.
    package func lines(_ bytes: [UInt8], from start: Int = 0, width: Int, limit: Int, breaksLines: Bool = true) -> [SafeText] {
        let start = min(max(start, 0), bytes.count)
        return lines(ScalarReader(bytes[start...], offset: start), width, limit, breaksLines)
    }

    package func lines(_ text: String, width: Int, limit: Int, breaksLines: Bool = true) -> [SafeText] {
        lines(ScalarReader(text.utf8), width, limit, breaksLines)
    }

    private func line(_ bytes: some Collection<UInt8>, _ limit: Int) -> SafeText {
        var writer = SafeTextWriter(reader: ScalarReader(bytes), sanitizer: self)
        return writer.line(columns: limit, breaksLines: false)
    }

    private func lines(_ reader: ScalarReader<some Collection<UInt8>>, _ width: Int, _ limit: Int, _ breaksLines: Bool) -> [SafeText] {
        guard limit > 0 else { return [] }
        var writer = SafeTextWriter(reader: reader, sanitizer: self)
        var lines: [SafeText] = []
        repeat {
            lines.append(writer.line(columns: max(width, 10), breaksLines: breaksLines, isWrapping: true))
        } while lines.count < limit && !writer.isAtEnd
        return lines
    }
}
