import Checks
import Deciding
import Foundation
import JSONDocument
import LinkLayers
import TestSupport
import Testing

@Suite("The schema of suites, for editors")
struct SuiteSchemaTests {
    private static let root: JSONDocument.Node? = {
        JSONDocument(Array(((try? repositoryText("Resources/suite.schema.json")) ?? "").utf8)).root
    }()

    /// Returns the names that an object of the schema may have.
    private static func names(_ path: String...) throws -> Set<String> {
        var node = try #require(root)
        for step in path { node = try #require(node[step] ?? Int(step).flatMap { node[$0] }, "\(path)") }
        return Set(node["properties"]?.members.compactMap(\.key.stringValue) ?? [])
    }

    private static func words(_ path: String...) throws -> [String] {
        var node = try #require(root)
        for step in path { node = try #require(node[step], "\(path)") }
        return node["enum"]?.elements.compactMap(\.stringValue) ?? []
    }

    private static func raw<Key: RawRepresentable<String> & CaseIterable>(_: Key.Type) -> Set<String> { Set(Key.allCases.map(\.rawValue)) }

    @Test("the schema has the names that the reader knows, and no others")
    func names() throws {
        #expect(try Self.names() == Self.raw(SuiteKey.self))
        #expect(try Self.names("properties", "fixtures") == Self.raw(FixtureKey.self))
        let link = ["definitions", "link"]
        #expect(try Self.names(link[0], link[1]) == Self.raw(LinkKey.self).union(Self.raw(ExpectationKey.self)))
        #expect(try Self.names(link[0], link[1], "properties", "referer", "oneOf", "1") == Self.raw(RefererKey.self))
        #expect(try Self.names(link[0], link[1], "properties", "resolves") == Self.raw(ResolutionKey.self))
        #expect(try Self.names(link[0], link[1], "properties", "aasa", "oneOf", "1") == Self.raw(AppleDecisionKey.self))
        #expect(try Self.names(link[0], link[1], "properties", "assetlinks", "oneOf", "1") == Self.raw(AndroidDecisionKey.self))
        let anyOf = try #require(Self.root?["definitions"]?["link"]?["anyOf"])
        #expect(Set(anyOf.elements.compactMap { $0["required"]?[0]?.stringValue }) == Self.raw(ExpectationKey.self))
    }

    @Test("the schema has the words that the reader knows, and no others")
    func words() throws {
        let link = ["definitions", "link", "properties"]
        #expect(try Self.words(link[0], link[1], link[2], "findings", "items") == FindingCode.allCases.map(\.rawValue))
        #expect(try Self.words(link[0], link[1], link[2], "opens") == Expectation.Opening.allCases.map(\.rawValue))
        #expect(try Self.words("definitions", "appleDecision") == AASADecision.Outcome.allCases.map(\.rawValue))
        #expect(try Self.words("definitions", "androidDecision") == Expectation.AndroidOutcome.allCases.map(\.rawValue))
        #expect(try Self.words(link[0], link[1], link[2], "events", "items") == SuiteReader.eventNames)
        let devices = try #require(Self.root?["properties"]?["device"]?["anyOf"]?[0]?["enum"])
        #expect(devices.elements.compactMap(\.stringValue) == Suite.Device.names)
    }

    @Test(
        "a suite that the reader accepts is valid, and one with a mistake of form is not",
        arguments: [
            ("links: [{link: a:b, opens: app}]", true),
            (
                """
                device: devices/phone.json
                project: app
                strictDevice: true
                variables: {a: b, n: 7}
                tags: smoke
                fixtures: {aasa: {a.example: x}, assetlinks: {a.example: y}, pages: {https://a.example/: z}}
                links:
                  - link: https://a.example/
                    name: 7
                    tags: [a, 1]
                    from: browser
                    opens: browser
                    app: Shop
                    route: /item/:id
                    target: https://a.example/
                    extras: {n: [1, ~]}
                    referer: none
                    findings: [no-target]
                    events: []
                    trail: [browser, Shop]
                    aasa: {decision: match, app: ABCDE12345.a.b}
                    assetlinks: not_linked
                    resolves: {target: none}
                  - {link: "a:b", referer: {name: none}, aasa: exclude, assetlinks: {decision: linked}}
                """, true
            ),
            ("links: []", false), ("links: [{link: a:b}]", false), ("links: [{opens: app}]", false), ("colour: red", false),
            ("links: [{link: a:b, opens: maybe}]", false), ("links: [{link: a:b, open: app}]", false), ("device: iPhone", false),
            ("links: [{link: a:b, referer: {}}]", false), ("links: [{link: a:b, referer: {named: x}}]", false),
            ("links: [{link: a:b, aasa: {app: x}}]", false), ("links: [{link: a:b, findings: none}]", false),
            ("links: [{link: a:b, resolves: {}}]", false), ("links: [{link: a:b, extras: 7}]", false),
            ("strictDevice: maybe\nlinks: [{link: a:b, opens: app}]", false),
        ])
    func samples(text: String, isValid: Bool) throws {
        let check = SchemaCheck(root: try #require(Self.root))
        let node = try #require(try YAMLDocument(text).root)
        #expect(check.accepts(node) == isValid)
        #expect(mistakes(in: text).isEmpty == isValid)
    }
}
