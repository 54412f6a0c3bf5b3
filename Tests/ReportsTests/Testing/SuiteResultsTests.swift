import AppLinks
import Checks
import Deciding
import JSONDocument
import Reports
import Testing

@Suite("The results of a suite")
struct SuiteResultsTests {
    static let text = """
        device: phone.json
        links:
          - link: https://shop.example.com/item/7?access_token=abcdefgh
            name: An "item" <7>
            opens: app
          - link: shop://item/7
            opens: app
            app: "Kiosk"

        """

    /// The links of the suite with their results on a phone that has the app Shop.
    static func tested() throws -> (source: SuiteSource, links: [TestedLink]) {
        let bytes = Array(text.utf8)
        let (suite, problems) = SuiteReader.read(bytes)
        try #require(problems.isEmpty)
        let device = try SimulatedDevice(
            profile: """
                {"name": "Phone", "platform": "ios", "idiom": "phone", "browser": "Safari",
                 "apps": [{"id": "com.example.shop", "name": "Shop", "schemes": ["shop"]}]}
                """)
        let judge = LinkJudge(suite, SuiteFixtures(device: device))
        return (
            SuiteSource(path: "suites/links.yaml", bytes), suite.links.map { judge.test($0) }
        )
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("as text, a failure shows its place with carets, what came, why, and what decided")
    func page() throws {
        let (source, links) = try Self.tested()
        var output: [UInt8] = []
        for link in links { TestPage(source).append(link, to: &output) }
        #expect(
            Self.text(output) == """
                FAIL  suites/links.yaml:3:11  An "item" <7>
                  link        https://shop.example.com/item/7?access_token=••••••••
                  opens       suites/links.yaml:5:12
                      5 |     opens: app
                        |            ^^^
                  expected    app
                  got         browser
                  why         Safari opens web links without a page in fixtures; aasa and assetlinks test what association files decide
                  decided by  phone.json

                FAIL  suites/links.yaml:6:11  shop://item/7
                  app         suites/links.yaml:8:10
                      8 |     app: "Kiosk"
                        |          ^^^^^^^
                  expected    Kiosk
                  got         Shop (com.example.shop)
                  why         Shop (com.example.shop) claims shop:
                  decided by  phone.json


                """)
    }

