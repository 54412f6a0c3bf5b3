import CursesTerminal
import Screen
import Testing

/// A frame as a picture: `--frame 120x40 --svg dark`.
@Suite struct FramePictureTests {
    private func frame(_ text: String, _ style: Style) -> Frame {
        var frame = Frame(Size(columns: 6, rows: 2))
        _ = frame.put(SafeText(trusted: text), at: Point(column: 1, row: 1), style: style, clip: frame.bounds)
        return frame
    }

    @Test("text is where its cells are, as wide as they are, in the color of its role")
    func text() {
        #expect(
            FramePicture(frame("a<b", .ok), theme: .dark).svg.contains(
                "<text x=\"8\" y=\"30\" textLength=\"24\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"#87d787\">a&lt;b</text>"
            ))
    }

    @Test(
        "< and & are escaped, even if a combining mark follows them",
        arguments: [("<\u{338}", "&lt;\u{338}"), ("&\u{301}", "&amp;\u{301}")])
    func marks(text: String, written: String) {
        let svg = FramePicture(frame(text, .ok), theme: .dark).svg
        // For Swift, a sign with a mark is one character, so the bytes are compared.
        #expect(Array(svg.utf8).firstRange(of: Array(">\(written)</text>".utf8)) != nil, "\(svg)")
    }

    @Test("a selected row is drawn in reverse, as on a terminal, and a wide glyph is two cells", arguments: [Style.Attributes(), .reverse])
    func reverse(attributes: Style.Attributes) {
        let svg = FramePicture(frame("写", Style(.selection, attributes)), theme: .light).svg
        #expect(svg.contains("<rect x=\"8\" y=\"17\" width=\"16\" height=\"17\" fill=\"#005f87\"/>"))
        #expect(svg.contains("textLength=\"16\"") && svg.contains("fill=\"#ffffff\">写</text>"))
    }

    @Test("a picture is a whole document with nothing but text and rectangles", arguments: Theme.allCases)
    func document(theme: Theme) {
        let svg = FramePicture(frame("]&>", Style(.unsafe, .bold)), theme: theme).svg
        #expect(svg.hasPrefix("<svg xmlns=") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("&amp;&gt;") && svg.contains("font-weight=\"bold\" text-decoration=\"underline\""))
        #expect(svg.unicodeScalars.allSatisfy { $0 == "\n" || !$0.properties.isWhitespace || $0 == " " })
    }
}
