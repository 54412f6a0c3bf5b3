import Bytes
import TestSupport
import Testing

@testable import Checks

@Suite("String literals in programs")
struct LiteralScannerTests {
    /// Returns the literals of a program. `x` stands for each part that is known only when the program runs, `+` for text that follows.
    private func literals(_ program: String, _ language: String) -> [String] {
        SourceText.all(inProgram: Array(program.utf8), "a.\(language)").map {
            String(decoding: $0.text.bytes, as: UTF8.self) + ($0.continues ? "+" : "")
        }
    }

    @Test("Swift: escapes are decoded, interpolations are holes, and literals inside them count")
    func swift() {
        #expect(literals(#"open("shop://a\u{2F}b?q=\(name("in \(1)"))&n=\n")"#, "swift") == ["shop://a/b?q=x&n=\n", "in x"])
    }

    @Test("Swift: raw literals have escapes with the same number of hashes")
    func rawSwift() {
        #expect(literals(##"let a = #"a\n"b\#(c)\#n"#"##, "swift") == [#"a\n"bx"# + "\n"])
    }

    @Test("Swift: literals of several lines keep their lines, and an escaped line end joins them")
    func longSwift() {
        #expect(literals("let a = \"\"\"\n  one \"two\"\n  three \\\n  four\n  \"\"\"", "swift") == ["\n  one \"two\"\n  three four\n  "])
    }

    @Test("Swift: nested comments and regular expressions have no literals")
    func swiftComments() {
        #expect(literals("/* a \"1\" /* \"2\" */ \"3\" */ let r = /\"4/ // \"5\"\nlet b = \"6\"", "swift") == ["6"])
    }

    @Test("Kotlin: names and expressions after $ are holes, raw literals have no escapes, and a character is no text")
    func kotlin() {
        #expect(
            literals("val a = \"shop://$host/${item(\"1\")}\" + \"\"\"a\\n$b\"\"\"; val c = '\"'; val d = \"$5\"", "kt")
                == ["shop://x/x+", "1", "a\\nx", "$5"])
    }

    @Test("Java: a literal with an operator after it goes on")
    func java() {
        #expect(literals("String a = \"shop://\" + id + \"/\\u002f\"; char b = '\"'; // \"no\"", "java") == ["shop://+", "//"])
    }

    @Test("JavaScript: templates have holes, and quotes in regular expressions are no quotes")
    func javaScript() {
        #expect(
            literals("const a = `shop://${b ? `in ${c}` : {d}}/e`; const f = /[/'\"]/g; const g = 'h' + \"i\\x2f\"", "js")
                == ["shop://x/e", "in x", "h+", "i/"])
    }

    @Test("Dart and Python: literals that follow each other are joined")
    func neighbors() {
        #expect(literals("var a = 'shop://$b' \"/c\";", "dart") == ["shop://x+", "/c"])
        #expect(literals("a = 'b' \\\n  'c' # 'd'\ne = '''f\ng'''", "py") == ["b", "c", "f\ng"])
    }

    @Test("C: a literal that its line does not end is left out, and the next line is read as usual")
    func unclosed() {
        #expect(literals("#error don't \"do\nchar *a = \"b\";", "c") == ["b"])
    }

    @Test("JSON: an escaped slash is a slash, and each byte knows its place")
    func places() throws {
        let text = try #require(SourceText.all(inProgram: Array(#"{"a":"shop:\/\/b"}"#.utf8), "a.json").last)
        #expect(String(decoding: text.text.bytes, as: UTF8.self) == "shop://b")
        #expect(text.text.source(of: 7..<8) == 15..<16)
    }

    private static let repeated = [
        "\"\\(", "`${", "'", "/*", "\"\"\"", "=/[", "\\", "#", "\"a\" + ", "$a", "shop://x ", "\"shop://{\"", "<a b=\"", "<!--",
        "linkscope:ignore x\n", "linkscope:ignore ", "Shop://a ${b} ", "%1$s", "intent:#Intent;",
    ].flatMap { piece in ["a.swift", "a.js", "a.ts", "a.kt", "a.py", "a.xml", "a.md", "a.html"].map { (piece, $0) } }

    @Test(
        "reading takes time in proportion to the file, whatever it contains", .daily,
        arguments: Seeds.share(of: repeated, in: 7))
    func linear(piece: String, path: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 10, long: 1 << 13)) { size in
            // In one of the files, everything is in a template.
            let bytes = Array(((path == "a.ts" ? "`" : "") + String(repeating: piece, count: size)).utf8)
            _ = FileLint(bytes, path: path)
        }
        #expect(isLinear)
    }
}
