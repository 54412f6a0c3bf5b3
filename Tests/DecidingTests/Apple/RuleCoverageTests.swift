import TestSupport
import Testing

@testable import Deciding

@Suite("Rules that are never used, because an earlier rule matches all their links")
struct RuleCoverageTests {
    private func findings(_ components: String, links: String = "") -> [AssociationFinding] {
        let text = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[\#(components)]}]\#(links)}}"#
        return AASAFile(Array(text.utf8)).findings
    }

    private func isCovered(_ rule: String, by earlier: String, links: String = "") -> Bool {
        findings("\(earlier),\(rule)", links: links).contains { $0.code == .unreachableRule }
    }

    @Test(
        "paths",
        arguments: [
            ("/platform/login", "/platform/*", true), ("/platform", "/platform/*", true), ("/platformer", "/platform/*", false),
            ("/a", "*", true), ("*", "/*", true), ("/*", "*", true), ("/a/b", "/*/b", true), ("/a/b/c", "/a*c", true),
            ("/a*", "/ab*", false),
            ("/ab*", "/a*", true), ("/a/?*", "/a/*", true), ("/a/*", "/a/?*", false), ("/a/??", "/a/?*", true), ("/a/?*", "/a/??", false),
            ("/a/?*?", "/a/??*", true), ("/a/??*", "/a/?*?", true), ("/?", "/??", false), ("/a/", "/a", true), ("//a", "/a", true),
            ("a", "/a", true), ("*/login", "/*", true), ("/x*/login", "*/login", true), ("/login", "*/login", true),
            ("/*/a/*", "/*a*", true), ("/*a*", "/*/a/*", false), ("/*ab*", "/*a*b*", true), ("/*a*b*", "/*ab*", false),
            ("/????", "/?*", true), ("/$(lang)/x", "/??/x", false), ("/$(lang)/x", "/*/x", true), ("/$(digit)$(digit)", "/??", true),
            ("/$(digit)", "/$(alnum)", true), ("/$(alnum)", "/$(digit)", false), ("/$(region)", "/$(upper)$(upper)", true),
            ("/de/x", "/$(lang)/x", true), ("/xx/x", "/$(lang)/x", false), ("/$(lang)/$(lang)", "/$(lang)/*", true),
            ("/7", "/$(digit)", true), ("/$(digit)7", "/$(digit)$(digit)", true), ("/a*b*c", "/a*c", true), ("/a*c", "/a*b*c", false),
        ])
    func paths(later: String, earlier: String, isCovered: Bool) {
        #expect(self.isCovered(#"{"/":"\#(later)"}"#, by: #"{"/":"\#(earlier)"}"#) == isCovered)
    }

    @Test(
        "variables of the file, by their values",
        arguments: [
            ("/$(food)", "/p*", true), ("/$(food)/x", "/$(food)/*", true), ("/pizza", "/$(food)", true), ("/$(food)", "/pizza", false),
            ("/$(one)", "/pizza", true), ("/pizza", "/$(one)", true), ("/$(wild)", "/w*", true), ("/wine", "/$(wild)", true),
            ("/$(one)", "/$(food)", true), ("/$(food)", "/$(one)", false), ("/$(none)", "/*", false),
        ])
    func variables(later: String, earlier: String, isCovered: Bool) {
        let variables = #","substitutionVariables":{"food":["pizza","pasta"],"one":["pizza"],"wild":["w*","w?x"],"none":[]}"#
        #expect(self.isCovered(#"{"/":"\#(later)"}"#, by: #"{"/":"\#(earlier)"}"#, links: variables) == isCovered)
    }

    @Test(
        "queries and fragments: as one pattern, as parameters, and one against the other",
        arguments: [
            (#"{"?":"a=1"}"#, "{}", true), ("{}", #"{"?":"a=1"}"#, false), ("{}", #"{"?":"*"}"#, true),
            (#"{"?":"a=1"}"#, #"{"?":"a=?"}"#, true),
            (#"{"?":"a=*"}"#, #"{"?":"?*"}"#, true), (#"{"?":"*"}"#, #"{"?":"?*"}"#, false), ("{}", #"{"?":"?*"}"#, false),
            (#"{"?":{"a":"1"}}"#, #"{"?":{"a":"?"}}"#, true), (#"{"?":{"a":"?"}}"#, #"{"?":{"a":"1"}}"#, false),
            (#"{"?":{"a":"1","b":"2"}}"#, #"{"?":{"a":"1"}}"#, true), (#"{"?":{"a":"1"}}"#, #"{"?":{"a":"1","b":"2"}}"#, false),
            (#"{"?":{"a":"1"}}"#, #"{"?":{"a":"1","b":"*"}}"#, true), (#"{"?":{"a":"1"}}"#, #"{"?":{"b":"*"}}"#, true),
            ("{}", #"{"?":{"b":"*"}}"#, true), (#"{"?":{"a":"?*"}}"#, #"{"?":"?*"}"#, true), (#"{"?":{"a":"*"}}"#, #"{"?":"?*"}"#, false),
            (#"{"?":"ref=mail"}"#, #"{"?":{"ref":"?*"}}"#, true), (#"{"?":"ref=*"}"#, #"{"?":{"ref":"?*"}}"#, false),
            (#"{"?":"ref=?*"}"#, #"{"?":{"ref":"?*"}}"#, false), (#"{"?":"ref=a&x=?"}"#, #"{"?":{"ref":"a"}}"#, true),
            (#"{"?":"x=1"}"#, #"{"?":{"ref":"?*"}}"#, false), (#"{"?":"x=1"}"#, #"{"?":{"ref":""}}"#, true),
            (#"{"?":"ref=a&ref=b"}"#, #"{"?":{"ref":"a"}}"#, false), (#"{"?":"ref=a&ref=b"}"#, #"{"?":{"ref":"?"}}"#, true),
            (#"{"?":"reference=b"}"#, #"{"?":{"ref":"a"}}"#, false), (#"{"?":"ref=a&reference=b"}"#, #"{"?":{"ref":"a"}}"#, true),
            (##"{"#":"top"}"##, ##"{"#":"t*"}"##, true), (##"{"/":"/a","#":"top"}"##, #"{"/":"/a"}"#, true),
            (#"{"/":"/a"}"#, ##"{"/":"/a","#":"top"}"##, false), (#"{"/":"/a/b","?":"x"}"#, #"{"/":"/a/*","?":"y"}"#, false),
        ])
    func queries(later: String, earlier: String, isCovered: Bool) {
        #expect(self.isCovered(later, by: earlier) == isCovered)
    }

    @Test(
        "case and escapes",
        arguments: [
            (#"{"/":"/ABC"}"#, #"{"/":"/abc","caseSensitive":false}"#, true),
            (#"{"/":"/abc","caseSensitive":false}"#, #"{"/":"/abc"}"#, false),
            (#"{"/":"/abc/x","caseSensitive":false}"#, #"{"/":"/ABC/*","caseSensitive":false}"#, true),
            (#"{"/":"/7","caseSensitive":false}"#, #"{"/":"/7"}"#, true),
            (#"{"/":"/$(upper)"}"#, #"{"/":"/$(lower)","caseSensitive":false}"#, true),
            (#"{"?":{"ID":"7"}}"#, #"{"?":{"id":"7"},"caseSensitive":false}"#, false),
            (#"{"?":{"1":"A"}}"#, #"{"?":{"1":"a"},"caseSensitive":false}"#, true),
            (#"{"?":{"id":"7"},"caseSensitive":false}"#, #"{"?":{"id":"7"}}"#, false),
            (#"{"?":{"id":"*"},"caseSensitive":false}"#, #"{"?":{"id":"*"}}"#, true),
            (#"{"/":"/a/x"}"#, #"{"/":"/a/*","percentEncoded":false}"#, true),
            (#"{"/":"/a%20b/x"}"#, #"{"/":"/a b/*","percentEncoded":false}"#, true),
            (#"{"/":"/caf%C3%A9"}"#, #"{"/":"/café","percentEncoded":false}"#, true),
            (#"{"/":"/a/x","percentEncoded":false}"#, #"{"/":"/a/x"}"#, false),
            (#"{"/":"/a/x","percentEncoded":false}"#, #"{"/":"/*"}"#, true),
            (#"{"/":"/a b/c","percentEncoded":false}"#, #"{"/":"/a b/*","percentEncoded":false}"#, true),
            (#"{"/":"/é?","percentEncoded":false}"#, #"{"/":"/??","percentEncoded":false}"#, true),
            (#"{"/":"/a/*b"}"#, #"{"/":"/a/*b","percentEncoded":false}"#, false),
            (#"{"/":"/a/*"}"#, #"{"/":"/a/*","percentEncoded":false}"#, true),
        ])
    func forms(later: String, earlier: String, isCovered: Bool) {
        #expect(self.isCovered(later, by: earlier) == isCovered)
    }

    @Test(
        "an escape can be a slash that is ignored, a part of no character, or a part of a name",
        arguments: [
            // A pattern never sees the slashes that are ignored: `/%2F` is an empty path if it is decoded.
            (#"{"/":"/%2F"}"#, #"{"/":"/?","percentEncoded":false}"#, false, "/%2F"),
            (#"{"/":"/%2Fa"}"#, #"{"/":"/??","percentEncoded":false}"#, false, "/%2Fa"),
            (#"{"/":"/a%2F"}"#, #"{"/":"/a?","percentEncoded":false}"#, false, "/a%2F"),
            (#"{"/":"/%2Fa%2F"}"#, #"{"/":"/?","percentEncoded":false}"#, true, "/%2Fa%2F"),
            (#"{"/":"/a%2Fb"}"#, #"{"/":"/a?b","percentEncoded":false}"#, true, "/a%2Fb"),
            (#"{"/":"/%2F"}"#, #"{"/":"/*","percentEncoded":false}"#, true, "/%2F"),
            // What is not UTF-8 is compared as written.
            (#"{"/":"/%C3%A9"}"#, #"{"/":"/?","percentEncoded":false}"#, true, "/%C3%A9"),
            (#"{"/":"/%E0%80%80"}"#, #"{"/":"/?","percentEncoded":false}"#, false, "/%E0%80%80"),
            (#"{"/":"/%ED%A0%80"}"#, #"{"/":"/?","percentEncoded":false}"#, false, "/%ED%A0%80"),
            (#"{"/":"/%F4%90%80%80"}"#, #"{"/":"/?","percentEncoded":false}"#, false, "/%F4%90%80%80"),
            (#"{"?":{"%61":""},"percentEncoded":false}"#, #"{"?":{"%61":""}}"#, false, "/?%61=2"),
            (
                #"{"/":"/$(folded)","caseSensitive":false,"percentEncoded":false}"#, #"{"/":"/$(micro)","percentEncoded":false}"#, false,
                "/%C2%B5"
            ),
        ])
    func escapes(later: String, earlier: String, isCovered: Bool, path: String) {
        let variables = #","substitutionVariables":{"folded":["μ"],"micro":["μ","Μ"]}"#
        let outcome = { (component: String) in
            let text = #"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[\#(component)]}]\#(variables)}}"#
            return AASAFile(Array(text.utf8)).decision(for: "https://h\(path)", appID: nil, domain: "").outcome
        }
        #expect(self.isCovered(later, by: earlier, links: variables) == isCovered)
        #expect(outcome(later) == .match)
        #expect((outcome(earlier) == .match) == isCovered)
    }

    @Test("each character is found among those that fold like it")
    func foldedCharacters() {
        for scalar in (0...0x1_FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
            let folded = CaseFolding.folded(scalar)
            if folded != scalar { #expect(CaseFolding.unfolded(folded).contains(scalar), "\(String(scalar.value, radix: 16))") }
        }
    }

    @Test("the finding names both rules, and tells what happens to the links if one of the two excludes")
    func words() throws {
        let login = try #require(findings(#"{"/":"/platform/*"},{"/":"/platform/login","exclude":true}"#).first)
        #expect(
            login.message
                == "details[0].components[1] is never used, because components[0] matches the same links first. Links that components[1] should exclude open in the app."
        )
        #expect(findings(#"{"/":"/a*","exclude":true},{"/":"/ab"}"#).first?.message.hasSuffix("should open stay in the browser.") == true)
        #expect(
            findings(#"{},{"/":"/ab"}"#).first?.message
                == "details[0].components[1] is never used, because components[0] matches every link first.")
        let paths = #"{"applinks":{"details":[{"appID":"ABCDE12345.b","paths":["/platform/*","NOT /platform/login"]}]}}"#
        #expect(AASAFile(Array(paths.utf8)).findings.map(\.code) == [.unreachableRule])
        #expect(findings(#"{"/":"/platform/login","exclude":true},{"/":"/platform/*"}"#).isEmpty)
    }

    @Test("an earlier entry covers a later one only if it is for all apps of the later one")
    func entries() {
        let text = { (first: String, second: String) in
            #"{"applinks":{"details":[{"appIDs":[\#(first)],"components":[{"/":"/a/*"}]},{"appIDs":[\#(second)],"components":[{"/":"/a/b"}]}]}}"#
        }
        let (one, two) = (#""ABCDE12345.a""#, #""ABCDE12345.a","ABCDE12345.b""#)
        for (first, second, isCovered) in [(one, one, true), (two, one, true), (one, two, false)] {
            let findings = AASAFile(Array(text(first, second).utf8)).findings
            #expect(findings.map(\.code) == (isCovered ? [.unreachableRule] : []))
            if isCovered {
                #expect(
                    findings.first?.message.hasPrefix("details[1].components[0] is never used, because details[0].components[0]") == true)
            }
        }
    }

    @Test("an entry with paths for old systems is used beside one with components, but not after one with the same paths")
    func pathsForOldSystems() {
        let (new, old) = (#""components":[{"/":"/a/*"}]"#, #""paths":["/a/*"]"#)
        for (first, second, isCovered) in [(new, old, false), (old, new, true), (old, old, true), (new, new, true)] {
            let entries = [first, second].map { #"{"appID":"ABCDE12345.a",\#($0)}"# }.joined(separator: ",")
            let findings = AASAFile(Array(#"{"applinks":{"details":[\#(entries)]}}"#.utf8)).findings
            #expect(findings.map(\.code) == (isCovered ? [.unreachableRule] : []))
        }
    }

    @Test("what is reported is true: no example of a covered rule escapes the earlier rule", arguments: Seeds.among(1...6))
    func agreesWithMatching(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let pieces = ["a", "b", "/", "*", "?", "a", "*", "%61", "$(digit)", "$(v)", "A", "%2F", "é"]
        func part(_ longest: Int) -> String {
            (0..<Int.random(in: 0...longest, using: &random)).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
        }
        func rule() -> String {
            let forms = [#","caseSensitive":false"#, #","percentEncoded":false"#]
            let settings = ["", "", "", forms[0], forms[1], forms.joined()]
            let name = ["a", "a", "A", "%61"][Int.random(in: 0..<4, using: &random)]
            let query = ["", "", #","?":"\#(part(3))""#, #","?":{"\#(name)":"\#(part(2))"}"#]
            return
                "{\"/\":\"/\(part(4))\"\(query[Int.random(in: 0..<4, using: &random)])\(settings[Int.random(in: 0..<6, using: &random)])}"
        }
        let letters = ["a", "b", "/", "A", "%61", "7", "ab", "%2F", "%C3%A9", "x", "%C3", "%E0%80%80", "%2561"]
        func text(_ longest: Int) -> String {
            (0..<Int.random(in: 0...longest, using: &random)).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
                .joined()
        }
        var links: [String] = []
        for _ in 0..<400 {
            let query = ["", "?a=" + text(2), "?" + text(3), "?a", "?a=" + text(1) + "&A=" + text(1), "?%61=" + text(1)][
                Int.random(in: 0..<6, using: &random)]
            links.append("https://h/\(text(4))\(query)")
        }
        var covered = 0
        var pairs = 0
        // A test with too few covered rules would show nothing.
        while pairs < Effort.size(150, long: 2_000) || covered <= 5 && pairs < 10_000 {
            pairs += 1
            let (earlier, later) = (rule(), rule())
            let variables = #","substitutionVariables":{"v":["a","b?","ab"]}"#
            guard isCovered(later, by: earlier, links: variables) else { continue }
            covered += 1
            let file = { (component: String) in
                AASAFile(Array(#"{"applinks":{"details":[{"appIDs":["ABCDE12345.b"],"components":[\#(component)]}]\#(variables)}}"#.utf8))
            }
            let (first, second) = (file(earlier), file(later))
            for link in links where second.decision(for: link, appID: nil, domain: "").outcome == .match {
                #expect(first.decision(for: link, appID: nil, domain: "").outcome == .match, "\(earlier) \(later) \(link)")
            }
        }
        #expect(covered > 5)
    }

    @Test(
        "hostile rules take a bounded time",
        arguments: [
            (0..<2_000).map { #"{"/":"*\#($0)*a"}"# }.joined(separator: ","),
            (0..<40).map { #"{"/":"/*a\#(String(repeating: "?", count: 40 + $0))"}"# }.joined(separator: ","),
            (0..<300).map { #"{"/":"/$(lang)\#(String(repeating: "$(region)*", count: $0 % 7))"}"# }.joined(separator: ","),
            (0..<500).map { #"{"/":"*","?":{"a\#($0)":"\#(String(repeating: "*a", count: 30))"}}"# }.joined(separator: ","),
        ])
    func hostile(components: String) {
        let spent = ThreadTime.spent { #expect(findings(components).count <= 101) }
        #expect(spent < .seconds(5))
    }
}
