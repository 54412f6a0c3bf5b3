extension StyledText {
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
