import Checks
import Foundation
import JSONDocument
import LinkLayers
import Reports
import Testing

@Suite("The findings of a source tree")
struct LintReportTests {
    static let text = """
        // Links of the app.
        let ä = "Shop://item/${id}"
        let b = "shop://login?access_token=abc123def456"
        let c = "shop://cart?title=50%+off"

        """

    /// The errors and warnings of a file.
    static var file: LintedFile {
        let bytes = Array(text.utf8)
        let findings = FileLint(bytes, path: "App/Links.kt").findings.filter { $0.severity > .note }
        return LintedFile(path: "App/Links.kt", bytes, findings)
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("as text, a finding has its place, its line with carets, its code and its repair; secrets are masked")
    func page() {
        var output: [UInt8] = []
        LintPage().append(Self.file, to: &output)
        #expect(
            Self.text(output) == """
                App/Links.kt:2:10: warning: The scheme has capital letters: Android compares schemes exactly, so an app that claims it in lowercase does not get the link. [capital-scheme]
                    2 | let <U+00E4> = "Shop://item/${id}"
                      |                 ^^^^
                App/Links.kt:3:36: warning: The link contains a secret (a token or a password): anyone who sees the link can use the secret. [secret-in-link]
                    3 | let b = "shop://login?access_token=••••••••"
                      |                                    ^^^^^^^^

                """)
    }

