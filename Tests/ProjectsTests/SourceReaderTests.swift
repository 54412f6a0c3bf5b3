import TestSupport
import Testing

@testable import Projects

@Suite("Literals of JavaScript, TypeScript, JSON and Dart")
struct SourceReaderTests {
    /// Describes a value: its candidates, and why there may be others.
    private func describe(_ values: SourceValues, _ source: SourceReader) -> String {
        let all = values.all.map { describe($0, source) }.joined(separator: " | ")
        guard let doubt = values.doubt else { return all }
        return (all.isEmpty ? "" : all + " ") + "? \(doubt.why)"
    }

    private func describe(_ literal: Literal, _ source: SourceReader) -> String {
        let values = SourceValues(all: [literal])
        if literal.elements != nil {
            return "[" + source.items(of: values).map { describe($0.values, source) }.joined(separator: ", ") + "]"
        }
        if literal.entries != nil {
            let members = source.items(of: values).map { "\($0.key?.text ?? "*"): \(describe($0.values, source))" }
            return "{" + members.joined(separator: ", ") + "}"
        }
        return literal.text ?? literal.flag.map { "\($0)" } ?? literal.path.map { $0 + "()" } ?? "null"
    }

    private func value(_ code: String, in file: String = "a.ts", _ others: [String: String] = [:]) -> String {
        let source = SourceReader(ProjectTree(others.merging([file: code]) { $1 }))
        guard let values = source.exported(of: file) ?? source.exported("x", of: file) else { return "none" }
        return describe(values, source)
    }

