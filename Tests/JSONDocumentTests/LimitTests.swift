import JSONDocument
import TestSupport
import Testing

@Suite("Limits hold, and no text exhausts the stack")
struct LimitTests {
    @Test func depth() {
        let allowed = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(JSONDocument(allowed).isValid)
        let tooDeep = JSONDocument("[" + allowed + "]")
        #expect(!tooDeep.isValid)
        #expect(tooDeep.findings.first?.code == .tooDeep)
        #expect(tooDeep.findings.first?.range == 512..<513)
        #expect(tooDeep.root?.kind == .array)
        #expect(JSONDocument("[1,[2]]", limits: .init(depth: 1)).root?.elements.map(\.text) == ["1"])
        #expect(JSONDocument("1", limits: .init(depth: -5)).isValid)
        #expect(JSONDocument.Limits(depth: 1_000_000).depth == 512)
    }

    @Test func size() {
        #expect(JSONDocument("[1,2]", limits: .init(size: 5)).isValid)
        let tooLarge = JSONDocument("[1,2,3]", limits: .init(size: 5))
        #expect(!tooLarge.isValid && tooLarge.root == nil)
        #expect(tooLarge.findings.map(\.code) == [.tooLarge])
        #expect(tooLarge.findings.first?.message.contains("7 bytes") == true)
    }

    @Test("100,000 openings are invalid", arguments: ["[", "{\"a\":", "[{\"a\":", "{", "[{", "{[", "[[}", "{{]", "\"a\":[", "[,{"])
    func openings(_ unit: String) {
        #expect(!JSONDocument(String(repeating: unit, count: 100_000)).isValid)
    }

    @Test(
        "The work grows with the size, not with the square of the size",
        arguments: [
            "a ", "'", "\"", "\\", "\u{1}", "\"\u{1}\",", "]", "}", ",", ":", "/", "/*", "//\n", "[1}", "1 ", "01,", "\"\\u\",", "é",
            "\"\\ud800\",", "{}", "[,]",
        ])
    func hostileRepetition(_ unit: String) {
        for opening in ["", "[", "{", "[[", "{\"a\":"] {
            let isLinear = ThreadTime.isLinear(from: Effort.size(500, long: 5000)) { size in
                #expect(!JSONDocument(opening + String(repeating: unit, count: size)).isValid || unit == "é")
            }
            #expect(isLinear, "\(opening)")
        }
    }

    @Test func manyNestedObjectsWithManyKeys() {
        let inner = (0..<100).map { "\"k\($0)\":[]" }.joined(separator: ",")
        let document = JSONDocument("{\(String(repeating: "\"o\":{\(inner),", count: 400))\"z\":1\(String(repeating: "}", count: 401))")
        #expect(document.isValid, "\(document.findings)")
        #expect(document.root?.count == 1)
    }
}
