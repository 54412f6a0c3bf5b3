import Checks
import Deciding
import Foundation
import JSONDocument
import LinkLayers
import Projects
import Reports
import Secrets
import TestSupport
import Testing

/// `inspect --explain` must know each name that a command prints.
@Suite("Every name that linkscope prints can be explained")
struct ExplanationTests {
    /// The rows of a table as they are written, so that a row counts whatever the program reads from it.
    private static func rows(_ name: String) throws -> [JSONDocument.Node] {
        let file = repositoryURL("Resources/services/\(name).json")
        return Array(try #require(JSONDocument(Array(try Data(contentsOf: file))).root).elements)
    }

    private static func unknown(_ words: [String]) -> [String] {
        Set(words).filter { Explanation.text(of: $0) == nil }.sorted()
    }

    @Test(
        "the names, hosts, schemes and parameters of services",
        arguments: ["apps", "attribution", "endings", "schemes", "secrets", "shorteners", "tracking", "wrappers"])
    func names(table: String) throws {
        var words: [String] = []
        for row in try Self.rows(table) {
            words += ["name", "kind", "class", "state"].compactMap { row[$0]?.stringValue }
            for holder in [row] + (row["parameters"].map { Array($0.elements) } ?? []) {
                for key in ["names", "hosts", "own-hosts", "users", "own", "needs", "beside", "together", "segments"] {
                    words += holder[key].map { $0.elements.compactMap(\.stringValue) } ?? []
                }
                words += holder["does"].flatMap(\.stringValue).map { [$0] } ?? []
            }
            let schemes = row["schemes"].map { $0.elements.compactMap(\.stringValue) } ?? []
            words += schemes.flatMap { [$0, $0 + ":", $0 + "://"] }
            words += row["signatures"].map { $0.elements.flatMap { $0.elements.compactMap(\.stringValue) } } ?? []
        }
        #expect(!words.isEmpty)
        // A star alone stands for any host or any other parameter.
        #expect(Self.unknown(words.filter { $0 != "*" }) == [])
    }

    @Test func `the codes of all commands`() {
        let codes =
            FindingCode.allCases.map(\.rawValue) + AssociationFindingCode.allCases.map(\.rawValue) + LintCode.allCases.map(\.rawValue)
            + ProjectCode.allCases.map(\.rawValue) + LintRule.all.map(\.code)
        #expect(Self.unknown(codes + CodeTexts.codes + Array(CodeTexts.words.keys)) == [])
        #expect(Self.unknown(["state", "msauth", "aasa-unreachable-rule", "not-opened", "cdn-too-slow"]) == [])
        #expect(Self.unknown(["frobnicate", "*"]) == ["*", "frobnicate"])
    }

    @Test func `the words that JSON has for what opens a link, and why`() {
        #expect(Self.unknown(LinkAnswer.Why.allCases.map(\.rawValue)) == [])
        #expect(Self.unknown(LinkAnswer.Opening.allCases.map(\.rawValue)) == [])
        #expect(Self.unknown(AASADecision.Outcome.allCases.map(\.rawValue)) == [])
        let decisions = ["app", "browser", "chooser", "fallback", "nothing", "store", "system"]
        #expect(Self.unknown(decisions) == [])
        #expect(Self.unknown(FilterPattern.Kind.allCases.map { "path" + $0.rawValue }) == [])
    }

    @Test func `the words that JSON has for layers and parameters`() {
        #expect(Self.unknown(LayerKind.allCases.map(\.rawValue)) == [])
        #expect(Self.unknown(ParameterRule.Role.allCases.map(\.rawValue)) == [])
        #expect(Self.unknown(["error", "warning", "note", "info"]) == [])
    }
}
