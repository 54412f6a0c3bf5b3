import JSONDocument
import TestSupport
import Testing

@Suite("A document printed with one value per line")
struct IndentedTests {
    private func indented(_ text: String) -> String? {
        JSONDocument(text).indented().map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("order, duplicates and literals are kept; empty containers stay on one line")
    func lines() {
        let text = #" {"b":1.50,"a":[true,null,{}, [ ]] ,"b":{"k,:{":"\"[\\"}}"#
        let expected = #"""
            {
              "b": 1.50,
              "a": [
                true,
                null,
                {},
                []
              ],
              "b": {
                "k,:{": "\"[\\"
              }
            }
            """#
        #expect(indented(text) == expected)
        #expect(indented(expected) == expected, "it is its own form")
    }

    @Test("a scalar or an empty container is printed unchanged", arguments: ["1", #""a b""#, "null", "{}", "[]"])
    func alone(_ text: String) {
        #expect(indented(" \(text)\n") == text)
    }

    @Test("an invalid document has no indented form", arguments: ["", "{", "[1,]", "{a:1}", "nul"])
    func invalid(_ text: String) {
        #expect(indented(text) == nil)
    }

    @Test("the output for a text of brackets does not grow with the square of its depth")
    func deep() throws {
        let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let lines = try #require(indented(text)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 82 })
    }
}
