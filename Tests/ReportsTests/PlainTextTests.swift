import Reports
import TestSupport
import Testing

@Suite("Untrusted text in plain output")
struct PlainTextTests {
    @Test(arguments: [
        ("plain é 字 😀", "plain é 字 😀"),
        ("\u{1B}[2J", "^[[2J"),
        ("\0\t\n\r\u{7F}", "^@^I^J^M^?"),
        ("\u{9B}2J\u{80}", "<U+009B>2J<U+0080>"),
        ("a\u{202E}b\u{2066}\u{200F}\u{61C}", "a<U+202E>b<U+2066><U+200F><U+061C>"),
        ("\u{200B}\u{200D}\u{FEFF}\u{AD}\u{2060}", "<U+200B><U+200D><U+FEFF><U+00AD><U+2060>"),
        ("\u{2028}\u{2029}\u{A0}\u{3000}", "<U+2028><U+2029><U+00A0><U+3000>"),
        ("\u{E0041}\u{E000}\u{3164}\u{2800}\u{FE0F}", "<U+E0041><U+E000><U+3164><U+2800><U+FE0F>"),
    ])
    func safe(text: String, shown: String) {
        #expect(PlainText.safe(text) == shown)
    }

    @Test(
        "bytes that are not UTF-8 are shown one by one",
        arguments: [
            ([0x61, 0xFF, 0x62], "a<FF>b"),
            ([0xC3], "<C3>"),
            ([0xE2, 0x82], "<E2><82>"),
            ([0xE2, 0x82, 0x41], "<E2><82>A"),
            ([0xED, 0xA0, 0x80], "<ED><A0><80>"),
            ([0xC0, 0xAF], "<C0><AF>"),
            ([0xF5, 0x80], "<F5><80>"),
            ([0xC3, 0xA9], "é"),
            ([], ""),
        ] as [([UInt8], String)]
    )
    func bytes(bytes: [UInt8], shown: String) {
        #expect(PlainText.safe(bytes) == shown)
    }

    @Test(
        "a long value is cut after 2,000 characters",
        arguments: [
            (2_000, "", ""), (2_000, "y", "…"), (1_999, "\u{1B}", "^["), (1_999, "\u{1B}z", "^[…"), (2_000, "é", "…"),
        ])
    func long(count: Int, end: String, shown: String) {
        let text = "{\"\(String(repeating: "y", count: count - 2))\(end)"
        #expect(report(text).text().hasSuffix("\nraw  {\"\(String(repeating: "y", count: count - 2))\(shown)\n"))
    }

    @Test func `the safe form of every Unicode character is safe`() {
        for value in Array(UInt32(0)...0x2FFF) + Seeds.share(of: Array(UInt32(0x3000)...0x10FFFF), in: 8) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let shown = PlainText.safe(String(scalar))
            guard shown.unicodeScalars.first == scalar else { continue }
            let properties = scalar.properties
            switch properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                Issue.record("U+\(String(value, radix: 16)) stands as itself")
            default: #expect(!properties.isDefaultIgnorableCodePoint || shown == "<")
            }
        }
    }
}
