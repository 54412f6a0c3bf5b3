import Deciding
import Testing

@Suite("assetlinks.json: mistakes in dynamic rules")
struct DynamicRuleMistakeTests {
    private func findings(_ rules: String) -> [AssociationFinding] {
        let more =
            #","relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":[\#(rules)]}}"#
        let statement = AssetLinksTests.statement(AssetLinksTests.app("com.acme.shop", AssetLinksTests.print), more: more)
        return AssetLinksFile(Array("[\(statement)]".utf8)).findings
    }

    @Test(
        "a rule is never used if an earlier rule matches each link that it matches",
        arguments: [
            (#"{"/":"/a/*"},{"/":"/a/c","exclude":true}"#, "should exclude open in the app"),
            (#"{"/":"*","exclude":true},{"/":"/b"}"#, "should open stay in the browser"), (#"{},{"?":{"a":"b"}}"#, "is never used"),
            (#"{"?":{"a":"*"}},{"/":"/x","?":{"a":"1","b":"2"}}"#, "is never used"), (##"{"/":"/a"},{"/":"/a","#":"x"}"##, "is never used"),
            (#"{"/":"/a/c","exclude":true},{"/":"/a/*"}"#, nil), (#"{"/":"/a/*"},{"/":"/a"}"#, nil),
            (#"{"?":{"a":"1"}},{"/":"/x"}"#, nil), (#"{"?":{"a":"1"}},{"?":{"a":"*"}}"#, nil), (##"{"#":"x"},{"/":"/a"}"##, nil),
        ] as [(String, String?)])
    func unreachable(rules: String, words: String?) {
        let findings = findings(rules)
        #expect(findings.map(\.code) == (words == nil ? [] : [.unreachableDynamicRule]), "\(findings.map(\.message))")
        if let words { #expect(findings.first?.message.contains(words) == true) }
    }

    @Test("a parameter that is ignored leaves a rule that matches any query")
    func ignoredParameter() {
        #expect(findings(#"{"?":{"x":1}}"#).first?.message.contains("the rule matches any query") == true)
        #expect(findings(#"{"?":{"x":1,"y":"2"}}"#).first?.message.contains("any query") == false)
    }
}
