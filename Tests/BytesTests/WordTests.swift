import Testing

@testable import Bytes

@Suite("Words and blanks in bytes") struct WordTests {
    @Test(
        "numbers have their nouns, and commas between groups of three digits",
        arguments: [
            (0, "0 links", "0 entries"), (1, "1 link", "1 entry"), (999, "999 links", "999 entries"), (1000, "1000 links", "1,000 entries"),
            (1_234_567, "1234567 links", "1,234,567 entries"),
        ])
    func numbers(_ number: Int, _ links: String, _ entries: String) {
        #expect(number.counted("link") == links)
        #expect(number.counted("entry", "entries", isGrouped: true) == entries)
    }

    @Test("a long list tells how many more there are")
    func lists() {
        #expect(["a", "b", "c"].listed(most: 3) == "a, b, c")
        #expect(["a", "b", "c", "d"].listed(most: 2) == "a, b and 2 more")
    }

    @Test("a word is found at a position, and never beyond the end")
    func words() {
        let bytes = Array("Shop://x".utf8)
        #expect(bytes.has("Shop", at: 0, before: 8) && !bytes.has("shop", at: 0, before: 8))
        #expect(bytes.hasLetters("shop", at: 0, before: 8) && bytes.hasLetters("://", at: 4, before: 8))
        #expect(!bytes.has("://x", at: 4, before: 7) && !bytes.has("xy", at: 7, before: 100) && !bytes.hasLetters("xy", at: 7, before: 100))
        #expect(!bytes.has("S", at: -1, before: 8) && !bytes.hasLetters("s", at: -1, before: 8))
        #expect(bytes.isWord("shop", in: 0..<4) && !bytes.isWord("shop", in: 0..<5) && !bytes.isWord("shop", in: 1..<4))
    }

    @Test("case is ignored in letters only")
    func letters() {
        #expect(!Array("[".utf8).hasLetters("{", at: 0, before: 1) && !Array("@".utf8).hasLetters("`", at: 0, before: 1))
        #expect(Array("\\U002F \\u002F".utf8).hasEscape("\\u002f", at: 7, before: 13))
        #expect(!Array("\\U002F".utf8).hasEscape("\\u002f", at: 0, before: 6))
    }

    @Test(
        "blanks around bytes are trimmed",
        arguments: [("", ""), (" \t\r\n\u{B}\u{C}", ""), (" a b\n", "a b"), ("a", "a"), ("\u{A0}a\0", "\u{A0}a\0")])
    func trimming(text: String, trimmed: String) {
        let bytes = Array(text.utf8)
        let range = bytes.span.trimmed
        #expect(bytes[range].elementsEqual(trimmed.utf8))
    }

    @Test("the kinds of blanks, each with the bytes that its rule names")
    func blanks() {
        let all = UInt8.min...UInt8.max
        #expect(all.filter(ByteClass.isBlank) == [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20])
        #expect(all.filter(ByteClass.isHTMLSpace) == [0x09, 0x0A, 0x0C, 0x0D, 0x20])
        #expect(all.filter(ByteClass.isJSONSpace) == [0x09, 0x0A, 0x0D, 0x20])
        #expect(all.filter(ByteClass.isLineEnd) == [0x0A, 0x0D])
        #expect(all.filter(ByteClass.isControl) == Array(0..<0x20) + [0x7F])
    }
}

@Suite("Exact strings") struct ExactStringTests {
    @Test("texts that Swift takes for equal differ if their bytes differ")
    func bytes() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed && !composed.hasBytes(of: decomposed) && ExactString(composed) != ExactString(decomposed))
        #expect(composed.hasBytes(of: "\u{E9}") && !composed.hasBytes(of: "\u{E9}\u{E9}") && "".hasBytes(of: ""))
        #expect(Set([composed, decomposed, "\u{E9}"].map(ExactString.init)).count == 2)
    }
}
