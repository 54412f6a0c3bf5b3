import Testing

@testable import Projects

@Suite("Property lists")
struct PropertyListTests {
    private func root(_ text: String) throws -> PropertyList { try PropertyList.root(of: SourceFile("Info.plist", Array(text.utf8))) }

    @Test("both forms give the same tree, with lines")
    func forms() throws {
        let xml = try root(
            "<?xml version=\"1.0\"?>" + plist("<key>a</key>\n<array><string>x &amp; y</string><true/></array><key>b</key><dict/>"))
        let text = try root("// !$*UTF8*$!\n{ /* b */\n a = (\n \"x & y\", true, );\n\"b\" = {};\n}")
        for list in [xml, text] {
            #expect(list["a"]?.texts.compactMap(\.text) == ["x & y", "true"] && list["b"]?.members.isEmpty == true)
            #expect(list["a"]?.texts.first?.place.line == 4)
        }
        #expect(try root("\"key\" = \"a \\\"text\\\"\\n\";\nother;")["key"]?.text == "a \"text\"\n")
        #expect(try root("{ A /* x */ = {isa = B; path = ../c-d/e.x; data = <0f bd>; }; }")["A"]?["path"]?.text == "../c-d/e.x")
    }

    @Test(
        "the first mistake has its place",
        arguments: [
            ("<plist><dict><key>a</key>", 0..<30), ("<plist>\n<dict>\n<string>a</string></dict></plist>", 16..<17),
            ("<plist><dict><key>a</key></dict></plist>", 8..<12), ("{ a = b }", 8..<9), ("{ a = \"b; }", 6..<7), ("{ a = (b; }", 8..<9),
            ("{ /* }", 2..<3), ("{\n<<<<<<< HEAD\na = b; }", 2..<4), ("{ a = ", 4..<6), ("bplist00", 0..<1), ("", 0..<1),
            (String(repeating: "(", count: 100_000), 100..<101), (String(repeating: "{a=", count: 100_000), 290..<301),
            ("<plist>" + String(repeating: "<array>", count: 100_000), 600..<800),
        ])
    func mistakes(text: String, place: Range<Int>) {
        #expect {
            try root(text)
        } throws: { error in
            (error as? XMLTree.Mistake).map { place.contains($0.offset) } ?? false
        }
    }
}
