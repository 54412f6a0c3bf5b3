/// A line of text that is safe to show: glyphs with what stood for them in the source. Only a `Sanitizer` makes it from
/// text that came from outside; a literal in our own source becomes one by itself.
package struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    struct Element: Hashable, Sendable {
        var glyph: Glyph
        /// Shown in place of something else.
        let isUnsafe: Bool
        /// Where what it shows begins in the source, in bytes.
        let offset: UInt32
    }

    private(set) var glyphs: [Element] = []
    /// The columns it takes.
    package private(set) var columns = 0
    /// The source went on after what was asked for.
    package internal(set) var isCut = false
    /// Of the part that was read: all of it unless `isCut`.
    package internal(set) var oddities = Oddities()
    /// The bytes of the source it stands for.
    package internal(set) var source: Range<Int> = 0..<0

    init() {}

    /// A literal of this program. It goes through the sanitiser as everything does; debug builds stop at one that needed it.
    package init(stringLiteral text: StaticString) {
        self.init(trusted: text.description)
    }

    /// Text made by this program of its own words and numbers. Still sanitised; debug builds stop at one that needed it.
    package init(trusted text: String) {
        self = Sanitizer(.utf8).text(text)
        assert(!glyphs.contains(where: \.isUnsafe), "a text of the program itself is not safe to show: \(self)")
    }

    package var isEmpty: Bool { glyphs.isEmpty }

    /// The glyphs as a string, with escapes as shown.
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

    /// One after the other. Places in the source are those of the left one.
    package static func + (left: SafeText, right: SafeText) -> SafeText {
        var sum = left
        for element in right.glyphs {
            sum.append(element.glyph, isUnsafe: element.isUnsafe, offset: left.source.upperBound)
        }
        sum.isCut = right.isCut
        sum.oddities.add(right.oddities)
        return sum
    }
}
