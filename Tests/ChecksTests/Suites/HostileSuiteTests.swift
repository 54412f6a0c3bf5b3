import Checks
import TestSupport
import Testing

@Suite("Suites from strangers")
struct HostileSuiteTests {
    @Test("aliases of aliases are refused before they are expanded")
    func bomb() {
        var text = "a0: &a0 [x, x]\n"
        for level in 1...60 { text += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
        text += "? *a60\n: x\n"
        let mistakes = mistakes(in: text)
        #expect(mistakes.count == 1 && mistakes[0].contains("aliases (*name) are not supported"))
    }

    @Test("a single anchor is refused at its place")
    func anchor() {
        #expect(
            mistakes(in: "links:\n  - &one {link: a:b, opens: app}\n  - *one\n") == [
                "2:5 anchors (&name) and aliases (*name) are not supported: write the value at each place"
            ])
    }

    @Test("stars and ampersands in links are no aliases")
    func stars() throws {
        let links = (0..<20).map { "  - {link: 'shop://x?a=*b&c=*d', name: 'a *b and *c', opens: app}  # \($0)\n" }.joined()
        #expect(try suite("links:\n" + links).links.count == 20)
    }

    @Test(
        "deep nesting is refused",
        arguments: [
            String(repeating: "[", count: 200_000), String(repeating: "[", count: 900) + String(repeating: "]", count: 900),
            "links: " + String(repeating: "[", count: 80) + String(repeating: "]", count: 80),
            (0..<900).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
        ])
    func deep(text: String) {
        #expect(mistakes(in: text).count == 1)
    }

    @Test("a text with more values or bytes than the limits is refused")
    func large() {
        var limits = YAMLLimits()
        (limits.bytes, limits.signs) = (100, 10)
        func mistake(_ text: String) -> String? { SuiteReader.read(Array(text.utf8), limits: limits).problems.first?.message }
        #expect(mistake("links: [" + String(repeating: "a,", count: 20) + "]") == "the file has more than 10 values")
        #expect(mistake(String(repeating: "#", count: 101)) == "the file is larger than 100 bytes")
    }

    @Test("variables cannot make a short suite large")
    func growth() {
        let value = String(repeating: "x", count: 100_000)
        let long = String(repeating: "{{v}}", count: 20)
        let text = "variables: {v: \(value)}\nlinks:\n" + String(repeating: "  - {link: \"a:\(long)\", opens: app}\n", count: 20)
        #expect(mistakes(in: text).allSatisfy { $0.hasSuffix("link: the values of the variables make the text too long") })
        #expect(!mistakes(in: text).isEmpty)
    }

    @Test("bytes that are not UTF-8, and control characters, are mistakes")
    func bytes() {
        #expect(SuiteReader.read([0xFF, 0xFE]).problems.map(\.message) == ["the file is not UTF-8"])
        #expect(
            SuiteReader.read(Array("links: \u{1}".utf8)).problems.map(\.message) == ["this is not YAML: control characters are not allowed"]
        )
    }

    @Test("every beginning of a suite, and every suite with a byte changed, is read or refused")
    func beginnings() {
        let text = Array(
            """
            device: phone.json
            variables: {a: "b"}
            fixtures: {aasa: {a.example: x}, pages: {https://a.example/: y}}
            links:
              - link: "{{a}}://x"
                extras: {n: [1, {k: ~}]}
                referer: {name: 'Shop'}
                trail: [A, B]

            """.utf8)
        var random = SeededRandom(seed: 7)
        for end in text.indices {
            _ = SuiteReader.read(Array(text[..<end]))
            var changed = text
            changed[end] = UInt8.random(in: 0...255, using: &random)
            _ = SuiteReader.read(changed)
        }
        #expect(SuiteReader.read(text).problems.isEmpty)
    }

    @Test("words that were meant are searched only for the mistakes that are told", .timeLimit(.minutes(30)))
    func words() {
        let codes = [String](repeating: "abcdefghijklmnopqrstuvwxyzab", count: 20_000).joined(separator: ",")
        #expect(mistakes(in: "links: [{link: a:b, findings: [\(codes)]}]").count == SuiteReader.mostProblems)
    }

    @Test("at most fifty mistakes are told")
    func many() {
        #expect(mistakes(in: "links:\n" + String(repeating: "  - {}\n", count: 1000)).count == SuiteReader.mostProblems)
    }
}
