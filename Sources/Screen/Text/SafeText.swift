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

    /// Returns the glyphs from the left that fit into `limit` columns. A wide glyph that fits only in part is left out.
    package func prefix(columns limit: Int) -> SafeText {
        guard columns > limit else { return self }
        var result = SafeText()
        var end = source.upperBound
        for element in glyphs {
            guard result.columns + Int(element.glyph.width) <= limit else {
                end = Int(element.offset)
                break
            }
            result.append(element.glyph, isUnsafe: element.isUnsafe, offset: Int(element.offset))
        }
        result.isCut = true
        result.source = min(source.lowerBound, end)..<end
        return result
    }

    /// Returns the text in at most `limit` columns. A truncated text ends with the sign for truncation, if it fits.
    package func fitted(to limit: Int, glyphs signs: Glyphs) -> SafeText {
        guard isCut || columns > limit else { return self }
        guard limit > 0 else { return SafeText() }
        guard limit >= signs.cut.columns else { return prefix(columns: limit) }
        return prefix(columns: limit - signs.cut.columns) + signs.cut
    }

    /// Returns the text in at most `limit` columns. A truncated text keeps its beginning and its end, with a sign between them.
    ///
    /// - Parameter share: The share of the room that the end gets.
    package func fittedAtBothEnds(to limit: Int, end share: Double = 0.5, glyphs signs: Glyphs) -> SafeText {
        let room = limit - signs.cut.columns
        guard columns > limit, room > 1 else { return fitted(to: limit, glyphs: signs) }
        let most = Int(Double(room) * share)
        var end = SafeText()
        var left = columns
        for element in glyphs {
            if left <= most { end.append(element.glyph, isUnsafe: element.isUnsafe, offset: Int(element.offset)) }
            left -= Int(element.glyph.width)
        }
        return prefix(columns: room - end.columns) + signs.cut + end
    }

    /// Returns the text in exactly `limit` columns: truncated if necessary, or padded with spaces.
    package func padded(to limit: Int, glyphs signs: Glyphs) -> SafeText {
        var result = fitted(to: limit, glyphs: signs)
        while result.columns < limit { result.append(.space, isUnsafe: false, offset: source.upperBound) }
        return result
    }

    /// Returns lines of at most `width` columns, at least one. They break anywhere, because inspected values have no words.
    package func wrapped(width: Int) -> [SafeText] {
        var lines: [SafeText] = []
        var line = SafeText()
        for element in glyphs {
            if line.columns > 0, line.columns + Int(element.glyph.width) > max(width, 1) {
                lines.append(line)
                line = SafeText()
            }
            line.append(element.glyph, isUnsafe: element.isUnsafe, offset: Int(element.offset))
        }
        lines.append(line)
        return lines
    }

    /// Returns lines of at most `width` columns, at least one, broken at spaces if possible, for the program's own text.
    package func wrappedAtBlanks(width: Int) -> [SafeText] {
        let width = max(width, 1)
        var lines: [SafeText] = []
        var line = SafeText()
        var word = SafeText()
        func flush() {
            if line.columns > 0, line.columns + 1 + word.columns > width {
                lines.append(line)
                line = SafeText()
            }
            if line.columns > 0 { line.append(.space, isUnsafe: false, offset: 0) }
            let pieces = (line + word).wrapped(width: width)
            lines += pieces.dropLast()
            line = pieces.last ?? SafeText()
            word = SafeText()
        }
        for element in glyphs {
            if element.glyph == .space, !element.isUnsafe {
                if !word.isEmpty { flush() }
            } else {
                word.append(element.glyph, isUnsafe: element.isUnsafe, offset: Int(element.offset))
            }
        }
        if !word.isEmpty { flush() }
        lines.append(line)
        return lines
    }

    /// Returns the first words that have room. If not even the first word has room, it is truncated.
    package func words(fitting limit: Int, glyphs signs: Glyphs) -> SafeText {
        guard columns > limit else { return self }
        let words = wrappedAtBlanks(width: limit)[0]
        return glyphs.dropFirst(words.glyphs.count).first?.glyph == .space ? words : fitted(to: limit, glyphs: signs)
    }

    /// Returns the columns that show a range of source bytes, for search matches and for the carets below an error.
    package func columns(showing bytes: Range<Int>) -> Range<Int> {
        var column = 0
        var first: Int?
        var last = 0
        for (index, element) in glyphs.enumerated() {
            let width = Int(element.glyph.width)
            // A glyph shows the source bytes up to the next glyph that has a greater offset.
            var next = index + 1
            while next < glyphs.count, glyphs[next].offset == element.offset { next += 1 }
            let end = next < glyphs.count ? Int(glyphs[next].offset) : source.upperBound
            if Int(element.offset) < bytes.upperBound, bytes.lowerBound < end {
                first = first ?? column
                last = column + width
            }
            column += width
        }
        guard let first else { return 0..<0 }
        return first..<last
    }
}
