import AppLinks
import Deciding
import LinkLayers
import TestSupport
import Testing

@Suite("apple-app-site-association: every rule, with a match and a mismatch")
struct AASARulesTests {
    static let app = "ABCDE12345.com.example.app"

    private func decide(_ file: String, _ link: String, app: String? = Self.app, domain: String = "") -> AASADecision {
        AASAFile(Array(file.utf8)).decision(for: link, appID: app, domain: domain, isTraced: true)
    }

    /// Returns a file with these components. `entry` and `links` are additional members of the entry and of `applinks`.
    private func file(_ components: String, entry: String = "", links: String = "") -> String {
        #"{"applinks":{"details":[{"appIDs":["\#(Self.app)"],"components":[\#(components)]\#(entry)}]\#(links)}}"#
    }

    @Test(
        "the first component that matches decides; every key must match; a missing part counts as empty",
        arguments: [
            (#"{"/":"/a"}"#, "/a", .match), (#"{"/":"/a"}"#, "/b", .noMatch), (#"{"/":"/a","exclude":true}"#, "/a", .exclude),
            (#"{"/":"/a*","exclude":true},{"/":"/ab"}"#, "/ab", .exclude), (#"{"/":"/ab"},{"/":"/a*","exclude":true}"#, "/ab", .match),
            (#"{"/":"/a","?":"x=1"}"#, "/a?x=1", .match), (#"{"/":"/a","?":"x=1"}"#, "/a?x=2", .noMatch),
            (#"{"/":"/a","?":"x=1"}"#, "/a", .noMatch),
            (##"{"/":"/a","#":"top"}"##, "/a#top", .match), (##"{"/":"/a","#":"top"}"##, "/a", .noMatch), (##"{"#":"*"}"##, "/a", .match),
            (##"{"#":"?*"}"##, "/a", .noMatch), (##"{"#":""}"##, "/a", .match), (##"{"#":""}"##, "/a#x", .noMatch),
            (#"{"?":""}"#, "/a", .match),
            (#"{"?":"?*"}"#, "/a", .noMatch), (#"{"?":"?*"}"#, "/a?x", .match), (#"{}"#, "/any/thing?x=1#y", .match), ("", "/a", .noMatch),
            (#"{"/":5}"#, "/a", .match), (#"{"/":"/a","casesensitive":false}"#, "/A", .noMatch), (#"{"/":"/a","more":1}"#, "/a", .match),
            (#""/a",{"/":"/b"}"#, "/a", .noMatch), (#"{"/":"/a","exclude":"yes"}"#, "/a", .match),
        ] as [(String, String, AASADecision.Outcome)])
    func components(components: String, link: String, outcome: AASADecision.Outcome) {
        #expect(decide(file(components), "https://h" + link).outcome == outcome)
    }

    @Test(
        "leading and trailing slashes of paths",
        arguments: [
            ("abc", "/abc", true), ("/abc", "/abc", true), ("abc", "/xabc", false), ("/abc", "//abc", true), ("//abc", "/abc", true),
            ("/abc/", "/abc", true),
            ("/abc", "/abc/", true), ("/abc", "/abc//", true), ("/buy/*", "/buy", true), ("/buy/*", "/buy/", true),
            ("/buy/*", "/buy/x/y", true),
            ("/buy/*", "/buyer", false), ("buy/*", "/buy", true), ("/*", "", true), ("/*", "/", true), ("/", "", true), ("/", "/", true),
            ("/", "/a", false),
            ("*", "", true), ("", "/", true), ("/id/????", "/id/481", false), ("/id/????", "/id/4810", true),
            ("/id/????", "/id/481/", false),
            ("/id/?*", "/id/", false), ("/id/?*", "/id/1", true), ("/a//b", "/a/b", false), ("/a//b", "/a//b", true),
            ("*/abc", "/x/abc", true),
            ("/a/*/c", "/a/b/d/c", true), ("/a/*/c", "/a/c", false), ("/?", "/é", true), ("/??", "/é", false),
            ("/$(lang)/*", "/de/x", true), ("/$(lang)/*", "/xx/x", false),
            ("$(lang)", "/de", true), ("/$(digit)$(digit)", "/42", true), ("/a*b", "/a/b", true), ("/A", "/a", false),
        ])
    func paths(pattern: String, path: String, isMatch: Bool) {
        #expect((decide(file(#"{"/":"\#(pattern)"}"#), "https://h" + path).outcome == .match) == isMatch)
    }

    @Test(
        "a query that is an object",
        arguments: [
            (#"{"a":"1"}"#, "a=1", true), (#"{"a":"1"}"#, "a=2", false), (#"{"a":"1"}"#, "b=1&a=1", true),
            (#"{"a":"1","b":"?*"}"#, "b=x&a=1", true),
            (#"{"a":"1","b":"?*"}"#, "a=1", false), (#"{"a":"*"}"#, "", true), (#"{"a":""}"#, "b=1", true), (#"{"a":"?*"}"#, "b=1", false),
            (#"{"a":"1"}"#, "a=1&a=1", true), (#"{"a":"1"}"#, "a=1&a=2", false), (#"{"a":"1"}"#, "a=2&a=1", false),
            (#"{"a":""}"#, "a", true),
            (#"{"a":"?*"}"#, "a", false), (#"{"a":"1=2"}"#, "a=1=2", true), (#"{"a":"1","b":2}"#, "a=7", true),
            (#"{"a":["1"]}"#, "a=7", true),
            (#"{}"#, "a=1", true), (#"{"a":"1"}"#, "A=1", false), (#"{"a":"????"}"#, "a=1234", true), (#"{"a":"????"}"#, "a=123", false),
            (#"{"a":"x","a":"y"}"#, "a=y", true),
        ])
    func items(items: String, query: String, isMatch: Bool) {
        #expect((decide(file(#"{"?":\#(items)}"#), "https://h/p?" + query).outcome == .match) == isMatch)
    }

    @Test(
        "case sensitivity and escapes",
        arguments: [
            (#"{"/":"/ABC","caseSensitive":false}"#, "/abc", true), (#"{"/":"/abc","caseSensitive":false}"#, "/ABC", true),
            (#"{"/":"/É","caseSensitive":false}"#, "/é", true), (#"{"/":"/ß","caseSensitive":false}"#, "/SS", false),
            (#"{"/":"/$(region)","caseSensitive":false}"#, "/gb", true), (#"{"/":"/$(upper)","caseSensitive":false}"#, "/x", true),
            (#"{"?":{"A":"X"},"caseSensitive":false}"#, "/?a=x", true), (##"{"#":"TOP","caseSensitive":false}"##, "/#top", true),
            (#"{"/":"/a%2Fb"}"#, "/a%2Fb", true), (#"{"/":"/a%2Fb"}"#, "/a%2fb", false), (#"{"/":"/a/b"}"#, "/a%2Fb", false),
            (#"{"/":"/a/b","percentEncoded":false}"#, "/a%2Fb", true), (#"{"/":"/a%2Fb","percentEncoded":false}"#, "/a%2Fb", false),
            (#"{"/":"/a%2Fb","percentEncoded":false}"#, "/a%252Fb", true), (#"{"/":"/é","percentEncoded":false}"#, "/%C3%A9", true),
            (#"{"/":"/?","percentEncoded":false}"#, "/%C3%A9", true), (#"{"/":"/?"}"#, "/%C3%A9", false),
            (#"{"/":"/É","percentEncoded":false,"caseSensitive":false}"#, "/%C3%A9", true),
            (#"{"?":{"a b":"c&d"},"percentEncoded":false}"#, "/?a%20b=c%26d", true), (#"{"?":{"a b":"c&d"}}"#, "/?a%20b=c%26d", false),
            // Devices treat text that is only partly escaped as literal text, and decode none of it.
            (#"{"/":"/a/%","percentEncoded":false}"#, "/a%2F%", false), (#"{"/":"/a%2F%","percentEncoded":false}"#, "/a%2F%", true),
            (#"{"/":"/%zz%41","percentEncoded":false}"#, "/%zz%41", true),
            (#"{"/":"/a","?":"b%","percentEncoded":false}"#, "/%61?b%", true),
            (#"{"?":{"a":"/","b":"%2F%"},"percentEncoded":false}"#, "/?a=%2F&b=%2F%", true),
            (#"{"/":"/%FF","percentEncoded":false}"#, "/%FF", true), (##"{"#":"a b","percentEncoded":false}"##, "/#a%20b", true),
        ])
    func caseAndEscapes(component: String, link: String, isMatch: Bool) {
        #expect((decide(file(component), "https://h" + link).outcome == .match) == isMatch)
    }

    @Test("a byte order mark is skipped, as on devices, with a finding")
    func byteOrderMark() {
        let file = AASAFile(Array("\u{FEFF}{\"applinks\":{\"details\":[{\"appID\":\"ABCDE12345.b\",\"components\":[{}]}]}}".utf8))
        #expect(file.decision(for: "https://h/p", appID: "ABCDE12345.b", domain: "h").outcome == .match)
        #expect(file.findings.map(\.code) == [.byteOrderMark])
        #expect(!AASAFile(Array("\u{FEFF}{".utf8)).isUsable)
    }

    @Test(
        "settings come from the component, then from the entry's defaults, then from those of applinks, then from the built-in values",
        arguments: [
            (#"{"/":"/a"}"#, "", #","defaults":{"caseSensitive":false}"#, "/A", .match),
            (#"{"/":"/a"}"#, #","defaults":{"caseSensitive":true}"#, #","defaults":{"caseSensitive":false}"#, "/A", .noMatch),
            (#"{"/":"/a","caseSensitive":false}"#, #","defaults":{"caseSensitive":true}"#, "", "/A", .match),
            (#"{"?":"x"}"#, #","defaults":{"/":"/d"}"#, "", "/e?x", .noMatch),
            (#"{"?":"x"}"#, #","defaults":{"/":"/d"}"#, "", "/d?x", .match),
            (#"{"/":"/a"}"#, "", #","defaults":{"?":{"k":"1"}}"#, "/a", .noMatch),
            (#"{"/":"/a"}"#, "", #","defaults":{"?":{"k":"1"}}"#, "/a?k=1", .match),
            (#"{"/":"/a","?":"*"}"#, "", #","defaults":{"?":{"k":"1"}}"#, "/a", .match),
            (#"{"/":"/a"}"#, #","defaults":{"exclude":true}"#, "", "/a", .exclude),
            (#"{"/":"/a","exclude":false}"#, #","defaults":{"exclude":true}"#, "", "/a", .match),
            (#"{"/":"/a/b"}"#, #","defaults":{"percentEncoded":false}"#, "", "/a%2Fb", .match),
        ] as [(String, String, String, String, AASADecision.Outcome)])
    func defaults(components: String, entry: String, links: String, path: String, outcome: AASADecision.Outcome) {
        #expect(decide(file(components, entry: entry, links: links), "https://h" + path).outcome == outcome)
    }

    @Test(
        "variables that the file defines",
        arguments: [
            ("/$(food)", "/pizza", true), ("/$(food)", "/salad", false), ("/$(Food)", "/pizza", false), ("/$(wild)/x", "/a1/x", true),
            ("/$(none)", "/none", false),
            ("/$(bad)", "/x", false), ("/$(food)*", "/pizza/7", true),
        ])
    func variables(pattern: String, path: String, isMatch: Bool) {
        let variables = #","substitutionVariables":{"food":["pizza","pasta"],"wild":["a?","b*"],"bad":"x"}"#
        #expect((decide(file(#"{"/":"\#(pattern)"}"#, links: variables), "https://h" + path).outcome == .match) == isMatch)
    }

    @Test(
        "entries with appID, appIDs, both, the old dictionary, and paths",
        arguments: [
            (#"[{"appID":"A.b","components":[{"/":"/x"}]}]"#, "A.b", "/x", .match),
            (#"[{"appID":"A.b","components":[{"/":"/x"}]}]"#, "A.c", "/x", .noMatch),
            (#"[{"appIDs":["A.b","A.c"],"components":[{"/":"/x"}]}]"#, "A.c", "/x", .match),
            (#"[{"appID":"A.b","appIDs":["A.c"],"components":[{"/":"/x"}]}]"#, "A.b", "/x", .match),
            (#"[{"appID":"A.b","appIDs":["A.c"],"components":[{"/":"/x"}]}]"#, "A.c", "/x", .match),
            (#"[{"appID":"A.b","components":[{"/":"/x"}]}]"#, "a.B", "/x", .noMatch),
            (#"[{"appID":"A.b","components":[{"/":"/x"}]},{"appID":"A.b","components":[{"/":"/y"}]}]"#, "A.b", "/y", .match),
            (#"[{"appID":"A.b","paths":["NOT /x/y","/x/*"]}]"#, "A.b", "/x/y", .exclude),
            (#"[{"appID":"A.b","paths":["NOT /x/y","/x/*"]}]"#, "A.b", "/x/z?q#f", .match),
            (#"[{"appID":"A.b","paths":["/x"],"components":[{"/":"/y"}]}]"#, "A.b", "/x", .noMatch),
            (#"[{"appID":"A.b","paths":["*"]}]"#, "A.b", "/x", .match),
            (#"[{"appID":"A.b"}]"#, "A.b", "/x", .noMatch), (#"{"A.b":{"paths":["/x"]}}"#, "A.b", "/x", .match),
            (#"{"A.b":{"paths":["/x"]}}"#, "A.c", "/x", .noMatch),
        ] as [(String, String, String, AASADecision.Outcome)])
    func entries(details: String, app: String, path: String, outcome: AASADecision.Outcome) {
        #expect(decide(#"{"applinks":{"apps":[],"details":\#(details)}}"#, "https://h" + path, app: app).outcome == outcome)
    }

    @Test(
        "the link's host must be the domain that served the file; an empty domain allows any host",
        arguments: [
            ("https://example.com/a", "example.com", true), ("https://EXAMPLE.com/a", "example.COM", true),
            ("https://www.example.com/a", "example.com", false),
            ("https://example.com:8443/a", "example.com", true), ("https://other.com/a", "", true),
            ("https://bücher.example/a", "xn--bcher-kva.example", true),
            ("https://user@example.com/a", "example.com", true), ("/a", "example.com", false),
        ])
    func hosts(link: String, domain: String, isMatch: Bool) {
        #expect((decide(file(#"{"/":"/a"}"#), link, domain: domain).outcome == .match) == isMatch)
    }

    @Test(
        "only https links with a host can match, in any spelling of https; the reason says what else the link is",
        arguments: [
            ("https://h/", nil), ("HTTPS://h/", nil), ("Https://h", nil), ("http://h/", .scheme("http")), ("HTTP://h/", .scheme("http")),
            ("shop://h/a", .scheme("shop")), ("mailto:a@h", .scheme("mailto")), ("h/a", .scheme("")), ("/a", .scheme("")),
            ("httpsx://h/", .scheme("httpsx")), ("https:///a", .noHost), ("https:a", .noHost), ("https://[::1/", .notURL), ("", .notURL),
        ] as [(String, LinkObstacle?)])
    func schemes(link: String, obstacle: LinkObstacle?) {
        let decision = decide(file("{}"), link)
        #expect((decision.outcome == .match) == (obstacle == nil))
        if let obstacle { #expect(decision.reason == .obstacle(obstacle)) }
        #expect(decision.otherScheme == obstacle?.scheme)
    }

    @Test(
        "a file that devices reject decides nothing",
        arguments: ["", "[]", "{", #"{"applinks":{"details":[{"appID":"A.b","components":[{}]}]}"#, #"{"applinks":[]}"#, "{}"])
    func unusable(text: String) {
        let file = AASAFile(Array(text.utf8))
        #expect(file.decision(for: "https://h/", appID: nil, domain: "").outcome == .noMatch)
        #expect(file.findings.contains { $0.severity == .error })
    }

    @Test("the trace names each rule that was tried, the place of each miss, and the nearest")
    func trace() throws {
        let text = file(##"{"/":"/help/*"},{"/":"/buy/*","?":{"id":"????"}},{"/":"/buy/x","#":"top"},{"/":"/b*","exclude":true},{}"##)
        let decision = decide(text, "https://h/buy/x?id=123#to")
        let unmatched = text.replacing(#"{"/":"/b*","exclude":true},{}"#, with: #"{"/":"/c"}"#)
        #expect(decide(unmatched, "https://h/buy/x?id=123#to").steps.map(\.isNearest) == [false, false, true, false])
        #expect(decision.outcome == .exclude)
        #expect(decision.steps.map(\.place) == (0...3).map { "details[0].components[\($0)]" })
        let misses = decision.steps.map(\.miss)
        #expect(misses[0].map { [$0.patternOffset, $0.linkOffset] } == [1, 10])
        #expect(misses[1]?.part == .item("id"))
        #expect(misses[1].map { [$0.patternOffset, $0.linkOffset, $0.linkEnd] } == [3, 22, 22])
        #expect(misses[2]?.part == .fragment)
        #expect(misses[2].map { [$0.patternOffset, $0.linkOffset] } == [2, 25])
        #expect(misses[3] == nil)
        #expect(decision.steps.allSatisfy { !$0.isNearest }, "a rule matched")
        let range = try #require(decision.steps.first?.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == #"{"/":"/help/*"}"#)
    }

    @Test(
        "the words for a miss name what differs: another character, the end of the link's part, or the end of the pattern",
        arguments: [
            (#"{"/":"/buy"}"#, "/buys", #"the path has "s" (byte 14) where the pattern "/buy" ends"#),
            (#"{"/":"/buy/*"}"#, "/bus", #"the path has "s" (byte 13) where "/buy/*" expects "y" (byte 4)"#),
            (#"{"/":"/buy/??"}"#, "/buy/1", #"the path ends (byte 16) where "/buy/??" expects one character (byte 7)"#),
            (
                #"{"/":"/buy/?"}"#, "/buy/",
                #"the path ends before the slash at its end, which does not count, where "/buy/?" expects "/" (byte 5)"#
            ),
            (
                #"{"/":"/a%20b","percentEncoded":false}"#, "/a%20b",
                #"the path has an escape (byte 12), which this rule decodes, where "/a%20b" expects "%" (byte 3)"#
            ),
            (##"{"#":"top"}"##, "/buy", #"the fragment is empty, but "top" expects "t" (byte 1)"#),
            (#"{"?":"?*"}"#, "/buy", #"the query is empty, but "?*" expects at least one character (byte 1)"#),
            (#"{"?":"a=1"}"#, "/?a=12", #"the query has "2" (byte 15) where the pattern "a=1" ends"#),
            (##"{"#":""}"##, "/#top", #"the fragment has "t" (byte 12) where the pattern "" ends"#),
            (#"{"?":{"id":"7"}}"#, "/?id=71", #"the parameter "id" has "1" (byte 16) where the pattern "7" ends"#),
            (#"{"/":"/"}"#, "/products", #"the path has "p" (byte 11) where the pattern "/" ends"#),
            (#"{"/":"/a/"}"#, "/a/b", #"the path has "b" (byte 13) where the pattern "/a/" ends"#),
            (#"{"/":"/a/"}"#, "/b", #"the path has "b" (byte 11) where "/a/" expects "a" (byte 2)"#),
            (#"{"/":"/$(lang)"}"#, "/xx", #"the path has "x" (byte 11) where "/$(lang)" expects $(lang) (byte 2)"#),
        ])
    func missWords(component: String, path: String, words: String) throws {
        let link = "https://h" + path
        let miss = try #require(decide(file(component), link).steps.first?.miss)
        #expect(AASAWording.reason(of: miss, in: Array(link.utf8)) == words)
    }

    @Test("a rule without conditions before the part that fails is not nearer because it fails late")
    func nearestOfLittle() {
        let text = file(##"{"/":"/item/???"},{"#":"no*"}"##)
        #expect(decide(text, "https://h/item/1234").steps.map(\.isNearest) == [true, false])
    }

    @Test(
        "many expensive rules take no longer than a few, and many apps no longer than one, even in a hostile file", arguments: [12, 1])
    func hostile(rules count: Int) {
        let pattern = "/*" + String(repeating: "a", count: 3000) + "b"
        let rules = Array(repeating: #"{"/":"\#(pattern)"}"#, count: count).joined(separator: ",")
        let apps = (0..<200).map { #""ABCDE1\#(1000 + $0).b""# }.joined(separator: ",")
        let file = AASAFile(Array(#"{"applinks":{"details":[{"appIDs":[\#(apps)],"components":[\#(rules)]}]}}"#.utf8))
        let link = "https://h/" + String(repeating: "a", count: 7800)
        if count > 1 {
            let decision = file.decision(for: link, appID: "ABCDE11007.b", domain: "h", isTraced: true)
            #expect(decision.outcome == .noMatch && decision.steps.last?.miss?.cause == .tooMuch)
        } else {
            let one = ThreadTime.spent { _ = file.decision(for: link, appID: "ABCDE11007.b", domain: "h", isTraced: true) }
            let all = ThreadTime.spent {
                let decisions = file.decisions(for: link, appIDs: file.appIDs, domain: "h", mostTraced: 200)
                #expect(decisions.count == 200 && decisions.allSatisfy { $0.steps.first?.miss?.cause == .different })
            }
            #expect(all < one * 4)
        }
    }

    @Test("rules share a default, so many rules with a long default take little more time and memory than one")
    func sharedDefaults() {
        let long = String(repeating: "a", count: 30_000)
        func patterns(ofRules count: Int) -> [Pattern?] {
            let rules = Array(repeating: "{}", count: count).joined(separator: ",")
            let details = #"[{"appID":"ABCDE12345.b","components":[\#(rules)]},{"appID":"ABCDE12345.c","components":[\#(rules)]}]"#
            let text = #"{"applinks":{"defaults":{"/":"/\#(long)"},"details":\#(details)}}"#
            return AASAFile(Array(text.utf8), comparesRules: false).details.flatMap { $0.components.map(\.path) }
        }
        let one = ThreadTime.spent { #expect(patterns(ofRules: 1).count == 2) }
        let many = ThreadTime.spent { #expect(patterns(ofRules: 400).filter { $0?.text.utf8.count == 30_001 }.count == 800) }
        #expect(many < one * 10 + .milliseconds(300))
    }

    @Test("the nearest rule is one with many conditions that the link meets, not one with few or one that excludes the link")
    func nearest() {
        let text = file(##"{"#":"web","exclude":true},{"#":"top"},{"/":"/help/*","?":{"id":"????"}},{"/":"/help/web","exclude":true}"##)
        #expect(decide(text, "https://h/help/we?id=12").steps.map(\.isNearest) == [false, false, true, false])
    }

    @Test(
        "what a wildcard passed over does not make a rule nearer",
        arguments: [
            ("/products/1/buys", 1), ("/product/1", 1), ("/x/y.pd", 0), ("/a/helped", 2), ("/prices", 3),
        ])
    func nearestBehindWildcards(path: String, rule: Int) {
        let text = file(##"{"/":"*.pdf"},{"/":"/products/*/buy"},{"/":"*/help/?*"},{"/":"/price"},{"/":"*","?":{"ref":"mail"}}"##)
        #expect(decide(text, "https://h" + path).steps.firstIndex(where: \.isNearest) == rule, "\(path)")
    }

    @Test(
        "a rule that fails only because of case is the nearest, and the reason says so",
        arguments: [
            (#"{"/":"/news/archive"},{"/":"/NEWS/*"},{"/":"/n*x"}"#, "/news/archives"), (#"{"/":"/x"},{"?":{"k":"ÄB"}}"#, "/y?k=äb"),
            (##"{"#":"p"},{"#":"PAR?"}"##, "/#part"),
        ])
    func differentCase(components: String, path: String) throws {
        let decision = decide(file(components), "https://h" + path)
        #expect(decision.outcome == .noMatch && decision.steps[1].isNearest)
        let miss = try #require(decision.steps[1].miss)
        #expect(miss.cause == .differentCase && decision.steps[0].miss?.cause == .different)
        #expect(AASAWording.reason(of: miss, in: Array(("https://h" + path).utf8)).contains("only upper and lower case differ"))
    }

    @Test("places refer to the link as written, even if it was decoded or folded")
    func places() {
        let decision = decide(file(#"{"/":"/é/ÄX","percentEncoded":false,"caseSensitive":false}"#), "https://h//%C3%A9/%C3%84y")
        #expect(decision.steps.first?.miss?.linkOffset == 24)
        #expect(decision.steps.first?.miss?.patternOffset == 6)
    }

    @Test("characters that differ in their last byte are shown whole")
    func wholeCharacters() throws {
        let link = "https://h/ä/1"
        let miss = try #require(decide(file(#"{"/":"/ü/*"}"#), link).steps.first?.miss)
        let reason = AASAWording.reason(of: miss, in: Array(link.utf8))
        #expect(reason == #"the path has "ä" (byte 11) where "/ü/*" expects "ü" (byte 2)"#)
    }

    @Test("a signed file can be read in one piece or several, with lengths or end marks")
    func signed() {
        let json = Array(file(#"{"/":"/a"}"#).utf8)
        let oid: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
        let head: [UInt8] = [0x02, 0x01, 0x01, 0x31, 0x00]
        func wrapped(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
        let whole = wrapped(
            0x30, oid + wrapped(0xA0, wrapped(0x30, head + wrapped(0x30, data + wrapped(0xA0, wrapped(0x04, json))) + [0x31, 0x00])))
        let pieces = wrapped(0x04, Array(json[..<20])) + wrapped(0x04, Array(json[20...]))
        let end: [UInt8] = [0, 0]
        let streamed =
            [0x30, 0x80] + oid + [0xA0, 0x80, 0x30, 0x80] + head + [0x30, 0x80] + data + [0xA0, 0x80, 0x24, 0x80] + pieces + end + end + end
        let inPieces = wrapped(0x30, oid + wrapped(0xA0, wrapped(0x30, head + wrapped(0x30, data + wrapped(0xA0, wrapped(0x24, pieces))))))
        for bytes in [whole, streamed, inPieces] {
            let file = AASAFile(bytes)
            #expect(file.decision(for: "https://h/a", appID: Self.app, domain: "").outcome == .match)
            #expect(file.findings.map(\.code) == [.signed])
            for length in 0..<min(bytes.count, 120) { #expect(AASAFile(Array(bytes[..<length])).appIDs == []) }
        }
        for place in 0..<80 {
            var broken = streamed
            broken[place] ^= 0xFF
            _ = AASAFile(broken)
        }
    }

    @Test(
        "errors in a file, and their places",
        arguments: [
            (
                #"{"applinks":{"details":[{"appID":"A.b","components":[{"/":"a","casesensitive":false}]}]}}"#, .misspeltKey,
                #""casesensitive""#
            ),
            (#"{"applinks":{"details":[{"appID":"A.b","components":[{"comments":"x"}]}]}}"#, .commentMixUp, #""comments""#),
            (#"{"applinks":{"details":[{"appID":"A.b","components":[{"quux":"x"}]}]}}"#, .unknownKey, #""quux""#),
            (#"{"applinks":{"details":[{"appID":"A.b","component":[{}]}]}}"#, .misspeltKey, #""component""#),
            (#"{"applink":{}}"#, .misspeltKey, #""applink""#),
            (#"{"applinks":{"apps":["x"],"details":[{"appID":"A.b","components":[{}]}]}}"#, .appsNotEmpty, #"["x"]"#),
            (#"{"applinks":{"details":[{"appID":"Ab","components":[{}]}]}}"#, .badAppID, #""Ab""#),
            (#"{"applinks":{"details":[{"appID":"A.b","components":[{"?":{"a":1}}]}]}}"#, .queryIgnored, "1"),
            (#"{"applinks":{"details":[{"appID":"A.b","components":[{"/":"/$(x)"}]}]}}"#, .undefinedVariable, #""/$(x)""#),
            (#"{"applinks":{"details":[{"appID":"A.b","components":[{},{"/":"/b"}]}]}}"#, .unreachableRule, #"{"/":"/b"}"#),
            (#"{"applinks":{"details":[{"components":[{}]}]}}"#, .noAppID, #"{"components":[{}]}"#),
            (#"{"applinks":{"details":[{"appIDs":"A.b","components":[{}]}]}}"#, .noAppID, #""A.b""#),
            (#"{"applinks":{"details":[{"appIDs":[5],"components":[{}]}]}}"#, .badAppID, "5"),
            (#"{"applinks":{"details":["A.b"]}}"#, .noAppID, #""A.b""#),
            (
                #"{"applinks":{"details":[{"appID":"ABCDE12345.b","appIDs":["ABCDE12345.c"],"components":[{}]}]}}"#, .bothAppIDForms,
                #"["ABCDE12345.c"]"#
            ),
            (#"{"applinks":{"details":[{"appID":"A.b"}]}}"#, .noRules, #"{"appID":"A.b"}"#),
            (#"{"applinks":{"details":[]}}"#, .noDetails, "[]"),
            (#"{"applinks":{"details":[{"appID":"A.b","appID":"A.c","components":[{}]}]}}"#, .duplicateKey, #""appID""#),
            (#"{"applinks":{"substitutionVariables":{"a(":["x"]},"details":[{"appID":"A.b","components":[{}]}]}}"#, .badVariable, #""a(""#),
            (#"{"applinks":{"details":[{"appID":"A.b","components":[{"exclude":1}]}]}}"#, .wrongType, "1"),
        ] as [(String, AssociationFindingCode, String)])
    func findings(text: String, code: AssociationFindingCode, place: String) throws {
        let finding = try #require(AASAFile(Array(text.utf8)).findings.first { $0.code == code })
        let range = try #require(finding.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == place)
    }

    @Test(
        "an unreadable file has one finding: what it is instead, or its first error with line and column",
        arguments: [
            ("<!DOCTYPE html><html><head><script>var a = {b: [1,]}</script>", "The file is a web page, not JSON"),
            ("\u{FEFF}\r\n \u{C}<html>", "The file is a web page, not JSON"),
            (" <?xml version=\"1.0\"?>", "The file is a web page, not JSON"),
            ("{\n  \"applinks\": {,}\n  'a': 1, \"b\": 2, \"b\": 3}", "(line 2, column 16). There are"),
            ("{\"a\": \"é\" x}", "(line 1, column 11)."), ("{", "(line 1, column 2)."),
        ])
    func unreadable(text: String, words: String) {
        for findings in [AASAFile(Array(text.utf8)).findings, AssetLinksFile(Array(text.utf8)).findings] {
            #expect(findings.map(\.code) == [.notJSON], "\(findings)")
            #expect(findings.first?.message.contains(words) == true, "\(findings)")
        }
    }

    @Test(
        "a pattern that can never match is reported with what to write instead",
        arguments: [
            (#"{"/":"https://www.example.com/buy/*"}"#, #"such as "/buy/*"."#),
            (#"{"/":"https://www.example.com"}"#, "Write only the path."),
            (#"{"/":"*://*/buy"}"#, #"such as "/buy"."#), (#"{"/":"/buy?id=*"}"#, #"write "id=*" under the key "?""#),
            (#"{"/":"/a/b?utm_source=x&c=*"}"#, #"write "utm_source=x&c=*" under"#),
            (#"{"/":"/#/cart"}"#, ##"write "/cart" under the key "#""##),
            (#"{"/":"NOT /a"}"#, #"set "exclude" to true"#), (#"{"/":"not /a"}"#, #"set "exclude" to true"#),
            (#"{"/":"/buy/* "}"#, "contains a space"), (#"{"?":"?id=*"}"#, "Remove the ?"), (#"{"?":"id=*#top"}"#, ##"the key "#""##),
            (#"{"?":{"id=":"*"}}"#, "cannot be the name"), (#"{"?":{"a&b":"1"}}"#, "cannot be the name"),
            (#"{"?":{"id":"1&x=2"}}"#, "contains a &"), (##"{"#":"#top"}"##, "Remove the #"),
            (#"{"/":"/a%zz/*"}"#, "contains %zz, but"), (#"{"/":"/100%"}"#, "contains %, but"), (#"{"?":{"q":"%2"}}"#, "contains %2, but"),
            (##"{"#":"a%20b%-c"}"##, "contains %, but"),
        ])
    func impossible(component: String, words: String) throws {
        let text = file(component)
        let findings = AASAFile(Array(text.utf8)).findings
        #expect(findings.map(\.code) == [.impossiblePattern])
        #expect(findings.first?.message.contains(words) == true, "\(findings)")
        #expect(findings.first?.range.map { component.contains(String(decoding: Array(text.utf8)[$0], as: UTF8.self)) } == true)
    }

    @Test(
        "the same in paths, where NOT in capital letters excludes",
        arguments: [
            ("not /x", "NOT in capital letters"), ("Not /x", "NOT in capital letters"), ("NOT/x", "Write one space after NOT."),
            ("NOT https://h/x", #"such as "/x"."#), ("/x?a=1", "cannot test it"), ("NOT /x#y", "cannot test it"),
            ("NOT  /x", "contains a space"), ("NOT /x%zz", "contains %zz, but"), ("/x%2F", nil),
            ("/x", nil), ("NOT /x", nil), ("/not /x", "contains a space"), ("/x?", nil), ("*", nil),
        ] as [(String, String?)])
    func impossiblePaths(path: String, words: String?) {
        let text = #"{"applinks":{"details":[{"appID":"\#(Self.app)","paths":["\#(path)"]}]}}"#
        let findings = AASAFile(Array(text.utf8)).findings
        #expect(findings.map(\.code) == (words == nil ? [] : [.impossiblePattern]))
        if let words { #expect(findings.first?.message.contains(words) == true, "\(findings)") }
    }

    @Test(
        "patterns that look odd but can match are not reported",
        arguments: [
            #"{"/":"/item/????"}"#, #"{"/":"/buy/?*"}"#, #"{"/":"/proxy/https://*"}"#, #"{"/":"/a;v=?"}"#, #"{"/":"/not/x"}"#,
            #"{"/":"/notes"}"#, #"{"?":"?*"}"#, #"{"?":"id=?&b=*"}"#, #"{"?":{"u":"a=b?c"}}"#, ##"{"#":"/cart?id=*"}"##,
            ##"{"/":"/a b#c","percentEncoded":false}"##, #"{"?":{"a b":"c&d"},"percentEncoded":false}"#, #"{"/":"/$(lang)/$x(y)"}"#,
            #"{"/":"/a%2Fb%c3%A9"}"#, #"{"/":"/%*"}"#, #"{"/":"/%2?"}"#, #"{"/":"/%$(digit)F"}"#, #"{"/":"/a%zz","percentEncoded":false}"#,
            #"{"/":"/????id=*"}"#, #"{"/":"/é"}"#, #"{"/":"/?"}"#, "{}",
        ])
    func possiblePatterns(component: String) {
        #expect(AASAFile(Array(file(component).utf8)).findings.isEmpty)
    }

    @Test(
        "variables that are not closed or not defined are reported, with the name that is probably meant",
        arguments: [
            ("/$(lang/x", .unclosedVariable, "closing parenthesis"), ("/$(", .unclosedVariable, "closing parenthesis"),
            ("/$(a$(lang)", .unclosedVariable, "closing parenthesis"), ("/$(Lang)", .undefinedVariable, "Write $(lang)."),
            ("/$(regio)", .undefinedVariable, "Write $(region)."), ("/$(FOOD)", .undefinedVariable, "Write $(food)."),
            ("/$()", .undefinedVariable, "$() is not defined"), ("/$(quux)", .undefinedVariable, "matches nothing."),
        ] as [(String, AssociationFindingCode, String)])
    func variableFindings(pattern: String, code: AssociationFindingCode, words: String) {
        let text = file(#"{"/":"\#(pattern)"}"#, links: #","substitutionVariables":{"food":["pizza"]}"#)
        let findings = AASAFile(Array(text.utf8)).findings
        #expect(findings.map(\.code) == [code] && findings.first?.message.contains(words) == true, "\(findings)")
    }

    @Test(
        "an app ID is ten capitals and digits, a period, and a bundle identifier; one mistake gives one finding, an error without other apps",
        arguments: [
            (#""ABCDE12345.com.example.app""#, true), (#""1234567890.a-b.C""#, true), (#""ABCDE12345.com.example.*""#, false),
            (#""""#, false), (#""TEAMID.com.example""#, false), (#""com.example.app""#, false), (#""abcde12345.com.example""#, false),
            (#""ABCDE1234.com.example""#, false), (#""ABCDE123456.com.example""#, false), (#""XXXXXXXXXX.com.example""#, false),
            (#""YOURTEAMID.com.example""#, false), (#""ABCDE12345.""#, false), (#""ABCDE12345.<bundle id>""#, false),
            (#""$(AppIdentifierPrefix)com.example""#, false), (#"" ABCDE12345.com.example""#, false), ("null", false), ("[]", false),
        ])
    func possibleApps(appID: String, isPossible: Bool) {
        let text = #"{"applinks":{"details":[{"appIDs":[\#(appID)],"components":[{"/":"/a"}]}]}}"#
        let file = AASAFile(Array(text.utf8))
        #expect(file.possibleAppIDs.isEmpty != isPossible)
        #expect(file.findings.map(\.severity) == (isPossible ? [] : [.error]), "\(file.findings)")
        let decision = decide(text, "https://h/a", app: nil)
        #expect(decision.outcome == (isPossible ? .match : .noMatch))
        if !isPossible { #expect(decision.reason == .noPossibleApp) }
        let beside = AASAFile(Array(text.replacing("[{\"appIDs\"", with: #"[{"appID":"ABCDE12345.z","components":[]},{"appIDs""#).utf8))
        #expect(!beside.findings.contains { $0.severity == .error }, "another app can still get links")
    }

    @Test("without an app in the question, the app that gets the link decides, however the entries are ordered")
    func anyApp() {
        let entries = [
            #"{"appID":"ABCDE12345.a","components":[{"/":"/x","exclude":true},{"/":"/y","exclude":true}]}"#,
            #"{"appID":"ABCDE12345.b","components":[{"/":"/x"}]}"#, #"{"appID":"TEAMID.c","components":[{}]}"#,
        ]
        for entries in [entries, entries.reversed()] {
            let text = #"{"applinks":{"details":[\#(entries.joined(separator: ","))]}}"#
            #expect(decide(text, "https://h/x", app: nil).outcome == .match)
            #expect(decide(text, "https://h/y", app: nil).outcome == .exclude)
            #expect(decide(text, "https://h/z", app: nil).outcome == .noMatch)
        }
    }

    @Test("a file of more than 128 KB is too large, and reported")
    func size() {
        let text = file("{}") + String(repeating: " ", count: 128 << 10)
        #expect(AASAFile(Array(text.utf8)).findings.map(\.code) == [.tooLarge])
        #expect(AASAFile(Array(file("{}").utf8)).findings.isEmpty)
    }
}
