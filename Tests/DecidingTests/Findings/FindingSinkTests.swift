import AppLinks
import LinkLayers
import Testing

@testable import Deciding

@Suite("The list of findings about an association file")
struct FindingSinkTests {
    private static let keys = (0..<150).map { #""key\#($0)":1"# }.joined(separator: ",")
    private static let repeated = Array(repeating: #""a":1"#, count: 150).joined(separator: ",")

    @Test("any number of notes hides no error of a statement")
    func statement() {
        let good = AssetLinksTests.statement(AssetLinksTests.app("a.b", AssetLinksTests.print), more: ",\(Self.keys)")
        let findings = AssetLinksFile(Array("[\(good),{}]".utf8)).findings
        #expect(findings.filter { $0.severity == .error }.map(\.code) == [.badStatement])
        #expect(findings.count == FindingSink.most + 1)
        #expect(findings.last?.message == "51 more findings are not listed.")
        let places = findings.compactMap { $0.range?.lowerBound }
        #expect(places == places.sorted())
    }

    @Test("any number of repeated keys hides no reason why devices ignore the whole file")
    func wholeFile() {
        #expect(AASAFile(Array("[{\(Self.repeated)}]".utf8)).problem?.code == .wrongRoot)
        #expect(AssetLinksFile(Array("{\(Self.repeated)}".utf8)).problem?.code == .wrongRoot)
    }

    @Test("a warning that becomes an error is listed, even if many other warnings come before it")
    func raised() {
        let file = AASAFile(Array(#"{"x":{\#(Self.repeated)},"applinks":{"details":[{"appID":"Ab","components":[{}]}]}}"#.utf8))
        #expect(file.findings.contains { $0.code == .badAppID && $0.severity == .error })
    }

    @Test("the message of a finding that is not listed is never made")
    func messages() {
        var sink = FindingSink()
        var made = 0
        func message() -> String {
            made += 1
            return "Text."
        }
        for place in 0..<1000 { sink.addOnce(.undefinedVariable, message(), at: place..<place + 1) }
        #expect(made == FindingSink.most)
        #expect(sink.listed.last?.message == "900 more findings are not listed.")
    }

    @Test("a mistake that rules share counts once, even if it is not listed")
    func sharedMistake() {
        var sink = FindingSink()
        for place in 0..<100 { sink.addOnce(.undefinedVariable, "Text.", at: place..<place + 1) }
        for _ in 0..<2 { sink.addOnce(.undefinedVariable, "Text.", at: 200..<201) }
        #expect(sink.listed.last?.message == "1 more finding is not listed.")
    }

    @Test("a note that is the reason for a decision is told, even if it is not listed")
    func reasons() throws {
        let components = Array(repeating: #"{"/":"/buy/*"}"#, count: 102).joined(separator: ",")
        let aasa = AASAFile(
            Array(#"{"applinks":{"details":[{"appID":"ABCDE12345.b","paths":["*"],"components":[\#(components)]}]}}"#.utf8))
        let link = try #require(LinkURL("https://a.example/shop"))
        #expect(!aasa.findings.contains { $0.code == .pathsIgnored })
        let decision = aasa.decision(for: link.text, appID: "ABCDE12345.b", domain: "a.example")
        #expect(aasa.notes(on: [decision], about: link).map(\.code) == [.pathsIgnored])
    }
}
