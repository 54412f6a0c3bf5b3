package struct StyledText: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var text: SafeText
        package var style: Style
    }

    package private(set) var spans: [Span] = []

    package init(_ text: SafeText, _ style: Style = .text) {
        append(text, style)
    }

    package init(_ spans: (SafeText, Style)...) {
        for (text, style) in spans { append(text, style) }
    }

    package mutating func append(_ text: SafeText, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        spans.append(Span(text: text, style: style))
    }

    package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

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

    /// The text as it is shown, in UTF-8, with the columns of the character to which each byte belongs.
    package var shown: (bytes: [UInt8], columns: [Range<Int>]) {
        var bytes: [UInt8] = []
        var columns: [Range<Int>] = []
        var column = 0
        for span in spans {
            for element in span.text.glyphs {
                var character = ""
                element.glyph.append(to: &character)
                let end = column + Int(element.glyph.width)
                bytes += character.utf8
                columns += repeatElement(column..<end, count: character.utf8.count)
                column = end
            }
        }
        return (bytes, columns)
    }
}

package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let reverse = Attributes(rawValue: 2)
        package static let underline = Attributes(rawValue: 4)
    }

    package var role: Role
    package var attributes: Attributes

    package init(_ role: Role, _ attributes: Attributes = []) {
        self.role = role
        self.attributes = attributes
    }

    package static let text = Style(.text)
    package static let dim = Style(.dim)
    package static let accent = Style(.accent)
    package static let title = Style(.title)
    package static let ok = Style(.ok)
    package static let warning = Style(.warning)
    package static let error = Style(.error)
    package static let border = Style(.border)
    package static let focusedBorder = Style(.focusedBorder)
    package static let banner = Style(.banner)
    package static let key = Style(.key)
    package static let value = Style(.value)
    package static let hint = Style(.hint)
    package static let code = Style(.code)
}

/// The purpose of a cell. The terminal chooses the colors for each role. No meaning depends on color alone.
///
/// There are so few roles that their color pairs fit every color terminal, which has at least 64 pairs.
package enum Role: UInt8, Sendable, CaseIterable {
    case text, dim, accent, title
    case ok, warning, error
    case selection, match
    case border, focusedBorder
    case banner
    /// The sanitizer's replacement for an unsafe character.
    case unsafe
    case key, value
    case hint
    /// A QR code. It is drawn dark on light in every theme, so that cameras can read it.
    case code
}

package enum Theme: String, Sendable, CaseIterable {
    /// The terminal's own text and background, with colors of medium lightness that are readable on both light and dark backgrounds.
    case terminal
    case dark, light
    case highContrast = "high-contrast"
    /// Blue, yellow and orange in place of green and red.
    case colorBlind = "color-blind"

    /// Returns the theme with this name. The spelling `colour-blind` is known too.
    package init?(name: String) { self.init(rawValue: name.lowercased().replacing("colour", with: "color")) }
}