    @Test("a link with several places in a file is printed at the first one, and JSON has all of them")
    func repetition() {
        let line = "a(\"Shop://item\"); b(\"Shop://item\")\n"
        let bytes = Array((String(repeating: line, count: 8) + "c(\"Shop://other\")\n").utf8)
        let findings = FileLint(bytes, path: "a.js").findings
        let file = LintedFile(path: "a.js", bytes, findings.filter { $0.code == "capital-scheme" })
        var (page, json): ([UInt8], [UInt8]) = ([], [])
        LintPage().append(file, to: &page)
        file.appendLines(showsSecrets: false, to: &json)
        let lines = Self.text(page).split(separator: "\n").filter { !$0.hasPrefix(" ") || $0.hasPrefix("  also") }
        #expect(
            lines.map { $0.prefix(26) }
                == ["a.js:1:4: warning: The sch", "  also  in line 1, 2, 3, 4,", "a.js:9:4: warning: The sch"].map { $0.prefix(26) })
        #expect(lines[1] == "  also  in line 1, 2, 3, 4, 5 and 3 more" && json.count { $0 == UInt8(ascii: "\n") } == 17)
    }

    @Test(
        "of a link in other text, the excerpt masks only the secret, and the carets mark its mask",
        arguments: [
            (
                "[![codecov](https://codecov.io/a/b/graph?token=AbCd1234Ef)](https://codecov.io/a/b)",
                "graph?token=••••••••)](https://codecov.io/a/b)"
            ),
            ("see <https://codecov.io/?token=AbCd1234Ef> and more", "token=••••••••> and more"),
            ("open('https://codecov.io/?token=AbCd1234Ef', 'other')", "token=••••••••', 'other')"),
        ])
    func excerpt(line: String, shown: String) throws {
        let bytes = Array("\(line)\n".utf8)
        let findings = FileLint(bytes, path: "README.md").findings.filter { $0.code == "secret-in-link" }
        var output: [UInt8] = []
        LintPage().append(LintedFile(path: "README.md", bytes, findings), to: &output)
        let lines = Self.text(output).split(separator: "\n")
        try #require(lines.count == 3, "\(lines)")
        #expect(lines[1].hasSuffix(shown), "\(lines[1])")
        let mask = try #require(lines[1].range(of: "••••••••"))
        let start = lines[1].distance(from: lines[1].startIndex, to: mask.lowerBound)
        #expect(lines[2] == lines[2].prefix(8) + String(repeating: " ", count: start - 8) + "^^^^^^^^", "\(lines[2])")
    }

    @Test("as JSON, each finding is one line, and names what was masked")
    func json() throws {
        var output: [UInt8] = []
        Self.file.appendLines(showsSecrets: false, to: &output)
        let lines = Self.text(output).split(separator: "\n")
        #expect(
            lines.last == """
                {"path":"App/Links.kt","line":3,"column":36,"endLine":3,"endColumn":48,"code":"secret-in-link","severity":"warning","message":"The link contains a secret (a token or a password): anyone who sees the link can use the secret.","link":"shop://login?access_token=••••••••","repair":null,"masked":["link"]}
                """)
        #expect(lines.count == 2 && JSONDocument(Array(lines[0].utf8)).isValid)
    }

    @Test("as SARIF, each finding has its rule, its level and its region in characters")
    func sarif() throws {
        var log = LintLog(showsSecrets: false)
        log.add(Self.file)
        let root = try #require(JSONDocument(log.bytes).root)
        #expect(root["version"]?.stringValue == "2.1.0")
        let run = try #require(root["runs"]?[0])
        #expect(run["columnKind"]?.stringValue == "unicodeCodePoints" && run["results"]?.count == 2)
        let rules = try #require(run["tool"]?["driver"]?["rules"])
        #expect(rules.count == LintRule.all.count && Set(LintRule.all.map(\.code)).count == LintRule.all.count)
        let result = try #require(run["results"]?[0])
        #expect(result["ruleId"]?.stringValue == "capital-scheme" && result["level"]?.stringValue == "warning")
        let location = try #require(result["locations"]?[0]?["physicalLocation"])
        #expect(location["artifactLocation"]?["uri"]?.stringValue == "App/Links.kt")
        let region = ["startLine", "startColumn", "endLine", "endColumn"].map { location["region"]?[$0]?.numberLiteral }
        #expect(region == ["2", "10", "2", "14"])
        #expect(!Self.text(log.bytes).contains("abc123def456"))
    }

    @Test("in every form, a secret in a path is masked, unless secrets are shown")
    func secretsInPaths() {
        let file = LintedFile(path: "a?access_token=qwertz.kt", Array(Self.text.utf8), Self.file.findings)
        for isShown in [false, true] {
            var forms = Array(repeating: [UInt8](), count: 3)
            LintPage(showsSecrets: isShown).append(file, to: &forms[0])
            file.appendLines(showsSecrets: isShown, to: &forms[1])
            for finding in file.placed(showsSecrets: isShown) { finding.appendAnnotation(to: &forms[2]) }
            var log = LintLog(showsSecrets: isShown)
            log.add(file)
            for form in (forms + [log.bytes]).map({ Self.text($0) }) { #expect(form.contains("qwertz") == isShown, "\(form)") }
        }
    }

    @Test("as annotations, findings are workflow commands, and no path reads like one")
    func annotations() {
        var output: [UInt8] = []
        for finding in Self.file.placed(showsSecrets: false) { finding.appendAnnotation(to: &output) }
        #expect(Self.text(output).hasPrefix("::warning file=App/Links.kt,line=2,col=10,title=capital-scheme::The scheme has capital"))
        let bytes = Array(Self.text.utf8)
        var page: [UInt8] = []
        LintPage().append(LintedFile(path: "::error::a.kt", bytes, Self.file.findings), to: &page)
        #expect(Self.text(page).hasPrefix("./::error"))
    }

    @Test("a baseline hides each finding as often as it occurred, wherever its line is now, and has no secrets")
    func baseline() throws {
        var written = LintBaseline()
        written.add(Self.file)
        #expect(!Self.text(written.bytes).contains("abc123def456"))
        var baseline = LintBaseline(written.bytes)
        let moved = FileLint(Array("\n\n\(Self.text)\(Self.text)".utf8), path: "App/Links.kt").findings.filter { $0.severity > .note }
        #expect(moved.map { baseline.take($0, path: "./App/Links.kt") } == [true, true, false, false])
        var other = LintBaseline(written.bytes)
        #expect(!other.take(try #require(moved.first), path: "App/Other.kt"))
    }

    @Test("a baseline does not hide another secret of the same length in the same link")
    func otherSecret() throws {
        var baseline = LintBaseline()
        baseline.add(Self.file)
        let changed = Self.text.replacing("abc123def456", with: "abc123def457")
        let findings = FileLint(Array(changed.utf8), path: "App/Links.kt").findings.filter { $0.severity > .note }
        var read = LintBaseline(baseline.bytes)
        #expect(findings.filter { !read.take($0, path: "App/Links.kt") }.map(\.code) == ["secret-in-link"])
        // The line has three hexadecimal digits of the secret's hash, which fit any number of secrets.
        let line = try #require(Self.text(baseline.bytes).split(separator: "\n").first { $0.hasPrefix("secret-in-link") })
        #expect(try #require(line.split(separator: "\t").last).count <= 3)
    }

    @Test("the mark of an encoding at the beginning of a file does not count as a column")
    func byteOrderMark() {
        func page(_ text: String) -> String {
            let bytes = Array(text.utf8)
            var output: [UInt8] = []
            LintPage().append(LintedFile(path: "a.json", bytes, FileLint(bytes, path: "a.json").findings), to: &output)
            return Self.text(output)
        }
        let text = "[\"Shop://item\"]\n[\"Shop://item\"]"
        #expect(page("\u{FEFF}\(text)") == page(text) && page(text).hasPrefix("a.json:1:3: "))
        let file = LintedFile(path: "a", Array("\u{FEFF}ab".utf8), [LintFinding("code", .note, "It is wrong.", at: 0..<0)])
        var output: [UInt8] = []
        LintPage().append(file, to: &output)
        #expect(Self.text(output).hasPrefix("a:1:1: "))
    }

    @Test("the numbers of a run are one line")
    func tally() {
        var tally = LintTally()
        #expect(tally.words == "0 files, 0 links: no findings")
        (tally.files, tally.links, tally.hidden, tally.skipped) = (1, 3, 1, 2)
        tally.add(Self.file)
        #expect(tally.words == "1 file, 3 links: 2 warnings, 1 finding hidden, 2 large or binary files skipped")
        (tally.hidden, tally.skipped, tally.unreached, tally.partial) = (0, 0, 1, 2)
        #expect(tally.words == "1 file, 3 links: 2 warnings, 1 path not read, 2 files checked in part")
    }
}
