import JSONDocument
import Testing

/// README's example program for this library; see `ReadmeProgram`.
@Suite struct ReadmeTests {
    @Test func jsonDocument() {
        var printed: [String] = []
        func print(_ text: some CustomStringConvertible) { printed.append(text.description) }
        // README: begin json
        let document = JSONDocument(#"{"id": 9007199254740993, "id": 2, "tags": [1,]}"#)
        print(document.isValid)  // false
        for finding in document.findings { print("column \(finding.column): \(finding.code)") }
        print(document.root?["tags"]?.count ?? 0)  // 1
        // README: end
        #expect(printed == ["false", "column 26: json-duplicate-key", "column 45: json-trailing-comma", "1"])
    }
}
