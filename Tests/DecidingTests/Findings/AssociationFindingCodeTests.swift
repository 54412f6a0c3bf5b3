import Deciding
import LinkLayers
import Testing

/// Checks that each code has a file with such a finding, so that no code is added without one.
@Suite("The codes of findings about association files")
struct AssociationFindingCodeTests {
    struct Example: Sendable, CustomTestStringConvertible {
        var code: AssociationFindingCode
        var file: [UInt8]

        init(_ code: AssociationFindingCode, _ file: [UInt8]) { (self.code, self.file) = (code, file) }

        init(_ code: AssociationFindingCode, _ file: String) { self.init(code, Array(file.utf8)) }

        var testDescription: String { code.rawValue }

        /// The findings of the file. The code begins with the kind of file that it is about.
        var findings: [AssociationFinding] {
            code.rawValue.hasPrefix("assetlinks") ? AssetLinksFile(file).findings : AASAFile(file).findings
        }
    }

    /// Returns an apple-app-site-association with one entry.
    private static func aasa(_ entry: String, more: String = "") -> String { #"{"applinks":{"details":[{\#(entry)}]\#(more)}}"# }

    private static func aasa(component: String) -> String { aasa(#""appID":"ABCDE12345.b","components":[\#(component)]"#) }

    /// Returns an assetlinks.json with one statement about an app.
    private static func assetLinks(_ package: String, _ fingerprint: String, rules: String? = nil) -> String {
        let more = rules.map { #","relation_extensions":{"\#(AssetLinksTests.urls)":{"dynamic_app_link_components":\#($0)}}"# } ?? ""
        return "[\(AssetLinksTests.statement(AssetLinksTests.app(package, fingerprint), more: more))]"
    }

    private static let print = AssetLinksTests.print

    static let examples: [Example] = [
        Example(.notJSON, "{"), Example(.wrongRoot, "[]"), Example(.tooLarge, String(repeating: " ", count: 128 * 1024) + "{}"),
        Example(.byteOrderMark, "\u{FEFF}" + aasa(component: "{}")), Example(.duplicateKey, #"{"applinks":{},"applinks":{}}"#),
        Example(.unknownKey, aasa(component: #"{"quux":"x"}"#)), Example(.misspeltKey, aasa(component: #"{"casesensitive":false}"#)),
        Example(.wrongType, aasa(component: #"{"exclude":1}"#)),
        Example(.moreFindings, aasa(component: (0..<150).map { #"{"quux\#($0)":1}"# }.joined(separator: ","))),
        Example(.commentMixUp, aasa(component: #"{"comments":"x"}"#)),

        Example(.signed, signed(aasa(component: "{}"))), Example(.badSignature, [0x30, 0x80, 0x06, 0x01]), Example(.noAppLinks, "{}"),
        Example(.noDetails, #"{"applinks":{"details":[]}}"#),
        Example(.appsNotEmpty, aasa(#""appID":"ABCDE12345.b","components":[{}]"#, more: #","apps":["x"]"#)),
        Example(.noAppID, aasa(#""components":[{}]"#)), Example(.badAppID, aasa(#""appID":"Ab","components":[{}]"#)),
        Example(.bothAppIDForms, aasa(#""appID":"ABCDE12345.b","appIDs":["ABCDE12345.c"],"components":[{}]"#)),
        Example(.noRules, aasa(#""appID":"ABCDE12345.b""#)),
        Example(.pathsIgnored, aasa(#""appID":"ABCDE12345.b","components":[{}],"paths":["/a"]"#)),
        Example(.queryIgnored, aasa(component: #"{"?":{"a":1}}"#)), Example(.undefinedVariable, aasa(component: #"{"/":"/$(x)"}"#)),
        Example(.unclosedVariable, aasa(component: #"{"/":"/$(lang"}"#)), Example(.impossiblePattern, aasa(component: #"{"/":"/{id}"}"#)),
        Example(
            .badVariable,
            aasa(#""appID":"ABCDE12345.b","components":[{}]"#, more: #","substitutionVariables":{"a(":["x"]}"#)),
        Example(.unreachableRule, aasa(component: #"{},{"/":"/b"}"#)),

        Example(.badStatement, "[7]"), Example(.badPackage, assetLinks("shop", print)),
        Example(.badFingerprint, "[\(AssetLinksTests.statement(AssetLinksTests.app("a.b", print, "AB")))]"),
        Example(.fingerprintCase, assetLinks("a.b", print.lowercased())),
        Example(.insecureInclude, #"[{"include":"http://a.example/x"}]"#), Example(.badInclude, #"[{"include":"/x"}]"#),
        Example(.queryStringIgnored, assetLinks("a.b", print, rules: #"[{"?":"a=1"}]"#)),
        Example(.noDynamicRules, assetLinks("a.b", print, rules: "[]")),
        Example(.unreachableDynamicRule, assetLinks("a.b", print, rules: #"[{},{"/":"/b"}]"#)),
    ]

    /// Returns CMS signed data with this content and no signature.
    private static func signed(_ content: String) -> [UInt8] {
        func wrapped(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xFF)] + content
        }
        let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let data: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
        let inner = wrapped(0x30, data + wrapped(0xA0, wrapped(0x04, Array(content.utf8))))
        return wrapped(0x30, signedData + wrapped(0xA0, wrapped(0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + inner)))
    }

    @Test("each code has a file with the finding", arguments: examples)
    func example(_ it: Example) {
        #expect(it.findings.contains { $0.code == it.code }, "\(it.findings.map(\.message))")
        #expect(it.findings.allSatisfy { $0.message.hasSuffix(".") })
    }

    @Test(
        "a file that is complete for passkeys or App Clips has no error, and * in a query is worth a note",
        arguments: [
            (#"{"webcredentials":{"apps":["ABCDE12345.a"]}}"#, AssociationFindingCode.noAppLinks),
            (#"{"appclips":{"apps":["ABCDE12345.a.Clip"]}}"#, .noAppLinks),
            (#"{"messagefilter":{"apps":["ABCDE12345.a.Filter"]}}"#, .noAppLinks),
            (#"{"applinks":{"details":[]},"appclips":{"apps":["ABCDE12345.a.Clip"]}}"#, .noDetails),
            (aasa(component: #"{"/":"/reset","?":{"token":"*"}}"#), .queryIgnored),
        ])
    func notes(text: String, code: AssociationFindingCode) {
        let found = AASAFile(Array(text.utf8)).findings
        #expect(found.map(\.code) == [code] && found.map(\.severity) == [.note])
    }

    @Test("a misspelled key of an app asset is named")
    func misspelled() {
        let text = Self.assetLinks("a.b", Self.print).replacing("sha256_cert_fingerprints", with: "Sha256_cert_fingerprints")
        let finding = AssetLinksFile(Array(text.utf8)).findings.first { $0.code == .badStatement }
        #expect(finding?.message.contains("write \"sha256_cert_fingerprints\" in place of \"Sha256_cert_fingerprints\"") == true)
    }

    @Test("Google's API refuses a site with a slash, and devices do not")
    func slash() throws {
        let file = AssetLinksFile(Array(Self.assetLinks("a.b", Self.print).utf8))
        func isLinked(_ site: String, _ dialect: AssetLinksQuery.Dialect) throws -> Bool {
            var query = AssetLinksQuery(
                source: .web(try #require(WebSite(site))), relation: AssetLinksFile.handleAllURLs,
                target: .androidApp(package: "a.b", fingerprints: [Self.print]))
            query.dialect = dialect
            return query.answer(file).isLinked
        }
        #expect(try isLinked("https://a.example", .google) && isLinked("https://a.example/", .device))
        #expect(try !isLinked("https://a.example/", .google))
    }

    @Test func `every code has an example`() {
        #expect(Set(Self.examples.map(\.code)) == Set(AssociationFindingCode.allCases))
    }
}
