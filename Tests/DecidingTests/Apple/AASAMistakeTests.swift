import AppLinks
import Deciding
import Testing

@Suite("apple-app-site-association: mistakes of authors")
struct AASAMistakeTests {
    private static let app = "ABCDE12345.com.acme.shop"

    private func file(_ rules: String, key: String = "components", variables: String = "{}") -> AASAFile {
        let details = #"[{"appIDs":["\#(Self.app)"],"\#(key)":[\#(rules)]}]"#
        return AASAFile(Array(#"{"applinks":{"substitutionVariables":\#(variables),"details":\#(details)}}"#.utf8))
    }

    private func decide(_ file: AASAFile, _ path: String) -> AASADecision {
        file.decision(for: "https://www.acme.com" + path, appID: Self.app, domain: "", isTraced: true)
    }

    private func nearest(_ file: AASAFile, _ path: String) -> RuleStep? { decide(file, path).steps.first(where: \.isNearest) }

    @Test("a rule keeps its index in the file if other rules are ignored")
    func indexes() throws {
        let rules = file(#""/a/*",null,{"/":"/b"},{"/":"/c","exclude":true}"#)
        #expect(rules.findings.map(\.message).filter { $0.contains("must be an object") }.count == 2)
        for index in 0...1 { #expect(rules.findings.contains { $0.message.hasPrefix("details[0].components[\(index)] must be") }) }
        guard case .rule(let place) = decide(rules, "/b").reason else {
            Issue.record("no rule")
            return
        }
        #expect(place.description == "details[0].components[2]" && rules.component(at: place)?.path?.text == "/b")
        guard case .rule(let last) = decide(rules, "/c").reason else {
            Issue.record("no rule")
            return
        }
        #expect(last.index == 3 && rules.component(at: last)?.isExcluding == true)
        let paths = file(#"7,"/b""#, key: "paths")
        #expect(paths.findings.contains { $0.message.hasPrefix("details[0].paths[0] must be a string") })
        #expect(AASAWording.reason(of: decide(paths, "/b"), in: paths) == "details[0].paths[1] matches")
    }

    @Test(
        "advice about case can be followed",
        arguments: [
            ("components", #"{"/":"/Buy"}"#, "/buy", "set \"caseSensitive\" to false"), ("paths", #""/Buy""#, "/buy", "use \"components\""),
            ("components", #"{"/":"/a%2Fb"}"#, "/a%2fb", "write the escape in the same case"),
            ("paths", #""/a%2Fb""#, "/a%2fb", "write the escape in the same case"),
            ("components", #"{"/":"/A%2Fb"}"#, "/a%2fb", "set \"caseSensitive\" to false"),
        ])
    func caseAdvice(key: String, rules: String, path: String, words: String) throws {
        let miss = try #require(nearest(file(rules, key: key), path)?.miss)
        let reason = AASAWording.reason(of: miss, in: Array(("https://www.acme.com" + path).utf8))
        #expect(reason.contains(words), "\(reason)")
    }

    @Test(
        "a pattern that can never match is reported",
        arguments: [
            ("paths", #""www.acme.com/x/*""#, "starts with a host"), ("paths", #""acme.com/x/*""#, "starts with a host"),
            ("components", #"{"/":"www.acme.com/x/*"}"#, "starts with a host"), ("components", #"{"/":"/g/{id}"}"#, "contains {"),
            ("components", #"{"/":"^/d/.*$"}"#, "contains ^"), ("paths", #""/e/[0-9]+""#, "contains ["),
            ("paths", #""NOT""#, "no path follows"), ("paths", #""acme://x/*""#, "one of the site's https links"),
            ("components", #"{"/":"https://www.acme.com/x/*"}"#, "Write only the path, such as \"/x/*\""),
            ("components", #"{"/":"/x/$(empty)"}"#, "$(empty) has no values"),
            ("paths", #""/a?x=1""#, "To test the query, use \"components\", because"),
            ("paths", #""/a#x""#, "To test the fragment, use \"components\", because"),
        ])
    func impossiblePatterns(key: String, rules: String, words: String) {
        let finding = file(rules, key: key, variables: #"{"empty":[]}"#).findings.first { $0.code == .impossiblePattern }
        #expect(finding?.message.contains(words) == true, "\(finding?.message ?? "none")")
        if rules.contains("acme://") { #expect(finding?.message.contains("\"/*\"") == false) }
    }

    @Test("a mistake in the defaults is reported once, even if rules that devices ignore inherit it first")
    func mistakeInDefaults() {
        let entries = #"{"appID":"ABCDE12345.b","components":[],"paths":["/a"]},{"appID":"ABCDE12345.c","components":[{},{}]}"#
        let text = ##"{"applinks":{"defaults":{"#":"#top"},"details":[\##(entries)]}}"##
        #expect(AASAFile(Array(text.utf8)).findings.filter { $0.code == .impossiblePattern }.count == 1)
    }

    @Test(
        "a pattern that can match is not reported",
        arguments: [
            #"{"/":"index.html/x"}"#, #"{"/":".well-known/*"}"#, #"{"/":"v1.2/*"}"#, #"{"/":"*.acme/*"}"#, #"{"/":"/www.acme.com/*"}"#,
            #"{"/":"/d/.*"}"#, #"{"/":"/g/{id}","percentEncoded":false}"#, #"{"/":"/a$b"}"#, #"{"/":"/NOT"}"#, #"{"?":{"a":"[1]"}}"#,
            #"{"/":"/x/$(food)"}"#, #"{"/":"abc"}"#,
        ])
    func possiblePatterns(rule: String) {
        let findings = file(rule, variables: #"{"food":["a"]}"#).findings
        #expect(findings.isEmpty, "\(findings.map(\.message))")
    }

    @Test("a defined variable without parentheses is reported", arguments: [("food", true), ("lang", true), ("foo", false), ("x", false)])
    func bareVariable(name: String, isReported: Bool) {
        let findings = file(#"{"/":"/x/$\#(name)/y"}"#, variables: #"{"food":["a"]}"#).findings
        #expect(findings.map(\.code) == (isReported ? [.unclosedVariable] : []))
        if isReported { #expect(findings.first?.message.contains("write $(\(name))") == true) }
    }

    @Test("the nearest rule is one whose parameter the link has, and never one that cannot match")
    func nearestRule() {
        #expect(nearest(file(#"{"?":{"a":"1"}},{"?":{"c":"?*"}}"#), "/?c=")?.place == "details[0].components[1]")
        #expect(nearest(file(#""https://www.acme.com/x/y","/b""#, key: "paths"), "/x/y")?.place == "details[0].paths[1]")
        #expect(nearest(file(#""https://www.acme.com/x""#, key: "paths"), "/x") == nil)
    }
}
