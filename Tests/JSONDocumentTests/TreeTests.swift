import JSONDocument
import Testing

@Suite("The tree keeps what was written")
struct TreeTests {
    @Test func orderDuplicatesAndPlaces() throws {
        let document = JSONDocument(#"{"b":1,"a":[true,null,"x\ny"],"b":2e0}"#)
        let root = try #require(document.root)
        #expect(root.kind == .object && root.count == 3 && root.range == 0..<38)
        #expect(root.members.map(\.key.stringValue) == ["b", "a", "b"])
        #expect(root.members.map(\.value.text) == ["1", #"[true,null,"x\ny"]"#, "2e0"])
        #expect(root.members.map(\.key.range) == [1..<4, 7..<10, 30..<33])
        #expect(root["b"]?.numberLiteral == "2e0")
        #expect(root["c"] == nil)
        let array = try #require(root["a"])
        #expect(array.elements.map(\.kind) == [.bool, .null, .string])
        #expect(array[0]?.boolValue == true && array[2]?.stringValue == "x\ny" && array[3] == nil && array[-1] == nil)
        #expect(array[2]?.contentRange == 23..<27)
        #expect(document.isValid)
        let duplicate = try #require(document.findings.first)
        #expect(duplicate.code == .duplicateKey && !duplicate.isError && duplicate.range == 30..<33)
        #expect(duplicate.message.contains("\"b\" at byte 31") && duplicate.message.contains("at byte 2:"))
    }

    @Test(
        "Accessors return nil or nothing for other kinds",
        arguments: ["1", "\"a\"", "null", "true", "[]", "{}"]
    )
    func otherKinds(_ text: String) throws {
        let node = try #require(JSONDocument(text).root)
        #expect((node.stringValue != nil) == (node.kind == .string))
        #expect((node.contentRange != nil) == (node.kind == .string))
        #expect((node.numberLiteral != nil) == (node.kind == .number))
        #expect((node.boolValue != nil) == (node.kind == .bool))
        #expect(node.count == 0 && Array(node.elements).isEmpty && Array(node.members).isEmpty && node["a"] == nil && node[0] == nil)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"), (#""\ud83d\ude00""#, "😀"),
        (#""\uD834\uDD1Ex""#, "\u{1D11E}x"), (#""a\ud800b""#, "a\u{FFFD}b"), (#""\ud800\ud83d\ude00""#, "\u{FFFD}😀"),
        (#""\udc00\udc00""#, "\u{FFFD}\u{FFFD}"), (#""\u0000""#, "\0"), ("\"0123456789é0123456789\\n\"", "0123456789é0123456789\n"),
        // Malformed escapes are kept
        (#""a\qb""#, #"a\qb"#), (#""\u12G4""#, #"\u12G4"#), (#""\u12"#, #"\u12"#), (#""a\"#, #"a\"#),
    ])
    func strings(_ text: String, _ decoded: String) {
        #expect(JSONDocument(text).root?.stringValue == decoded)
    }

    @Test("A quote, an escape or a control character is recognized at any position", arguments: 0..<40)
    func stringLengths(_ length: Int) {
        let plain = String(repeating: "a", count: length)
        for tail in ["", "bcdefghi", "bcdefghijklmnop"] {
            #expect(JSONDocument("\"\(plain)\(tail)\"").root?.stringValue == plain + tail)
            #expect(JSONDocument("\"\(plain)\\n\(tail)\"").root?.stringValue == "\(plain)\n\(tail)")
            #expect(JSONDocument("\"\(plain)é\(tail)\"").root?.stringValue == "\(plain)é\(tail)")
            #expect(JSONDocument("\"\(plain)\u{1}\(tail)\"").findings.map(\.range) == [length + 1..<length + 2])
            #expect(JSONDocument("[\"\(plain)\",\"\(tail)\"]").root?.elements.map(\.stringValue) == [plain, tail])
        }
    }

    @Test(arguments: [
        (#"{"a":1,"a":2}"#, 1), (#"{"a":1,"\u0061":2}"#, 1), (#"{"a":1,"b":2}"#, 0), (#"{"a":{"a":1}}"#, 0), (#"{"a":1,"a":2,"a":3}"#, 2),
        // Two Unicode forms of é make two different keys, although Swift considers the strings equal.
        ("{\"\u{E9}\":1,\"e\u{301}\":2}", 0), ("{\"\u{E9}\":1,\"\\u00e9\":2}", 1), (#"[{"a":1,"a":1},{"a":1,"a":1}]"#, 2),
    ])
    func duplicates(_ text: String, _ expected: Int) {
        let document = JSONDocument(text)
        #expect(document.findings.count { $0.code == .duplicateKey } == expected)
        #expect(document.isValid)
    }

    @Test("Duplicates are found among many keys, too", arguments: [15, 16, 17, 18, 1000])
    func manyKeys(_ count: Int) {
        let members = (0..<count).map { "\"k\($0)\":\($0)" } + ["\"k0\":true"]
        let document = JSONDocument("{" + members.joined(separator: ",") + "}")
        #expect(document.findings.count == 1)
        #expect(document.root?["k0"]?.boolValue == true)
        #expect(document.root?["k\(count - 1)"]?.numberLiteral == "\(count - 1)")
    }

    @Test("Keys are looked up by their scalars")
    func lookUp() {
        let root = JSONDocument("{\"\\u0061\":1,\"\u{E9}\":2,\"\":3}").root
        #expect(root?["a"]?.text == "1")
        #expect(root?["\u{E9}"]?.text == "2")
        #expect(root?["e\u{301}"] == nil)
        #expect(root?[""]?.text == "3")
    }
}