    @Test(
        "literals as written, comments left out",
        arguments: [
            ("export default 'a\\'b\\n\\u0041\\u{42}\\x43'", "a'b\nABC"),
            ("module.exports = [1, 'b', true, null, // 'no'\n /* 'no' */ ]", "[1, b, true, null]"),
            ("export default { a: 'x', 'b-c': { d: 1 }, ['e']: 2, }", "{a: x, b-c: {d: 1}, e: 2}"),
            (
                "export default { path: '/p', parse: { id: (v: string) => v }, run() { return 1 }, get q() { return 2 } } as const",
                "{path: /p, parse: {id: null}, run: null, q: null}"
            ),
            ("const r = /['\"`{(]/; export default 'after'", "after"),
            ("export default <Props>{ a: 'x' }", "{a: x}"),
            ("export default 'open\nexport const b = 'c'", "open"),
        ])
    func literals(code: String, expected: String) { #expect(value(code) == expected) }

    @Test(
        "constants, members, templates and spreads",
        arguments: [
            ("const HOST = 'a.example', PORT = 8; export default `https://${HOST}:${PORT}/x`", "https://a.example:8/x"),
            ("export default A + '/b'; const A = '/a'", "/a/b"),
            (
                "const paths = { home: '/', deep: { item: '/i' } }; export default [paths.home, paths['deep'].item, paths?.deep.item]",
                "[/, /i, /i]"
            ),
            ("enum Routes { Home = '/home' } export default Routes.Home", "/home"),
            ("class R { static readonly home: string = '/h' } export default R.home", "/h"),
            ("const base = { a: 1, b: 2 }; export default { ...base, b: 3 }", "{a: 1, b: 2, b: 3}"),
            ("const list = ['a']; export default [...list, 'b']", "[a, b]"),
            ("const { a, b: c } = { a: 'x', b: 'y' }; export default [a, c]", "[x, y]"),
            ("const a: string = 'x'; export default a!", "x"),
            ("const a = a; export default a", "? is nested too deeply"),
            // Each call leads to its argument once, however deep.
            (
                "export default 'x' + \(String(repeating: "f(", count: 20))process.env.X\(String(repeating: ")", count: 20))",
                "? depends on process.env.X"
            ),
            ("const a = true ? 'x' : 'y'; export default a", "x"),
        ])
    func constants(code: String, expected: String) { #expect(value(code) == expected) }

    @Test(
        "what a build or a server decides has candidates",
        arguments: [
            ("export default process.env.ID ?? 'x'", "x ? depends on process.env.ID"),
            ("export default process.env.ID || 'x'", "x ? depends on process.env.ID"),
            ("const P = process.env.E === 'production'; export default P ? 'a' : 'b'", "a | b ? depends on process.env.E"),
            ("export default ['a', P && 'b']; const P = process.env['E']", "[a, b ? depends on process.env.E]"),
            ("export default `https://${process.env.HOST}/x`", "? depends on process.env.HOST"),
            ("const H = process.env.P ? 'a' : 'b'; export default `${H}.example`", "a.example | b.example ? depends on process.env.P"),
            (
                "export default { a: 'x', ...(process.env.P ? { b: 'y' } : {}), c: get() }",
                "{a: x, b: y ? depends on process.env.P, *: ? depends on process.env.P, c: get()}"
            ),
            ("export default ['a'].filter(Boolean)", "? is made by code"),
            ("export default [await x, 'b']", "[? depends on x, b]"),
        ])
    func candidates(code: String, expected: String) { #expect(value(code) == expected) }

    @Test(
        "imported files of the tree",
        arguments: [
            ("import { HOST as H } from './b'; export default H", "b.ts", "export const HOST = 'h'", "h"),
            ("import b from './lib'; export default b.host", "lib/index.js", "module.exports = { host: 'h' }", "h"),
            ("import * as b from './b'; export default b.c.d", "b.ts", "export const c = { d: 'h' }", "h"),
            ("const { expo } = require('./app.json'); export default expo.name", "app.json", #"{"expo": {"name": "N"}}"#, "N"),
            ("export { c as default } from './b'", "b.ts", "export const c = 'h'", "h"),
            ("import { c } from './b'; export default c", "b.ts", "export * from './a'", "? depends on c"),
        ])
    func imports(code: String, file: String, other: String, expected: String) { #expect(value(code, [file: other]) == expected) }

    @Test(
        "Dart: strings, constants of classes, named arguments, conditional elements",
        arguments: [
            ("const x = 'a' \"b\" r'\\n' '''c''';", "ab\\nc"),
            (
                "class R { static const String home = '/h'; static const item = '$home/i'; } const x = [R.home, R.item, '${R.item}/:id'];",
                "[/h, /h/i, /h/i/:id]"
            ),
            ("final x = <String>['a', if (debug) 'b' else 'c', ...more]; const more = ['d'];", "[a, b | c ? depends on debug, d]"),
            ("final x = const { 'a': 1 };", "{a: 1}"),
            ("const x = String.fromEnvironment('HOST');", "String.fromEnvironment()"),
        ])
    func dart(code: String, expected: String) { #expect(value(code, in: "a.dart") == expected) }

    @Test("Dart: names of imported files and of the package")
    func dartImports() {
        let other = "class R { static const home = '/h'; }"
        #expect(value("import 'b.dart'; const x = R.home;", in: "lib/a.dart", ["lib/b.dart": other]) == "/h")
        #expect(value("import 'package:app/b.dart' as r; const x = r.R.home;", in: "lib/a.dart", ["lib/b.dart": other]) == "/h")
    }

    @Test("places are those of the use")
    func places() throws {
        let source = SourceReader(ProjectTree(["a.ts": "const A = 'x'\nexport default {\n  a: A,\n}"]))
        let values = try #require(source.exported(of: "a.ts"))
        let member = try #require(source.member("a", of: values))
        #expect(member.place.line == 3 && member.values.all.first?.place.line == 1)
    }

    @Test(
        "hostile files end, and deep ones are doubtful",
        arguments: [
            "[", "{a:", "(", "`${", "a ? ", "await ", "!", "<", "a.", "f(", "({[", "a = ", "() => ", "const {", "import {", "class A ",
            "return ",
            "'", "\\", "/*", "r'", "export {a} ", "a[", "[...", "if (", "x: {", "=> {", "?", "\u{0}", "enum A {a = ",
        ])
    func hostile(piece: String) {
        for end in ["", ")}"] {
            let count = Effort.size(300, long: 2_000)
            let code = String(repeating: piece, count: count) + String(repeating: end, count: count)
            _ = value("export default " + code, in: "a.ts")
            _ = value("const x = " + code, in: "a.dart")
        }
    }

    @Test("candidates that double in length from name to name are left out when they are too long")
    func doubling() {
        let names = (1...14).map { "const a\($0) = a\($0 - 1) + a\($0 - 1)" }.joined(separator: "\n")
        #expect(value("const a0 = isDebug ? 'x' : 'y'\n\(names)\nexport default a12").count(where: { $0 == "|" }) == 15)
        #expect(value("const a0 = isDebug ? 'x' : 'y'\n\(names)\nexport default a14").hasPrefix("? "))
    }

    @Test("a long row of calls and of subscripts after a value ends", arguments: ["()", "[i]", ".b(i)"])
    func rows(piece: String) async {
        let row = String(repeating: piece, count: Effort.size(10_000, long: 50_000))
        #expect(await onSmallStack { value("export default 'x'" + row) } == "? is made by code")
    }

    @Test("a member that no option of a spread has is certain; one that some option has is not")
    func spreadOptions() throws {
        let code = "export default { id: 'x', a: 1, ...(process.env.DEBUG ? { a: 2 } : {}) }"
        let source = SourceReader(ProjectTree(["a.ts": code]))
        let values = try #require(source.exported(of: "a.ts"))
        #expect(source.member("id", of: values)?.values.text == "x")
        #expect(source.member("a", of: values)?.values.doubt?.why == "depends on process.env.DEBUG")
        #expect(source.member("none", of: values) == nil)
    }

    @Test("values that double at each step end")
    func bomb() {
        let bomb = (0..<60).map { "const a\($0) = [...a\($0 + 1), ...a\($0 + 1)], b\($0) = b\($0 + 1) + b\($0 + 1);" }.joined()
        #expect(value("\(bomb) const a60 = ['x'], b60 = 'y'; export default [a0, b0]").contains("nested too deeply"))
    }
}
