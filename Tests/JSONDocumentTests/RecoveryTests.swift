import JSONDocument
import Testing

@Suite("Invalid JSON is read as far as possible")
struct RecoveryTests {
    typealias Code = JSONFinding.Code

    /// Each argument has a text, the tree that is read from it, written as JSON, and the findings.
    @Test(
        arguments: [
            // Truncated
            (#"{"a":[1,{"b":"x"#, #"{"a":[1,{"b":"x"}]}"#, [.unterminatedString]), (#"{"a""#, #"{"a":null}"#, [.unexpectedEnd]),
            (#"{"a":"#, #"{"a":null}"#, [.unexpectedEnd]), (#"{"a"#, #"{"a":null}"#, [.unterminatedString]),
            ("[1,", "[1]", [.unexpectedEnd]),
            ("[tr", #"["tr"]"#, [.unexpectedEnd]), (#"{"a":1"#, #"{"a":1}"#, [.unexpectedEnd]), ("[", "[]", [.unexpectedEnd]),
            (#"{"a":1,"b":tru"#, #"{"a":1,"b":"tru"}"#, [.unexpectedEnd]),
            // Commas and colons
            ("[1,]", "[1]", [.trailingComma]), (#"{"a":1,}"#, #"{"a":1}"#, [.trailingComma]), ("[1 2]", "[1,2]", [.missingComma]),
            (#"{"a":1 "b":2}"#, #"{"a":1,"b":2}"#, [.missingComma]), ("[1,,2]", "[1,2]", [.missingValue]),
            (#"{"a" 1}"#, #"{"a":1}"#, [.missingColon]),
            (#"{"a"=1}"#, #"{"a":1}"#, [.missingColon]), (#"{"a","b":2}"#, #"{"a":null,"b":2}"#, [.missingColon]),
            (#"{"a":}"#, #"{"a":null}"#, [.missingValue]),
            (#"{"a":1,,"b":2}"#, #"{"a":1,"b":2}"#, [.unexpectedCharacter]), ("[1:2]", "[1,2]", [.unexpectedCharacter, .missingComma]),
            // Brackets
            (#"{"a":[1}"#, #"{"a":[1]}"#, [.mismatchedBracket]), ("[1}]", "[1]", [.mismatchedBracket]),
            (#"[{"a":1]"#, #"[{"a":1}]"#, [.mismatchedBracket]),
            (#"{"a":[}"#, #"{"a":[]}"#, [.missingValue, .mismatchedBracket]),
            (#"[{"a"]"#, #"[{"a":null}]"#, [.missingColon, .mismatchedBracket]),
            ("[1]]", "[1]", [.trailingContent]), (#"{"a":1} x"#, #"{"a":1}"#, [.trailingContent]), ("]1", "1", [.unexpectedCharacter]),
            // Other dialects
            ("{a:1,b_2:x}", #"{"a":1,"b_2":"x"}"#, [.invalidWord, .invalidWord, .invalidWord]),
            ("{'a':'b'}", #"{"a":"b"}"#, [.singleQuotes, .singleQuotes]),
            ("['a\"b']", #"["a\"b"]"#, [.singleQuotes]), ("[1,/* x */2]// y", "[1,2]", [.comment, .comment]),
            ("/*", "", [.comment, .unexpectedEnd]),
            ("\u{FEFF}[1]", "[1]", [.byteOrderMark]), ("[NaN,True]", #"["NaN","True"]"#, [.invalidWord, .invalidWord]),
            // Strings
            ("[\"a\nb\"]", #"["a\nb"]"#, [.controlCharacter]), (#"["\q"]"#, #"["\\q"]"#, [.invalidEscape]),
            ("[\"\\\n\"]", #"["\\\n"]"#, [.invalidEscape, .controlCharacter]),
            (#"["\ud800"]"#, "[\"\u{FFFD}\"]", [.loneSurrogate]),
        ] as [(String, String, [Code])])
    func recovered(_ text: String, _ tree: String, _ codes: [Code]) throws {
        let document = JSONDocument(text)
        #expect(document.findings.map(\.code) == codes)
        #expect(try document.root.map { try JSONValue($0).serialized() } ?? "" == tree)
    }

    @Test(
        "An invalid escape ends before a character that has a finding of its own",
        arguments: [("\\q", [2..<4]), ("\\é", [2..<5]), ("\\\n", [2..<3, 3..<4]), ("\\\u{1}\u{2}", [2..<3, 3..<5])])
    func illWrittenEscapes(_ escape: String, _ places: [Range<Int>]) {
        #expect(JSONDocument("[\"\(escape)\"]").findings.map(\.range) == places)
    }

    @Test("A number that is not valid JSON keeps its text", arguments: ["01", "+1", ".5", "1.", "0x1F", "-", "1e", "1.2.3"])
    func illWrittenNumbers(_ text: String) throws {
        let document = JSONDocument("[\(text),2]")
        #expect(document.findings.map(\.code) == [.invalidNumber])
        #expect(document.findings.first?.range == 1..<1 + text.utf8.count)
        #expect(document.root?[0]?.numberLiteral == text)
        #expect(document.root?[1]?.numberLiteral == "2")
    }

    @Test(arguments: [
        (
            #"{"a":1,"payload":["one","two","three","fo"#,
            "unexpected end of JSON at byte 42: the string that starts at byte 39 has no closing quote"
        ),
        (#"{"a":1"#, "unexpected end of JSON at byte 7: expected a comma or \"}\""),
        ("", "unexpected end of JSON at byte 1: expected a value"),
        ("[1", "unexpected end of JSON at byte 3: expected a comma or \"]\""),
        ("{", "unexpected end of JSON at byte 2: expected a key in quotes or \"}\""),
        ("[", "unexpected end of JSON at byte 2: expected a value or \"]\""),
        (#"{"a""#, "unexpected end of JSON at byte 5: expected a colon"),
        ("[1 2]", "expected a comma or \"]\" at byte 4, found \"2\""), (#"{"a":@}"#, "expected a value at byte 6, found \"@\""),
        ("[1,]", "no element follows the comma at byte 3"),
        ("[1]\n\u{1}", "expected the end of the text at byte 5, found byte 0x01"),
        ("[01]", "\"01\" at byte 2 is not a JSON number: a number must not start with extra zeros"),
        ("[1.]", "\"1.\" at byte 2 is not a JSON number: a digit is missing after the decimal point"),
        ("[+1]", "\"+1\" at byte 2 is not a JSON number: a number must not start with a plus sign"),
        ("[.5]", "\".5\" at byte 2 is not a JSON number: a digit is missing before \".\""),
        ("\"\u{1}\"", "byte 0x01 at byte 2 must be escaped in a string"),
        (#""\u12""#, #""\u" at byte 2 needs four hexadecimal digits, but has 2"#),
        ("[NaN]", "expected a value or \"]\" at byte 2, found \"NaN\""),
    ])
    func messages(_ text: String, _ message: String) {
        #expect(JSONDocument(text).findings.first?.message == message)
    }

    @Test func aTrailingCommaIsFoundBeforeAComment() {
        #expect(JSONDocument("[1 , /* a,b */ ]").findings.first { $0.code == .trailingComma }?.range == 3..<4)
    }

    @Test func missingValuesAreMarked() throws {
        let member = try #require(JSONDocument(#"{"a":}"#).root?["a"])
        #expect(member.isMissing && member.kind == .null && member.range == 5..<5)
        #expect(JSONDocument(#"{"a":null}"#).root?["a"]?.isMissing == false)
    }

    @Test(
        "Lines and columns count from one, columns in scalars",
        arguments: [
            ("@", 1, 1), (" @", 1, 2), ("\n@", 2, 1), ("\r\n @", 2, 2), ("\r\r@", 3, 1), ("[\"é😀\",@]", 1, 7),
            ("[\n  \"é\",\n  @\n]", 3, 3),
        ])
    func places(_ text: String, _ line: Int, _ column: Int) {
        let finding = JSONDocument(text).findings.first { $0.code == .unexpectedCharacter }
        #expect(finding?.line == line && finding?.column == column)
    }

    @Test("At most a hundred findings are listed, followed by the missing end and a note that there are more") func manyFindings() {
        let document = JSONDocument("[" + String(repeating: "a ", count: 100_000))
        #expect(document.findings.count == 102)
        #expect(document.findings.last?.code == .moreFindings)
        #expect(document.findings.contains { $0.code == .unexpectedEnd })
        #expect(document.root?.count == 100_000)
        let notes = JSONDocument("{" + Array(repeating: "\"a\":1", count: 1000).joined(separator: ",") + "}")
        #expect(notes.isValid && notes.findings.count == 101)
    }
}
