extension SafeText {
    /// As many glyphs from the left as fit; a wide one that does not is left out.
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
        result.oddities = oddities
        result.source = min(source.lowerBound, end)..<end
        return result
    }

    /// What remains after scrolling `count` columns sideways; half a wide glyph becomes a blank.
    package func dropFirst(columns count: Int) -> SafeText {
        guard count > 0 else { return self }
        var result = SafeText()
        result.isCut = isCut
        result.oddities = oddities
        result.source = source
        var column = 0
        for element in glyphs {
            let width = Int(element.glyph.width)
            if column >= count {
                result.append(element.glyph, isUnsafe: element.isUnsafe, offset: Int(element.offset))
            } else if column + width > count {
                result.append(.space, isUnsafe: element.isUnsafe, offset: Int(element.offset))
            }
            column += width
        }
        return result
    }

    /// At most `limit` columns; what was cut, here or by the sanitiser, ends with the sign for it.
    package func fitted(to limit: Int, glyphs signs: Glyphs) -> SafeText {
        guard isCut || columns > limit else { return self }
        guard limit > 0 else { return SafeText() }
        guard limit >= signs.cut.columns else { return prefix(columns: limit) }
        return prefix(columns: limit - signs.cut.columns) + signs.cut
    }

    /// Exactly `limit` columns: fitted, and blanks after it.
    package func padded(to limit: Int, glyphs signs: Glyphs) -> SafeText {
        var result = fitted(to: limit, glyphs: signs)
        while result.columns < limit { result.append(.space, isUnsafe: false, offset: source.upperBound) }
        return result
    }

    /// Lines of at most `width` columns, broken anywhere: what one inspects has no words to keep whole. Never empty.
    package func wrapped(width: Int, limit: Int = .max) -> [SafeText] {
        var lines: [SafeText] = []
        var line = SafeText()
        for element in glyphs {
            if line.columns > 0, line.columns + Int(element.glyph.width) > max(width, 1) {
                lines.append(line)
                if lines.count >= limit { return lines }
                line = SafeText()
            }
            line.append(element.glyph, isUnsafe: element.isUnsafe, offset: Int(element.offset))
        }
        lines.append(line)
        return lines
    }

    /// Lines of our own words of at most `width` columns, broken at blanks where there are any. Never empty.
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

    /// The columns in which bytes of the source are shown, for a match or a caret under a mistake.
    package func columns(showing bytes: Range<Int>) -> Range<Int> {
        var column = 0
        var first: Int?
        var last = 0
        for (index, element) in glyphs.enumerated() {
            let width = Int(element.glyph.width)
            // A glyph stands for the bytes up to where a glyph of a greater offset begins.
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
