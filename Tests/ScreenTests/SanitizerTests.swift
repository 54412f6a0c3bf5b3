import Screen
import TestSupport
import Testing

@Suite("Unsafe characters are shown as escapes")
struct SanitizerTests {
    @Test(
        "the rule table, in UTF-8 and in ASCII",
        arguments: [
            ("plain ~", "plain ~", "plain ~"),
            ("a\tb\nc\rd", "a\\tb\\nc\\rd", "a\\tb\\nc\\rd"),
            ("\u{1B}[31m", "^[[31m", "^[[31m"),
            ("\u{0}\u{7}\u{8}\u{7F}", "^@^G^H^?", "^@^G^H^?"),
            ("\u{9B}2J", "<U+009B>2J", "<U+009B>2J"),
            ("hi\u{202E}gnp", "hi<U+202E>gnp", "hi<U+202E>gnp"),
            ("a\u{200B}b\u{FEFF}\u{AD}", "a<U+200B>b<U+FEFF><U+00AD>", "a<U+200B>b<U+FEFF><U+00AD>"),
            ("\u{E0041}\u{E0100}", "<U+E0041><U+E0100>", "<U+E0041><U+E0100>"),
            (
                "\u{3164}\u{2800}\u{115F}\u{FFA0}\u{34F}", "<U+3164><U+2800><U+115F><U+FFA0><U+034F>",
                "<U+3164><U+2800><U+115F><U+FFA0><U+034F>"
            ),
            ("\u{2028}\u{2029}", "<U+2028><U+2029>", "<U+2028><U+2029>"),
            ("\u{E000}\u{FFFF}\u{378}", "<U+E000><U+FFFF><U+0378>", "<U+E000><U+FFFF><U+0378>"),
            ("a\u{A0}b", "a b", "a<U+00A0>b"),
            ("e\u{301}", "e\u{301}", "e<U+0301>"),
            ("\u{301}x", "\u{25CC}\u{301}x", "<U+0301>x"),
            ("é中", "é中", "<U+00E9><U+4E2D>"),
            ("👍🏽", "👍·", "<U+1F44D><U+1F3FD>"),
            ("👩\u{200D}🚀", "👩·🚀", "<U+1F469><U+200D><U+1F680>"),
            ("\u{1F1E9}\u{1F1EA}", "<U+1F1E9><U+1F1EA>", "<U+1F1E9><U+1F1EA>"),
            ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", "<U+1112><U+1161><U+11AB>"),
            ("x\u{1161}", "x<U+1161>", "x<U+1161>"),
            ("שלום", "שלום", "<U+05E9><U+05DC><U+05D5><U+05DD>"),
        ]
    )
    func rules(source: String, utf8: String, ascii: String) {
        #expect(Sanitizer(.utf8).text(source).description.unicodeScalars.elementsEqual(utf8.unicodeScalars))
        #expect(Sanitizer(.ascii).text(source).description == ascii)
    }

    @Test("each byte that is not UTF-8 is shown on its own")
    func invalidBytes() {
        let bytes: [UInt8] = [0x41, 0xFF, 0xC3, 0x28, 0xE2, 0x82, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0x42]
        #expect(Sanitizer(.utf8).text(bytes).description == "A<FF><C3>(<E2><82><C0><AF><ED><A0><80>B")
    }

    @Test("marks after the fourth are counted, not shown")
    func stackedMarks() {
        let text = Sanitizer(.utf8).text("a" + String(repeating: "\u{300}", count: 7) + "b")
        #expect(text.description.unicodeScalars.count == 1 + 4 + "<+3>".count + 1)
        #expect(text.columns == 6)
    }

    @Test("joiners can be shown as escapes")
    func joiners() {
        #expect(Sanitizer(.utf8, joiners: .escape).text("👩\u{200D}🚀").description == "👩<U+200D>🚀")
    }

    @Test("showing a row of a megabyte of text takes no longer than showing its visible part")
    func laziness() {
        let text = Sanitizer(.utf8).text([UInt8](repeating: 0x61, count: 1 << 20), columns: 80)
        #expect(text.columns == 80)
        #expect(text.isCut)
        #expect(text.source == 0..<80)
    }

    @Test("a wide glyph that does not fit moves to the next line")
    func wrapping() {
        let lines = Sanitizer(.utf8).lines("123456789中x\u{202E}", width: 10, limit: 9)
        #expect(lines.map(\.description) == ["123456789", "中x", "<U+202E>"])
        #expect(lines.map(\.source) == [0..<9, 9..<13, 13..<16])
    }

    @Test("a line feed ends a line after its sign", arguments: [(true, ["a\\n", "b\\n", "\\n", "c"]), (false, ["a\\nb\\n\\nc"])])
    func lineFeeds(breaks: Bool, expected: [String]) {
        #expect(Sanitizer(.utf8).lines("a\nb\n\nc", width: 20, limit: 9, breaksLines: breaks).map(\.description) == expected)
    }

    @Test("lines that start where an earlier line began are the same")
    func resuming() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<200 {
            let bytes = hostileBytes(&random, count: 120)
            let all = Sanitizer(.utf8).lines(bytes, width: 13, limit: 1000)
            // A line that begins with marks or a joiner of the previous line shows them in another way without that line.
            let carried: [Unicode.Scalar?] = ["\u{25CC}", "\u{B7}"]
            for (index, line) in all.enumerated() where !carried.contains(line.description.unicodeScalars.first) {
                let rest = Sanitizer(.utf8).lines(bytes, from: line.source.lowerBound, width: 13, limit: 1)
                guard !carried.contains(rest[0].description.unicodeScalars.first) else { continue }
                #expect(rest[0].source == line.source && rest[0].description == line.description, "line \(index) of \(bytes)")
            }
            #expect(all.first?.source.lowerBound == 0)
            #expect(all.last?.source.upperBound == bytes.count)
            for (line, next) in zip(all, all.dropFirst()) { #expect(line.source.upperBound == next.source.lowerBound) }
        }
    }

    @Test("hostile bytes: only allowed scalars, correct widths, and sanitizing again changes nothing", arguments: Seeds.among(0...7))
    func properties(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        for _ in 0..<400 {
            let bytes = hostileBytes(&random, count: Int(random.next() % 60))
            for encoding in [Sanitizer.Encoding.utf8, .ascii] {
                let sanitizer = Sanitizer(encoding)
                let text = sanitizer.text(bytes)
                let shown = text.description
                for scalar in shown.unicodeScalars {
                    #expect(isAllowed(scalar, encoding), "U+\(String(scalar.value, radix: 16)) of \(bytes)")
                }
                var frame = Frame(Size(columns: text.columns + 3, rows: 1))
                #expect(frame.put(text, at: .zero) == text.columns)
                #expect(frame[column: text.columns, row: 0]?.style == .text)
                #expect(sanitizer.text(shown).description.unicodeScalars.elementsEqual(shown.unicodeScalars))
                let cut = Int(random.next() % 20)
                #expect(sanitizer.text(bytes, columns: cut).columns <= cut)
            }
        }
    }

    /// The list of allowed characters, written independently of the tested code.
    private func isAllowed(_ scalar: Unicode.Scalar, _ encoding: Sanitizer.Encoding) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return true }
        guard encoding == .utf8, scalar.value >= 0xA1 else { return false }
        let forbidden: [Unicode.GeneralCategory] = [
            .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator,
        ]
        return !forbidden.contains(scalar.properties.generalCategory) && !scalar.properties.isDefaultIgnorableCodePoint
            && scalar.value != 0x2800
    }
}
