import Deciding
import Foundation
import JSONDocument
import TestSupport
import Testing

@Suite("The ISO tables")
struct ISOTablesTests {
    @Test("the tables are the same as in the data file")
    func sameAsFile() throws {
        let root = try #require(JSONDocument(Array(try repositoryText("Resources/iso/iso-tables.json").utf8)).root)
        #expect(root["regions"]?.elements.compactMap(\.stringValue) == ISOTables.regions)
        #expect(root["languages"]?.elements.compactMap(\.stringValue) == ISOTables.languages)
        #expect(ISOTables.regions.count == 257 && ISOTables.languages.count == 631)
    }
}
