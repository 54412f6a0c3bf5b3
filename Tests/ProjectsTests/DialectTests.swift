import TestSupport
import Testing

@testable import Projects

@Suite("Texts and values in all dialects")
struct DialectTests {
    /// Reads the value of `x`: the text, or the candidates after a question mark.
    private func value(_ code: String, in path: String) -> String {
        let file = CodeSettings(SourceFile(path, Array(code.utf8)))
        let scope = CodeScope()
        scope.add(file)
        guard let setting = file.all.last(where: { $0.name == "x" }) else { return "none" }
        let value = scope.value(of: setting, in: file).value
        return value.known ?? "?" + value.possible.joined(separator: "|")
    }

    @Test(
        "what a text stands for",
        arguments: [
            ("a.kt", #"val a = "1"; val x = "\u0041$a-${a + "2"}\$a""#, "A1-12$a"), ("a.kt", #"val x = """a\b""" + 'c'"#, #"a\bc"#),
            ("a.kt", "val a = 1\nval x = \"$a.b\"", "1.b"), ("a.gradle", "def a = 'b'\ndef x = '$a' + \"${a}c\"", "$abc"),
            ("a.gradle", "ext.a = 'b'\ndef x = \"$ext.a\"", "b"), ("a.java", #"static final String x = "$a" + "\"";"#, "$a\""),
            ("a.cs", #"const string a = "1"; const string x = $"{a}-{a}";"#, "1-1"), ("a.cs", #"const string x = "{a}$a";"#, "{a}$a"),
            ("a.cs", #"const string x = @"\n" + $@"\";"#, #"\n\"#), ("a.swift", #"let a = "1"; let x = "\(a)$a""#, "1$a"),
            ("a.swift", ##"let x = #"\(a)\n"#"##, #"\(a)\n"#), ("a.swift", "let x = #\"\"\"\na \"b' c\n\"\"\"#", "\na \"b' c\n"),
        ])
    func texts(path: String, code: String, expected: String) { #expect(value(code, in: path) == expected) }

    @Test("a name of another file's class or function means nothing here, unless it is a constant")
    func visibility() {
        let scope = CodeScope()
        let other = """
            class Store { var shop: Store? = null; companion object { const val HOST = "a.example" } }
            fun open() { val item = "b" }
            val top = "c"
            """
        let own = CodeSettings(SourceFile("own.kt", Array("val x = \"$shop $item\"\nval y = HOST + top".utf8)))
        for file in [CodeSettings(SourceFile("other.kt", Array(other.utf8))), own] { scope.add(file) }
        #expect(own.all.map { scope.value(of: $0, in: own).value } == [.unknown(candidates: []), .known("a.examplec")])
    }

    @Test("a name that many files give a value has none, so that circles of such names end soon")
    func names() {
        let scope = CodeScope()
        let files = (0..<300).map { CodeSettings(SourceFile("\($0).kts", Array("val a = b + a + b\nval b = a + b + a".utf8))) }
        for file in files { scope.add(file) }
        let own = CodeSettings(SourceFile("own.kt", Array("val x = a".utf8)))
        scope.add(own)
        let value = own.all.last.map { scope.value(of: $0, in: own) }
        #expect(value == .unknown("a has too many values"))
    }

    @Test(
        "conditions and defaults have candidates, and bind weaker than +",
        arguments: [
            ("a.kt", "val x = if (p) { \"a\" } else { \"b\" + \"c\" }", "?a|bc"), ("a.kt", "val x = y as String? ?: \"a\" + \"b\"", "?ab"),
            ("a.kt", "val x = \"a\"!!.toString()", "a"), ("a.gradle", "def x = p ? 'a' : 'a'", "a"),
            ("a.gradle", "def x = 'a' ?: 'b'", "a"), ("a.gradle", "def x = run('a')", "?"), ("a.gradle", "def x = -1", "?"),
            ("a.cs", "const string x = p == 1 ? \"a\" : \"b\";", "?a|b"), ("a.gradle", "def x = null", ""),
            ("a.kt", "val a = \"b\"\nval x = this.a as String", "b"), ("a.kt", "val x = \"${1}b\".replace(\"b\", \"c\")", "?"),
            ("a.kt", "val x = ask(\"a\").map { it }.orElse(\"b\").get()", "?b"),
        ])
    func choices(path: String, code: String, expected: String) { #expect(value(code, in: path) == expected) }

    @Test(
        "hostile code ends in every dialect",
        arguments: ["\"${", "$\"{", "\"\\(", "if (x) { ", "if (", "x = [", "new[] {", "@", "\"\"\"", "'", "a ?: ", "$", "r\"", "as ", "."])
    func hostile(piece: String) {
        for ending in ["kt", "gradle", "java", "cs", "swift", "dart", "js"] {
            let code = String(repeating: piece, count: Effort.size(200, long: 1_000))
            _ = value("def x = " + code, in: "a." + ending)
            let source = SourceCode(SourceFile("a." + ending, Array(code.utf8)))
            _ = source.expression(at: 0)
            let all = source.tokens.all
            #expect(all.indices.allSatisfy { all[$0].kind != .opening || ($0 + 1...all.count).contains(all[$0].partner) })
        }
    }
}
