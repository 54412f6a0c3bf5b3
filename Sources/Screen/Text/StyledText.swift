/// A line of text in several styles.
package struct StyledText: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var text: SafeText
        package var style: Style
    }

    package private(set) var spans: [Span] = []

    package init() {}

    package init(_ text: SafeText, _ style: Style = .text) {
        append(text, style)
    }

    package mutating func append(_ text: SafeText, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        spans.append(Span(text: text, style: style))
    }

    package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }
    package var isEmpty: Bool { spans.isEmpty }

    /// Returns the text in at most `limit` columns. A truncated text ends with the sign for truncation.
    package func fitted(to limit: Int, glyphs signs: Glyphs) -> StyledText {
        var result = StyledText()
        var room = max(limit, 0)
        for (index, span) in spans.enumerated() {
            let rest = spans[(index + 1)...].reduce(0) { $0 + $1.text.columns }
            if !span.text.isCut, span.text.columns + min(rest, signs.cut.columns) <= room {
                result.append(span.text, span.style)
                room -= span.text.columns
                continue
            }
            var text = span.text
            text.isCut = text.isCut || rest > 0
            result.append(text.fitted(to: room, glyphs: signs), span.style)
            break
        }
        return result
    }

    /// Returns the text in exactly `limit` columns: truncated if necessary, or padded with spaces.
    package func padded(to limit: Int, glyphs signs: Glyphs) -> StyledText {
        var result = fitted(to: limit, glyphs: signs)
        let room = limit - result.columns
        if room > 0 { result.append(SafeText(trusted: String(repeating: " ", count: room))) }
        return result
    }

    package static func += (text: inout StyledText, other: StyledText) { text.spans += other.spans }
}
