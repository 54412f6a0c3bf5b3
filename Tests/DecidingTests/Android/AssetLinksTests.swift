import AppLinks
import Deciding
import JSONDocument
import Testing

@Suite("assetlinks.json: every rule, with a match and a mismatch")
struct AssetLinksTests {
    static let print = "AB:" + Array(repeating: "01", count: 31).joined(separator: ":")
    static let other = "CD:" + Array(repeating: "02", count: 31).joined(separator: ":")
    static let urls = AssetLinksFile.handleAllURLs

    static func app(_ package: String, _ prints: String...) -> String {
        let list = prints.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"namespace":"android_app","package_name":"\#(package)","sha256_cert_fingerprints":[\#(list)]}"#
    }

    static func statement(_ target: String, relation: String = urls, more: String = "") -> String {
        #"{"relation":["\#(relation)"],"target":\#(target)\#(more)}"#
    }

    private func asset(_ text: String) throws -> Asset {
        let root = try #require(JSONDocument(text).root)
        return try Asset(root)
    }

    private func ask(
        _ file: String,
        _ target: String,
        relation: String = urls,
        source: String? = #""https://www.example.org""#,
        dialect: AssetLinksQuery.Dialect = .google,
        included: [String: String] = [:]
    ) throws -> AssetLinksAnswer {
        var query = AssetLinksQuery(source: try source.map { try asset($0) }, relation: relation, target: try asset(target))
        query.dialect = dialect
        query.included = included.mapValues { AssetLinksFile(Array($0.utf8)) }
        return query.answer(AssetLinksFile(Array(file.utf8)))
    }

    private static let web = #"{"namespace":"web","site":"https://www.example.com"}"#

    @Test(
        "the statement that matches",
        arguments: [
            ("[\(statement(app("a.b", print)))]", app("a.b", print), true), ("[\(statement(app("a.b", print)))]", app("a.c", print), false),
            ("[\(statement(app("a.b", print)))]", app("a.b", other), false),
            ("[\(statement(app("a.b", print, other)))]", app("a.b", other), true),
            ("[\(statement(app("a.b", print)))]", app("a.b", other, print), true),
            ("[\(statement(app("a.b", print), relation: "x/y"))]", app("a.b", print), false),
            ("[\(statement(web))]", app("a.b", print), false), ("[\(statement(web))]", web, true),
            ("[\(statement(web))]", #""HTTPS://WWW.example.com:443""#, true),
            ("[\(statement(web))]", #"{"web":{"site":"https://www.example.com."}}"#, true),
            ("[\(statement(web))]", #""http://www.example.com""#, false),
            ("[\(statement(web))]", #""https://www.example.com:8443""#, false), ("[\(statement(web))]", #""https://example.com""#, false),
            ("[5,\(statement(app("a.b", print)))]", app("a.b", print), true), ("[]", web, false), ("{}", web, false), ("[", web, false),
            (
                "[\(statement(app("a.b", print)))]",
                #"{"androidApp":{"packageName":"a.b","certificate":{"sha256Fingerprint":"\#(print)"}}}"#, true
            ),
        ])
    func statements(file: String, target: String, isLinked: Bool) throws {
        for dialect in AssetLinksQuery.Dialect.allCases {
            let answer = try ask(file, target, dialect: dialect)
            #expect(answer.isLinked == isLinked)
            #expect(!answer.reason.isEmpty)
        }
    }

    @Test(
        "an invalid statement does not count, and its place is reported",
        arguments: [
            (#"{"target":\#(web)}"#, #"{"target":\#(web)}"#), (#"{"relation":"x/y","target":\#(web)}"#, #""x/y""#),
            (#"{"relation":[],"target":\#(web)}"#, "[]"),
            (#"{"relation":["xy"],"target":\#(web)}"#, #""xy""#), (#"{"relation":["x/Y"],"target":\#(web)}"#, #""x/Y""#),
            (#"{"relation":["x/y"],"target":5}"#, "5"),
            (#"{"relation":["x/y"]}"#, #"{"relation":["x/y"]}"#),
            (statement(#"{"site":"https://a.example"}"#), #"{"site":"https://a.example"}"#),
            (statement(#"{"namespace":"web","site":"https://a.example/path"}"#), #""https://a.example/path""#),
            (statement(#"{"namespace":"web","site":"ftp://a.example"}"#), #""ftp://a.example""#),
            (statement(#"{"namespace":"web","site":"https://a.example:65536"}"#), #""https://a.example:65536""#),
            // These forms are valid in a query to Google's API, but invalid in a file.
            (statement(#""https://www.example.com""#), #""https://www.example.com""#),
            (statement(#"{"web":{"site":"https://www.example.com"}}"#), #"{"web":{"site":"https://www.example.com"}}"#),
            (
                statement(#"{"namespace":"android_app","packageName":"a.b","sha256CertFingerprints":["\#(print)"]}"#),
                #"{"namespace":"android_app","packageName":"a.b","sha256CertFingerprints":["\#(print)"]}"#
            ),
            (statement(app("a.b", "AB:CD")), #""AB:CD""#),
            (statement(#"{"namespace":"android_app","package_name":"a.b"}"#), #"{"namespace":"android_app","package_name":"a.b"}"#),
            ("7", "7"), (#"{"include":5}"#, "5"),
        ])
    func badStatements(statement: String, place: String) throws {
        let text = "[\(statement)]"
        let file = AssetLinksFile(Array(text.utf8))
        #expect(file.statements.isEmpty && file.isUsable && file.ignored.count == 1)
        let range = try #require(file.findings.first { $0.code == .badStatement }?.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == place)
        #expect(try ask(text, Self.web).errors.map(\.name) == [.malformedContent])
    }

    @Test(
        "an invalid relation is quoted, and a space before or after it is named",
        arguments: [
            ("\(urls) ", "the relation \"\(urls) \" ends in a space. The statement is ignored."),
            (" \(urls)", "the relation \" \(urls)\" begins with a space. The statement is ignored."),
            ("xy", "\"xy\" is not a relation, which must be a string of the form kind/detail, such as \(urls). The statement is ignored."),
        ])
    func badRelations(relation: String, words: String) {
        let text = "[\(Self.statement(Self.web, relation: relation))]"
        let finding = AssetLinksFile(Array(text.utf8)).findings.first { $0.code == .badStatement }
        #expect(finding?.message == "Statement [0]: \(words)")
    }

    @Test(
        "unknown keys, and other things that are not errors",
        arguments: [
            (statement(app("a.b", print), more: #","relations":[]"#), .misspeltKey, #""relations""#),
            (statement(#"{"namespace":"ios_app","appid":"x"}"#), .unknownKey, #""ios_app""#),
            (statement(#"{"namespace":"android","package_name":"a.b"}"#), .misspeltKey, #""android""#),
            (
                #"{"relation":["delegate_permission/common.handle_all_url"],"target":\#(app("a.b", print))}"#, .misspeltKey,
                #""delegate_permission/common.handle_all_url""#
            ),
            (statement(app("a.b", print.lowercased())), .fingerprintCase, "\"\(print.lowercased())\""),
            (statement(app("a.b", print, "AB")), .badFingerprint, #""AB""#),
            (#"{"include":"http://a.example/x"}"#, .insecureInclude, #""http://a.example/x""#),
            (
                statement(web, more: #","relation_extensions":{"\#(urls)":{"dynamic_app_link_components":[{"?":"a=1"}]}}"#),
                .queryStringIgnored, #""a=1""#
            ),
            (
                statement(web, more: #","relation_extensions":{"\#(urls)":{"dynamic_app_link_components":[{"comment":"a"}]}}"#),
                .commentMixUp, #""comment""#
            ),
            (
                statement(web, more: #","relation_extensions":{"\#(urls)":{"dynamic_app_link_components":[null,null]}}"#),
                .noDynamicRules, "[null,null]"
            ),
            (
                statement(web, more: #","relation_extensions":{"\#(urls)":{"dynamic_app_link_components":[]}}"#),
                .noDynamicRules, "[]"
            ),
            (
                statement(web, more: #","relation_extensions":{"\#(urls)":{"dynamic_app_link_components":[{"/":"/x","exclude":true}]}}"#),
                .noDynamicRules, #"[{"/":"/x","exclude":true}]"#
            ),
        ] as [(String, AssociationFindingCode, String)])
    func findings(statement: String, code: AssociationFindingCode, place: String) throws {
        let text = "[\(statement)]"
        let finding = try #require(AssetLinksFile(Array(text.utf8)).findings.first { $0.code == code })
        let range = try #require(finding.range)
        #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == place)
    }

    @Test("a byte order mark is skipped, as on devices, and reported", arguments: AssetLinksQuery.Dialect.allCases)
    func byteOrderMark(dialect: AssetLinksQuery.Dialect) throws {
        let text = "\u{FEFF}[\(Self.statement(Self.web))]"
        #expect(try ask(text, Self.web, dialect: dialect).isLinked)
        #expect(AssetLinksFile(Array(text.utf8)).findings.map(\.code) == [.byteOrderMark])
        #expect(!AssetLinksFile(Array("\u{FEFF}[".utf8)).isUsable)
    }

    @Test("a lowercase fingerprint links nothing: devices compare it with uppercase ones, and Google's API refuses it")
    func fingerprintCase() throws {
        let lower = Self.app("a.b", Self.print.lowercased())
        let (file, upper) = ("[\(Self.statement(lower))]", Self.app("a.b", Self.print))
        for target in [upper, lower] {
            #expect(try !ask(file, target, dialect: .device).isLinked)
            #expect(try !ask("[\(Self.statement(upper))]", lower, dialect: .device).isLinked)
        }
        #expect(try ask(file, upper).errors.map(\.name) == [.malformedContent])
        #expect(try ask(file, lower).errors.map(\.name) == [.invalidQuery])
        #expect(try ask(file, upper).reason.contains("capital"))
    }

    @Test(
        "a statement that Google's API refuses links nothing there, beside others that do; devices read on",
        arguments: [
            (app("example", print), "example"), (app("a.1b", print), "a.1b"), (app("a..b", print), "a..b"), (app("a.b-c", print), "a.b-c"),
            (app("a.b", print, "AB"), "a.b"), (app("a.b", print, other.lowercased()), "a.b"),
        ])
    func refusedStatements(target: String, package: String) throws {
        let file = "[\(Self.statement(target)),\(Self.statement(Self.web))]"
        let wanted = Asset.androidApp(package: package, fingerprints: [Self.print])
        var query = AssetLinksQuery(source: try asset(#""https://www.example.org""#), relation: Self.urls, target: wanted)
        #expect(!query.answer(AssetLinksFile(Array(file.utf8))).isLinked)
        query.dialect = .device
        #expect(query.answer(AssetLinksFile(Array(file.utf8))).isLinked)
        let web = try ask(file, Self.web)
        #expect(web.isLinked && web.errors.map(\.name) == [.malformedContent])
    }

    @Test("a statement about an unknown namespace is malformed for Google's API, and ignored by devices")
    func unknownNamespace() throws {
        let file = "[\(Self.statement(#"{"namespace":"ios_app","appid":"x"}"#)),\(Self.statement(Self.web))]"
        #expect(try ask(file, Self.web).errors.map(\.name) == [.malformedContent])
        #expect(try ask(file, Self.web, dialect: .device).errors.isEmpty)
        #expect(try ask(file, Self.web).isLinked && ask(file, Self.web, dialect: .device).isLinked)
    }

    @Test("given includes are followed once each, never from https to http; devices go one level deep, Google fetches ten files")
    func includes() throws {
        let said = "[\(Self.statement(Self.web))]"
        let include = { (url: String) in #"[{"include":"\#(url)"}]"# }
        #expect(try ask(include("https://i.example/a"), Self.web, included: ["https://i.example/a": said]).isLinked)
        #expect(try ask(include("https://i.example/a"), Self.web, dialect: .device, included: ["https://i.example/a": said]).isLinked)
        let missing = try ask(include("https://i.example/a"), Self.web)
        #expect(missing.errors.map(\.name) == [.fetchError] && missing.isUndecided && missing.reason.contains("https://i.example/a"))
        #expect(try !ask("[\(Self.statement(Self.web)),{\"include\":\"https://i.example/a\"}]", Self.web).isUndecided)
        #expect(try ask(include("/a"), Self.web).errors.map(\.name) == [.malformedContent])
        let insecure = ["http://i.example/a": said]
        #expect(try ask(include("http://i.example/a"), Self.web, included: insecure).errors.map(\.name) == [.secureAssetIncludesInsecure])
        #expect(try ask(include("http://i.example/a"), Self.web, source: #""http://www.example.org""#, included: insecure).isLinked)
        let two = ["https://i.example/a": include("https://i.example/b"), "https://i.example/b": said]
        #expect(try ask(include("https://i.example/a"), Self.web, included: two).isLinked)
        #expect(try !ask(include("https://i.example/a"), Self.web, dialect: .device, included: two).isLinked)
        #expect(
            try !ask(include("https://i.example/a"), Self.web, included: ["https://i.example/a": include("https://i.example/a")]).isLinked)
        let many = "[" + (0..<20).map { #"{"include":"https://i.example/\#($0)"}"# }.joined(separator: ",") + "]"
        let files = Dictionary(uniqueKeysWithValues: (0..<20).map { ("https://i.example/\($0)", $0 == 15 ? said : "[]") })
        #expect(try ask(many, Self.web, included: files).errors.map(\.name) == [.fetchBudgetExhausted])
        #expect(try ask(many, Self.web, dialect: .device, included: files).isLinked)
    }

    @Test("invalid questions, and sources that devices do not ask")
    func queries() throws {
        let file = "[\(Self.statement(Self.web))]"
        #expect(try ask(file, Self.web, relation: "handle_all_urls").errors.map(\.name) == [.invalidQuery])
        #expect(try ask(file, Self.web, source: nil).errors.map(\.name) == [.invalidQuery])
        #expect(try ask(file, Self.web, source: nil, dialect: .device).isLinked)
        #expect(try ask(file, Self.web, source: #""http://www.example.org""#).isLinked)
        #expect(try !ask(file, Self.web, source: #""http://www.example.org""#, dialect: .device).isLinked)
    }

    @Test("the trace has each statement that does not match, and the reason names the nearest")
    func trace() throws {
        let nearly = String(Self.print.dropLast()) + "F"
        let file = "[\(Self.statement(Self.web)),\(Self.statement(Self.app("a.b", nearly))),\(Self.statement(Self.app("a.c", Self.print)))]"
        let answer = try ask(file, Self.app("a.b", Self.print))
        #expect(answer.steps.map(\.index) == [0, 1, 2])
        #expect(answer.nearestStep == 1)
        #expect(answer.reason.contains("at character 95"))
    }

    @Test(
        "the first dynamic rule that matches decides; without a match, the answer is no",
        arguments: [
            ("[]", "/a", .unrestricted), (#"[{"/":"/a*"}]"#, "/ab", .match(rule: 0)), (#"[{"/":"/a*"}]"#, "/b", .noRule),
            (#"[{"/":"/a*","exclude":true},{"/":"*"}]"#, "/ab", .exclude(rule: 0)),
            (#"[{"/":"/b"},{}]"#, "/a", .match(rule: 1)), (#"[{"?":{"x":"1"}}]"#, "/?x=1", .match(rule: 0)),
            (#"[{"?":{"x":"1"}}]"#, "/?x=2", .noRule),
            (#"[{"?":{"x":"*"}}]"#, "/", .noRule), (#"[{"?":{"x":"1"}}]"#, "/?x=2&x=1", .match(rule: 0)),
            (#"[{"?":"x=1"}]"#, "/?x=2", .match(rule: 0)),
            (##"[{"#":"top"}]"##, "/#top", .match(rule: 0)), (##"[{"#":"top"}]"##, "/", .noRule),
            (#"[{"/":"/é"}]"#, "/%C3%A9", .match(rule: 0)), (#"[{"/":"/a"}]"#, "/a/", .noRule),
            (#"[{"/":"/$(lang)"}]"#, "/de", .noRule),
        ] as [(String, String, AssetLinksFile.Statement.DynamicOutcome)])
    func dynamicRules(rules: String, path: String, outcome: AssetLinksFile.Statement.DynamicOutcome) throws {
        let more = #","relation_extensions":{"\#(Self.urls)":{"dynamic_app_link_components":\#(rules)}}"#
        let file = AssetLinksFile(Array("[\(Self.statement(Self.app("a.b", Self.print), more: more))]".utf8))
        let link = try #require(LinkURL("https://h" + path))
        var effort = Pattern.Effort()
        #expect(try #require(file.statements.first).dynamicOutcome(for: link, &effort) == outcome)
    }
}
