/// A line of text that is safe to show: glyphs with their offsets in the source. External text becomes a safe text only through a
/// `Sanitizer`. The program's own literals are sanitized as well.
package struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    struct Element: Hashable, Sendable {
        var glyph: Glyph
        /// Whether the glyph is part of a replacement.
        let isUnsafe: Bool
        /// The offset in the source, in bytes, of the character that the glyph shows.
        let offset: UInt32
    }

    private(set) var glyphs: [Element] = []
    /// The width in columns.
    package private(set) var columns = 0
    /// Whether the source is longer than the part that the text shows.
    package internal(set) var isCut = false
    /// The byte range of the source that the text shows.
    package internal(set) var source: Range<Int> = 0..<0

    init() {}

    /// Creates a text from a literal. The literal is sanitized like any other text; debug builds trap if it contains something unsafe.
    package init(stringLiteral text: StaticString) {
        self.init(trusted: text.description)
    }

    /// Creates a text from words and numbers of the program itself. They are sanitized; debug builds trap if they contain something unsafe.
    package init(trusted text: String) {
        self = Sanitizer(.utf8).text(text)
        assert(!glyphs.contains(where: \.isUnsafe), "a text of the program itself is not safe to show: \(self)")
    }

    package var isEmpty: Bool { glyphs.isEmpty }

    /// The glyphs as a string, in which escapes appear as they are shown.
    package var description: String {
        var text = ""
        for element in glyphs { element.glyph.append(to: &text) }
        return text
    }

    mutating func append(_ glyph: Glyph, isUnsafe: Bool, offset: Int) {
        glyphs.append(Element(glyph: glyph, isUnsafe: isUnsafe, offset: UInt32(clamping: offset)))
        columns += Int(glyph.width)
    }

    mutating func addMarkToLast(_ mark: Unicode.Scalar) -> Bool {
        guard let last = glyphs.indices.last, !glyphs[last].isUnsafe else { return false }
        return glyphs[last].glyph.add(mark: mark)
    }

    /// Concatenates two texts. The offset of the right text's glyphs becomes the end of the left text's source.
    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var sum = left
        for element in right.glyphs {
            sum.append(element.glyph, isUnsafe: element.isUnsafe, offset: left.source.upperBound)
        }
        sum.isCut = right.isCut
        return sum
    }
}
