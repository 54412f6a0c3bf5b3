import Testing

@testable import CommandGuide

@Suite("Text in roff")
struct RoffTextTests {
    @Test(
        "characters with a meaning in roff, and those that become typographic ones, are escaped",
        arguments: [
            (#"C:\new"#, #"C:\enew"#), ("--json", #"\-\-json"#), ("'a' `b`", #"\(aqa\(aq \(gab\(ga"#), ("^~", #"\(ha\(ti"#),
            (#"say "hi""#, #"say \(dqhi\(dq"#), ("…é€😀", #"\[u2026]\[u00E9]\[u20AC]\[u1F600]"#), ("a\u{7}b\tc", "a b c"),
        ])
    func escapes(text: String, roff: String) {
        #expect(RoffText.escaped(text) == roff)
    }

    @Test("a line that begins with a period or an apostrophe is no request")
    func starts() {
        #expect(RoffText.line(".TH") == #"\&.TH"#)
        #expect(RoffText.line("'quoted'") == #"\(aqquoted\(aq"#)
        #expect(RoffText.filled("Read it. .gitignore is next") == ["Read it.", #"\&.gitignore is next"#])
    }

    @Test("each sentence begins a line, and lines are short, except for a long word")
    func filling() {
        #expect(RoffText.filled("One two three. Four five", width: 9) == ["One two", "three.", "Four five"])
        #expect(RoffText.filled("a \(String(repeating: "x", count: 20)) b", width: 9) == ["a", String(repeating: "x", count: 20), "b"])
        #expect(RoffText.filled(".a .b", width: 3) == [#"\&.a"#, #"\&.b"#])
        #expect(RoffText.filled("").isEmpty)
    }
}
