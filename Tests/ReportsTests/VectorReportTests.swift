import AppLinks
import Foundation
import JSONDocument
import LinkLayers
import Reports
import TestSupport
import Testing

@Suite("The JSON of a link has what the conformance vectors expect")
struct VectorReportTests {
    @Test(arguments: try VectorCase.all())
    func keys(_ vector: VectorCase) throws {
        let report = report(vector.url, entry: vector.entry, showsSecrets: true)
        let actual = try report.parsed()
        let expected = try #require(vector.expect.objectValue)
        for (key, value) in expected where key != "isAutoAppLink" {
            #expect(actual[key] == value, "\(key)")
        }
        #expect(actual["masked"] == [])
    }

    @Test func `all vector cases are tested`() throws {
        #expect(try VectorCase.all().count >= 60)
    }
}

struct VectorCase: Sendable, CustomTestStringConvertible {
    let id: String
    let url: String
    let entry: IncomingLink.Entry
    let expect: JSONValue

    var testDescription: String { id }

    static func all() throws -> [VectorCase] {
        let document = JSONDocument(Array(try repositoryText("Tests/AppLinksTests/Vectors/applink_urls.json").utf8))
        let cases = try #require(document.root?["cases"])
        return try JSONValue(cases).arrayValue.map { try $0.map(VectorCase.init) } ?? []
    }

    private init(_ content: JSONValue) throws {
        id = try #require(content["id"]?.stringValue)
        url = try #require(content["input"]?["url"]?.stringValue)
        expect = try #require(content["expect"])
        switch content["input"]?["entry"]?.stringValue {
        case "plain": entry = .plain
        case "backToReferrerBar": entry = .backToReferrerBar
        default: entry = .inbound(sourceApplication: content["input"]?["sourceApplication"]?.stringValue)
        }
    }
}
