import Bytes
import Testing

@Suite("Escaping") struct EscapingTests {
    @Test(
        "a character is replaced wherever it stands, also before a mark that Swift counts to the character",
        arguments: [
            ("a<b", "a&lt;b"), ("<\u{338}script>", "&lt;\u{338}script>"), ("&\u{301}", "&amp;\u{301}"), ("\u{301}<", "\u{301}&lt;"),
            ("&lt;", "&amp;lt;"), ("<\u{20E3}<\u{FE0F}", "&lt;\u{20E3}&lt;\u{FE0F}"), ("≮", "≮"), ("", ""),
        ])
    func marks(text: String, escaped: String) {
        // Strings are compared by their scalars, because for Swift `<` with a mark is equal to `≮`.
        #expect(Array(text.escaping(["<": "&lt;", "&": "&amp;"]).unicodeScalars) == Array(escaped.unicodeScalars))
    }
}
