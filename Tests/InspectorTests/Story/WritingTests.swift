import Records
import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct WritingTests {
    @Test("a truncated link cannot be edited or fetched, nor fill in the form", arguments: ["i", "b", "F", "V"] as [Unicode.Scalar])
    func cut(_ key: Unicode.Scalar) {
        var rig = Rig()
        let record = StoredRecord(
            id: RecordID(index: 0), bytes: Array("{\"url\":\"\(Fixtures.appLink)".utf8), arrivedAt: 0, source: .file, isCut: true)
        rig.paste(Links.ridePage)
        rig.send(.loaded([.read(RecordReader().read(record))]))
        rig.press(.character(key, []))
        #expect(rig.notice?.contains("only partly read") == true)
        #expect(rig.asked.isEmpty)
        #expect(rig.window == (key == "b" ? "\(BuildingWindow())" : nil) && !rig.state.forms.current.isTouched)
    }

    @Test("i writes a link, Enter delivers it")
    func write() {
        var rig = Rig()
        rig.press("i")
        rig.type("cafe://menu")
        #expect(rig.screen.contains("cafe://menu"))
        rig.press(.enter)
        #expect(!rig.state.hasWindow)
        #expect(rig.state.device.frontName == "Café")
        #expect(rig.stored.map(\.source) == [.typed])
    }

    @Test("lines of a paste stay apart, and each is delivered as a link")
    func lines() {
        var rig = Rig()
        rig.press("i")
        rig.paste("myapp://a/1\nmyapp://b/2\n")
        #expect(rig.words.contains("myapp://a/1") && rig.words.contains("Enter delivers 2 lines, each on its own."))
        rig.press(.enter)
        #expect(rig.stored.map { String(decoding: $0.bytes, as: UTF8.self) } == ["myapp://a/1", "myapp://b/2"])
        rig.press("i")
        rig.send(.edited(.text("myapp://c/3\nmyapp://d/4\n")))
        rig.press(.enter)
        #expect(rig.stored.count == 4 && rig.stored.last.map { String(decoding: $0.bytes, as: UTF8.self) } == "myapp://d/4")
    }

    @Test("i on a link edits a copy; the original stays")
    func edit() {
        var rig = Rig()
        rig.paste("cafe://menu")
        rig.press("i")
        rig.type("/2")
        rig.press(.enter)
        #expect(rig.stored.map { String(decoding: $0.bytes, as: UTF8.self) } == ["cafe://menu", "cafe://menu/2"])
    }

    @Test("the dialog stays open for a line without a record")
    func noRecord() {
        var rig = Rig()
        rig.paste(#"{"url":">\n>"}"#)
        rig.press("i", .enter)
        #expect(rig.notice == "The paste was empty." && (rig.state.overlay as? WritingWindow)?.line == TextLine(">\n>"))
        #expect(rig.stored.count == 1)
    }

    @Test("a secret is masked while it is edited, and delivered as it is")
    func secret() {
        var rig = Rig()
        rig.paste("shop://p?access_token=abcdef&x=1")
        rig.press("i")
        #expect(rig.screen.contains("shop://p?access_token=••••••••&x=1"))
        rig.press(.home)
        rig.type("s")
        rig.press(.backspace, .enter)
        #expect(rig.stored.last?.bytes == Array("shop://p?access_token=abcdef&x=1".utf8))
    }

    @Test(
        "editing keys",
        arguments: [
            ([.home, "x"], "xabc"), ([.left, .left, "x"], "axbc"), ([.backspace], "ab"), ([.home, .delete], "bc"),
            ([.left, .control("u")], "c"), ([.left, .control("k")], "ab"), ([.control("a"), .control("e"), "x"], "abcx"),
            ([.home, .backspace, .left, "x"], "xabc"), ([.right, .delete, "x"], "abcx"), (["q", "é", "中"], "abcqé中"),
            ([.control("b"), .control("d")], "ab"), ([.alt("x"), .function(5), .control("x")], "abc"),
        ] as [([Key], String)])
    func keys(_ keys: [Key], _ text: String) {
        var rig = Rig()
        rig.press("i", "a", "b", "c")
        for key in keys { rig.press(key) }
        guard let line = (rig.state.overlay as? WritingWindow)?.line else {
            Issue.record("the line is gone")
            return
        }
        #expect(line.text == text)
    }

    @Test("a paste goes into the line without control characters")
    func paste() {
        var rig = Rig()
        rig.press("i")
        rig.paste("shop://q\u{1B}[A1\r\n")
        guard let line = (rig.state.overlay as? WritingWindow)?.line else {
            Issue.record("the line is gone")
            return
        }
        #expect(line.text == "shop://q[A1")
        #expect(rig.stored.isEmpty && rig.effects.isEmpty)
    }

    @Test("an empty line is not delivered; Esc leaves without delivering")
    func empty() {
        var rig = Rig()
        rig.press("i", .space, .enter)
        #expect(rig.notice == "The line is empty. Esc cancels.")
        rig.type("shop://")
        rig.press(.escape)
        #expect(!rig.state.hasWindow && rig.stored.isEmpty)
    }

    @Test("if a line is full, a notice says how much did not fit")
    func full() {
        var rig = Rig()
        rig.press("i")
        rig.paste(String(repeating: "a", count: TextLine.limit + 5))
        #expect(rig.notice == "The line is full: 5 characters of the paste were dropped.")
    }

    @Test("a link that is longer than a form takes cannot be edited, with a notice that says why")
    func tooLong() {
        var rig = Rig()
        rig.paste("shop://" + String(repeating: "a", count: TextLine.limit))
        rig.press("i")
        #expect(!rig.state.hasWindow)
        #expect(rig.notice?.contains("too long to edit") == true)
    }

    @Test("a sample is delivered by Enter")
    func sample() {
        var rig = Rig()
        rig.paste("shop://1")
        rig.press("s", .down, .enter)
        #expect(rig.stored.map { String(decoding: $0.bytes, as: UTF8.self) } == ["shop://1", Links.shopPage])
        #expect(rig.stored.last?.source == .sample)
    }
}
