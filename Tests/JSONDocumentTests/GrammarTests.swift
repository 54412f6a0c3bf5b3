import JSONDocument
import Testing

@Suite("What is JSON by RFC 8259 and what is not")
struct GrammarTests {
    @Test(arguments: [
        // Section 2: any single value, with four kinds of whitespace around everything
        "null", "true", "false", "0", "\"\"", "[]", "{}", " \t\r\n1 \t\r\n", "[ ]", "{ }", " [ 1 , 2 ] ", " { \"a\" : 1 , \"b\" : 2 } ",
        "\n\n\"a\"\r\n", "[\n1\n]",
        // Sections 4 and 5
        #"{"a":1}"#, #"{"":0}"#, #"{"a":{"b":{"c":[]}}}"#, #"{"a":1,"a":1}"#, "[[],[[]]]", "[null,true,false]", #"[1,"a",{},[]]"#,
        #"{"a\u0000b":1}"#, #"{"a":"b","c":"d","e":"f","g":"h"}"#,
        // Section 6
        "-0", "0", "1", "-1", "10", "123456789012345678901234567890", "0.0", "-0.0", "0.5", "1.5", "1e5", "1E5", "1e+5", "1e-5", "0e0",
        "0E+00",
        "1.5e300", "1e400", "1e-400", "-0e-0", "[0,-0,1.0]", "20e1", "0.1e001",
        // Section 7
        #""\"\\\/\b\f\n\r\t""#, #""\u0000\u001f\u00e9\uABCD\uabcd""#, #""\ud83d\ude00""#, #""\uD834\uDD1E""#, "\"\u{7F}\"", "\"é€😀\"",
        "\"\u{2028}\u{2029}\"", "\"\u{FEFF}\"", "\"\u{FFFF}\u{10FFFF}\"", #""\\u0041""#, #""a/b""#, #""'""#, "\"\u{80}\"",
        // Lone surrogates: valid by the grammar
        #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\udc00\ud800""#, #""\udbff\udfff""#,
    ])
    func valid(_ text: String) {
        let document = JSONDocument(text)
        #expect(document.isValid, "\(document.findings.map(\.message))")
        #expect(document.root != nil)
        #expect(document.findings.allSatisfy { !$0.isError })
    }

    @Test(arguments: [
        // Empty
        "", " ", "\n\t ",
        // Numbers
        "01", "00", "-01", "+1", ".5", "1.", "-", "-.5", "-a", "1e", "1e+", "1E-", "1.e5", "0x10", "0X1", "1_000", "1a", "1.2.3", "--1",
        "1-", "0e",
        "NaN", "Infinity", "-Infinity", "-NaN", "1e5.5", "1,", "[1.]", "[-]", "[01]", "１", "1 2", "0 1", "-０", "[1+2]", "1e0x", "1.5e",
        // Words
        "tru", "truee", "True", "TRUE", "nul", "nullx", "fals", "undefined", "[tru]", "[nul", "a", "[a]", "{a:1}", "{1:1}", "{null:1}",
        "null null",
        "[true false]", "nulL", "t", "trüe",
        // Strings
        "\"", "\"a", "'a'", #"""#, #""\""#, #""\a""#, #""\x41""#, #""\0""#, #""\'""#, #""\u""#, #""\u1""#, #""\u123""#, #""\u12G4""#,
        #""\U0041""#,
        "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\"a\r\nb\"", #""\ud800\u""#, #""\ud800\u1"#, "\"a\\", "\"\\\n\"", "\"a\"b",
        "\"\"\"", "“a”",
        "\"\\é\"", "[\"a\nb\"]", "`a`", #""a"\"#,
        // Arrays
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1}", "[]]", "[1]]", "[[]", "[:]", "[1:2]", "[1;2]", "[\"a\"",
        "[\"\",]",
        "[1,\n1\n,1", "[][]", "[]1", "[\u{C}]", "[\u{B}1]", "[\u{A0}]", "[\u{2060}]", "[\u{FEFF}]", "[ \\f ]",
        // Objects
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\",1}", "{\"a\" 1}",
        "{\"a\"::1}",
        "{\"a\"=1}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{\"a\":1]", "{'a':1}", "{[]:1}", "{{}:1}", "{:1}", "{\"a\":1}}",
        "{\"a\":1}#", "{}{}",
        "{\"a\":1}/**/", "{\"a\":1:2}", "{\"a\":\"b\",c", "{\"a\":tru", "{\"a\"]", "[{]}", "{\"a\":[}", "({})", "{\"a\":\"a",
        "{\"x\", null}", "{[",
        "{\"a\":1};",
        // Comments, and text before and after the value
        "/**/1", "1//", "// a\n1", "[/*a*/1]", "#1", "\u{FEFF}{}", "\u{FEFF}", "1\u{0}", "\u{0}", "[1]\u{0}", "\u{0}1", "*", "<null>", "&",
        ",", ":",
        "[1]x", "😀", "[😀]", "é", "\u{2028}1", "/", "[/]", "{/",
    ])
    func invalid(_ text: String) {
        let document = JSONDocument(text)
        #expect(!document.isValid)
        #expect(document.findings.contains { $0.isError })
        for finding in document.findings {
            #expect(finding.range.lowerBound >= 0 && finding.range.upperBound <= document.source.count)
            #expect(!finding.message.isEmpty && finding.line >= 1 && finding.column >= 1)
        }
    }

    @Test(
        "Bytes that are not UTF-8",
        arguments: [
            [0xFF], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xE9],
        ] as [[UInt8]]
    )
    func invalidUTF8(_ bytes: [UInt8]) throws {
        let inString = JSONDocument([0x22, 0x61] + bytes + [0x62, 0x22])
        #expect(!inString.isValid)
        let finding = try #require(inString.findings.first)
        #expect(finding.code == .invalidUTF8)
        #expect(finding.range == 2..<2 + bytes.count)
        #expect(inString.root?.stringValue?.contains("\u{FFFD}") == true)
        #expect(!JSONDocument(bytes).isValid)
        #expect(!JSONDocument([0x5B] + bytes + [0x5D]).isValid)
    }

    @Test(
        "Other encodings",
        arguments: [
            [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], [0x5B, 0, 0x5D, 0], [0, 0x5B, 0, 0x5D],
            [0xEF, 0xBB, 0xBF, 0x5B, 0x5D],
        ] as [[UInt8]]
    )
    func otherEncodings(_ bytes: [UInt8]) {
        #expect(!JSONDocument(bytes).isValid)
    }

    @Test("Each byte is read alone and in brackets", arguments: UInt8.min...UInt8.max)
    func singleBytes(_ byte: UInt8) {
        #expect(JSONDocument([byte]).isValid == (byte >= 0x30 && byte <= 0x39))
        let allowed = (0x30...0x39).contains(byte) || [0x20, 0x09, 0x0A, 0x0D].contains(byte)
        #expect(JSONDocument([0x5B, byte, 0x5D]).isValid == allowed)
        #expect(JSONDocument([0x22, byte, 0x22]).isValid == (byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C))
    }
}
