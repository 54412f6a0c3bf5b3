import Bytes
import Testing

@Suite("Escaping") struct EscapingTests {
    @Test(
        "every character with a replacement is escaped, even if a combining mark follows it",
        arguments: [
            ("a<b", "a&lt;b"), ("<\u{338}script>", "&lt;\u{338}script>"), ("&\u{301}", "&amp;\u{301}"), ("\u{301}<", "\u{301}&lt;"),
            ("&lt;", "&amp;lt;"), ("<\u{20E3}<\u{FE0F}", "&lt;\u{20E3}&lt;\u{FE0F}"), ("≮", "≮"), ("", ""),
        ])
    func marks(text: String, escaped: String) {
        // Strings are compared by their scalars, because for Swift `<` with a mark is equal to `≮`.
        #expect(Array(text.escaping(["<": "&lt;", "&": "&amp;"]).unicodeScalars) == Array(escaped.unicodeScalars))
    }
}