    @Test("a link that passed is one line")
    func passed() throws {
        let (source, links) = try Self.tested()
        var output: [UInt8] = []
        var tested = TestedLink(try #require(links.last).link)
        tested.checked = [.opens]
        TestPage(source).append(tested, to: &output)
        #expect(Self.text(output) == "ok    suites/links.yaml:6:11  shop://item/7\n")
    }

    @Test("a link of which a device could check nothing has not passed, in every form")
    func notChecked() throws {
        let (source, links) = try Self.tested()
        var link = TestedLink(try #require(links.last).link)
        link.notChecked = [.app]
        var (page, line) = ([UInt8](), [UInt8]())
        TestPage(source).append(link, to: &page)
        link.appendLine(of: source.path, showsSecrets: false, to: &line)
        #expect(Self.text(page) == "skip  suites/links.yaml:6:11  shop://item/7\n")
        #expect(Self.text(line).contains(#""passed":null,"failures":[],"notChecked":["app"]"#))
        #expect(Self.junit([link], source).contains("<skipped/>"))
        #expect(Self.junit([link], source).contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\""))
        var tally = TestTally()
        tally.add(link)
        #expect(tally.words == "1 link: 0 passed, 0 failed, 1 not checked")
    }

    @Test("as JSON, each link is one line, and names what was masked")
    func json() throws {
        let (source, links) = try Self.tested()
        var output: [UInt8] = []
        for link in links { link.appendLine(of: source.path, showsSecrets: false, to: &output) }
        let lines = Self.text(output).split(separator: "\n")
        #expect(
            lines.first == #"""
                {"suite":"suites/links.yaml","line":3,"column":11,"name":"An \"item\" <7>","link":"https://shop.example.com/item/7?access_token=••••••••","tags":[],"passed":false,"failures":[{"expectation":"opens","line":5,"column":12,"expected":"app","got":"browser","why":"Safari opens web links without a page in fixtures; aasa and assetlinks test what association files decide","decidedBy":"phone.json","rule":null}],"notChecked":[],"masked":["link"]}
                """#)
        #expect(lines.count == 2 && JSONDocument(Array(lines[1].utf8)).isValid)
    }

    /// Returns a JUnit file of one suite.
    private static func junit(_ links: [TestedLink], _ source: SuiteSource) -> String {
        var (cases, tally) = ([UInt8](), TestTally())
        for link in links {
            tally.add(link)
            JUnitFile.append(link, of: source.path, showsSecrets: false, to: &cases)
        }
        let head = JUnitFile.head(tally) + JUnitFile.head(of: source.path, tally, showsSecrets: false)
        return text(head + cases + JUnitFile.suiteEnd + JUnitFile.end)
    }

    @Test("as JUnit, each suite has its cases, and values cannot end an element")
    func junit() throws {
        let (source, links) = try Self.tested()
        let text = Self.junit(links, source)
        #expect(
            text.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"linkscope\" tests=\"2\" failures=\"2\" errors=\"0\">\n"))
        #expect(text.contains("<testsuite name=\"suites/links.yaml\" tests=\"2\" failures=\"2\" errors=\"0\">"))
        #expect(
            text.contains(
                "<testcase name=\"An &quot;item&quot; &lt;7&gt;\" classname=\"suites/links.yaml\" file=\"suites/links.yaml\" line=\"3\">"))
        #expect(
            text.contains(
                "<failure type=\"opens\" message=\"opens: expected app, got browser\">suites/links.yaml:5:12: opens: expected app"))
        #expect(!text.contains("abcdefgh"))
    }

    @Test("as SARIF, each failure has its rule and its place")
    func sarif() throws {
        let (source, links) = try Self.tested()
        var failures: [UInt8] = []
        for link in links { for failure in link.placed(in: source.path, showsSecrets: false) { failure.appendSARIF(to: &failures) } }
        #expect(JSONDocument(SARIFLog.head(LintRule.ofSuites) + SARIFLog.end).root?["runs"]?[0]?["results"]?.count == 0)
        let root = try #require(JSONDocument(SARIFLog.head(LintRule.ofSuites) + failures.dropFirst() + SARIFLog.end).root)
        #expect(root["version"]?.stringValue == "2.1.0")
        let run = try #require(root["runs"]?[0])
        #expect(run["tool"]?["driver"]?["rules"]?.count == ExpectationKey.allCases.count)
        #expect(run["results"]?.count == 2)
        let result = try #require(run["results"]?[0])
        #expect(result["ruleId"]?.stringValue == "opens" && result["level"]?.stringValue == "error")
        let place = result["locations"]?[0]?["physicalLocation"]
        #expect(place?["artifactLocation"]?["uri"]?.stringValue == "suites/links.yaml")
        #expect(place?["region"]?["startLine"]?.numberLiteral == "5" && place?["region"]?["startColumn"]?.numberLiteral == "12")
    }

    @Test("in every form, a masked secret ends with the text that it belongs to")
    func secretsAtTheEnd() throws {
        let bytes = Array(
            """
            links:
              - link: 'shop://x?token=abc&al_applink_data=%7B%22target_url%22%3A%22shop%3A%2F%2Fx%22%2C%22referer_app_link%22%3A%7B%22app_name%22%3A%22News%22%2C%22url%22%3A%22news%3A%2F%2Fback%3Ftoken%3Dabcd%22%7D%7D'
                name: shop://x?token=abcde
                referer: {name: News, url: news://y?token=xyz}

            """.utf8)
        let (suite, problems) = SuiteReader.read(bytes)
        try #require(problems.isEmpty)
        let link = try #require(suite.links.first)
        let profile = #"{"name": "Phone", "platform": "ios", "idiom": "phone", "browser": "Safari", "apps": []}"#
        let judge = LinkJudge(suite, SuiteFixtures(device: try SimulatedDevice(profile: profile)))
        let tested = judge.test(link)
        let source = SuiteSource(path: "s.yaml", bytes)
        let (expected, got) = ("{name: News, url: news://y?token=••••••••}", "{name: News, url: news://back?token=••••••••}")
        let sentence = "expected \(expected), got \(got) (decided by the link)"

        var page: [UInt8] = []
        TestPage(source).append(tested, to: &page)
        #expect(Self.text(page).contains("expected    \(expected)\n  got         \(got)\n"))
        var line: [UInt8] = []
        tested.appendLine(of: source.path, showsSecrets: false, to: &line)
        #expect(Self.text(line).contains("\"expected\":\"\(expected)\",\"got\":\"\(got)\""))
        #expect(Self.text(line).contains(#""failures[0].expected","failures[0].got""#))
        let failure = "message=\"referer: expected \(expected), got \(got)\">s.yaml:4:14: referer: \(sentence)<"
        #expect(Self.junit([tested], source).contains(failure))
        var annotation: [UInt8] = []
        for failure in tested.placed(in: source.path, showsSecrets: false) { failure.appendAnnotation(to: &annotation) }
        #expect(Self.text(annotation).hasSuffix("::\(sentence)\n"))
        var result: [UInt8] = []
        for failure in tested.placed(in: source.path, showsSecrets: false) { failure.appendSARIF(to: &result) }
        #expect(JSONDocument(Array(result.dropFirst())).root?["message"]?["text"]?.stringValue == "shop://x?token=••••••••: \(sentence)")
        for failure in tested.placed(in: source.path, showsSecrets: true) { failure.appendSARIF(to: &result) }
        #expect(Self.text(result).contains("url: news://back?token=abcd}"))
    }

    @Test("in every form, a secret in the path of the suite is masked, unless secrets are shown")
    func secretsInPaths() throws {
        let link = try #require(try Self.tested().links.first)
        let source = SuiteSource(path: "s?access_token=qwertz.yaml", Array(Self.text.utf8))
        for isShown in [false, true] {
            var forms = Array(repeating: [UInt8](), count: 5)
            TestPage(source, showsSecrets: isShown).append(link, to: &forms[0])
            link.appendLine(of: source.path, showsSecrets: isShown, to: &forms[1])
            JUnitFile.append(link, of: source.path, showsSecrets: isShown, to: &forms[2])
            for failure in link.placed(in: source.path, showsSecrets: isShown) { failure.appendSARIF(to: &forms[3]) }
            for failure in link.placed(in: source.path, showsSecrets: isShown) { failure.appendAnnotation(to: &forms[4]) }
            let problem = source.lines(of: YAMLProblem(YAMLPlace(line: 1, column: 1), "x"), showsSecrets: isShown).joined()
            for form in forms.map({ Self.text($0) }) + [problem] { #expect(form.contains("qwertz") == isShown, "\(form)") }
        }
    }

    @Test("for GitHub, a failure is a command whose values cannot end it")
    func annotations() throws {
        let (source, links) = try Self.tested()
        var link = try #require(links.first)
        link.link.name = "a:b,c%\n::warning::x"
        var output: [UInt8] = []
        for failure in link.placed(in: source.path, showsSecrets: false) { failure.appendAnnotation(to: &output) }
        #expect(
            Self.text(output)
                == "::error file=suites/links.yaml,line=5,col=12,title=a%3Ab%2Cc%25^J%3A%3Awarning%3A%3Ax%3A opens::expected app, got browser: "
                + "Safari opens web links without a page in fixtures; aasa and assetlinks test what association files decide (decided by phone.json)\n"
        )
    }

    @Test("a mistake has its place, the line and carets; columns count characters")
    func mistake() {
        let source = SuiteSource(path: "s.yaml", Array("links:\n  - {link: \"é字\", opens: \"ap\"}\r\n".utf8))
        let problem = YAMLProblem(YAMLPlace(line: 2, column: 25), "opens: no")
        #expect(
            source.lines(of: problem, showsSecrets: false) == [
                "s.yaml:2:25: opens: no", #"    2 | …k: "<U+00E9><U+5B57>", opens: "ap"}"#,
                "      |                                ^^^^",
            ])
        let marked = SuiteSource(path: "s.yaml", Array("\u{FEFF}links: no\n".utf8))
        #expect(
            marked.lines(of: YAMLProblem(YAMLPlace(line: 1, column: 8, length: 2), "x"), showsSecrets: false) == [
                "s.yaml:1:8: x", "    1 | links: no", "      |        ^^",
            ])
        let elsewhere = YAMLProblem(YAMLPlace(line: 99, column: 1), "x\ny")
        #expect(source.lines(of: elsewhere, showsSecrets: false) == ["s.yaml:99:1: x^Jy"])
    }
}
