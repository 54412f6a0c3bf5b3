import AppLinks
import JSONDocument
import LinkLayers
import Records
import Screen
import Testing

@testable import Inspector
@testable import Panes

@Suite struct BuildingTests {
    @Test("b opens a form; Enter delivers the link made from its texts")
    func build() throws {
        var rig = Rig()
        rig.press("b")
        rig.type("https://example.com/p/42")
        rig.press(.tab)
        rig.type("cafe://p/42#top")
        rig.press(.tab)
        rig.type("campaign")
        rig.press(.tab)
        rig.type("spring & summer")
        rig.press(.tab)
        rig.type("n")
        rig.press(.control("t"), .tab)
        rig.type("42")
        rig.press(.down, .down)
        rig.type("Shop")
        rig.press(.down)
        rig.type("shop://back")
        #expect(rig.screen.contains("cafe://p/42?al_applink_data=%7B%22target_url"))
        rig.press(.enter)
        #expect(!rig.state.hasWindow)
        #expect(rig.stored.map(\.source) == [.typed])
        #expect(rig.state.device.frontName == "Café" && rig.state.banner?.text == "Touch to return to Shop")
        let link = try Self.link(rig)
        #expect(link.inputURL.text.hasSuffix("%7D#top") && link.targetURL.text == "https://example.com/p/42")
        #expect(link.extras == ["campaign": "spring & summer", "n": 42])
    }

    @Test("on an App Link, the form is filled in, and delivers an equivalent link if it is not changed", arguments: Fixtures.samples)
    func unchanged(_ sample: Sample) throws {
        var rig = Rig()
        rig.paste(sample.link)
        guard let before = try? Self.link(rig), before.isAppLink else { return }
        rig.press("b")
        let wrong = rig.state.forms.current.outcome.problems.first { $0.kind != .doubt }
        rig.press(.enter)
        if let wrong {
            #expect(rig.notice == wrong.message, "what the link has wrong is told")
            return
        }
        let after = try Self.link(rig)
        #expect(rig.stored.count == 2)
        #expect(after.extras ?? [:] == before.extras ?? [:])
        #expect(after.targetURL.absoluteString.hasPrefix(before.targetURL.absoluteString.prefix { $0 != "?" }))
        #expect(after.refererURL == before.refererURL && after.refererAppName == before.refererAppName)
    }

    @Test("on another link the form is empty")
    func empty() {
        var rig = Rig()
        rig.paste(Links.plain)
        rig.press("b")
        #expect(Self.texts(rig).joined() == "")
        #expect(rig.state.forms.current.outcome.problems.map(\.kind) == [.missing])
    }

    @Test("if no link can be built, Enter says why and moves to the field with the problem")
    func refused() {
        var rig = Rig()
        rig.press("b", .enter)
        #expect(rig.notice == "Write what the link is about: a URL such as https://example.com/p/42.")
        rig.type("shop://p")
        rig.press(.pageDown)
        rig.type("[1]")
        rig.press(.up, .enter)
        #expect(rig.notice == "The data is an array, but must be an object, such as {\"name\":value}.")
        #expect(rig.state.forms.current.focus == .data && rig.state.overlay is BuildingWindow && rig.stored.isEmpty)
    }

    @Test("the texts stay when the window closes, even if links arrive or another one is selected")
    func kept() {
        var rig = Rig()
        rig.press("b")
        rig.type("shop://half")
        rig.press(.escape)
        #expect(!rig.state.hasWindow)
        #expect(rig.notice == "The form is kept. b opens it again.")
        rig.paste(Fixtures.appLink)
        rig.press("?", .escape, "b")
        #expect(Self.texts(rig).first == "shop://half")
    }

    @Test("an unchanged form follows the selection")
    func untouched() {
        var rig = Rig()
        rig.press("b", .tab, .escape)
        rig.paste(Fixtures.appLink)
        rig.press("b")
        #expect(Self.texts(rig)[1] == "news://article/42")
    }

    @Test("Ctrl-R sets the form aside for a form of the selected link, and exchanges the two again")
    func aside() {
        var rig = Rig()
        rig.press("b")
        rig.type("shop://half")
        rig.press(.escape)
        rig.paste(Fixtures.appLink)
        rig.press("b", .control("r"))
        #expect(Self.texts(rig)[1] == "news://article/42")
        rig.type("&x")
        rig.press(.control("r"))
        #expect(Self.texts(rig).first == "shop://half")
        rig.press(.enter, "b", .control("r"))
        #expect(Self.texts(rig).first == "https://news.example.com/article/42?utm_source=shop&x")
    }

    @Test("Tab cycles through all fields; Up and Down move through the rows and keep the column")
    func moving() {
        var rig = Rig()
        rig.press("b")
        let fields = rig.state.forms.current.fields
        #expect(fields == [.target, .app, .extraName(0), .extraValue(0), .refererName, .refererURL, .data])
        for field in fields {
            #expect(rig.state.forms.current.focus == field)
            rig.press(.tab)
        }
        #expect(rig.state.forms.current.focus == .target)
        rig.press(.backTab)
        #expect(rig.state.forms.current.focus == .data)
        rig.press(.up, .up, .up, .tab, .up, .down)
        #expect(rig.state.forms.current.focus == .extraName(0))
        rig.press(.tab)
        rig.type("a")
        rig.press(.down)
        #expect(rig.state.forms.current.focus == .extraValue(1), "a row that is written in makes room for one more")
        rig.press(.pageUp, .up)
        #expect(rig.state.forms.current.focus == .target)
    }

    @Test("a paste goes into the field without its line ends, with a notice")
    func paste() {
        var rig = Rig()
        rig.press("b")
        rig.paste("shop://\np")
        #expect(Self.texts(rig).first == "shop://p")
        #expect(rig.notice?.hasPrefix("Newlines") == true)
        rig.paste(String(repeating: "a", count: TextLine.limit))
        #expect(rig.notice == "The field is full: 8 characters of the paste were dropped.")
        #expect(rig.stored.isEmpty)
    }

    @Test("a secret is masked in its field and in the link, even if only the name of the extra shows that it is one")
    func secret() throws {
        var rig = Rig()
        rig.press("b")
        rig.type("shop://p?access_token=hunter2")
        rig.press(.down, .down)
        rig.type("password")
        rig.press(.tab)
        rig.type("hunter2")
        #expect(rig.screen.contains("password") && !rig.screen.contains("hunter2"))
        rig.press(.control("t"))
        #expect(!rig.screen.contains("hunter"), "no complaint about it quotes it")
        rig.press(.control("t"), .enter)
        #expect(try Self.link(rig).extras == ["password": "hunter2"])
    }

    @Test("q is a letter in a field; other keys have no effect")
    func letters() {
        var rig = Rig()
        rig.press("b", "q", .alt("x"), .function(5), .control("x"), .insert)
        #expect(Self.texts(rig).first == "q" && rig.effects.isEmpty)
        rig.press(.control("t"))
        #expect(rig.notice == "Only an extra can switch between text and JSON.")
        rig.press(.control("u"))
        #expect(Self.texts(rig).first == "")
    }

    @Test("a link too long for a form says so")
    func tooLong() {
        var rig = Rig()
        rig.paste(Links.appLink(#"{"extras":{"a":"\#(String(repeating: "a", count: TextLine.limit))"}}"#))
        rig.press("b")
        #expect(rig.notice == "The selected link is too long for a form, so this one is empty.")
    }

    @Test("the focused row is always visible", arguments: [(120, 40), (80, 24), (40, 12), (24, 6), (20, 5), (20, 3)])
    func visible(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.press("b")
        rig.type("x")
        for index in 0..<20 {
            rig.press(.tab)
            rig.type("\(index)")
        }
        for _ in rig.state.forms.current.fields {
            rig.press(.tab)
            #expect(rig.frame.cursor != nil)
        }
    }

    // MARK: Reading the rig

    private static func texts(_ rig: Rig) -> [String] { rig.state.forms.current.fields.map { rig.state.forms.current[$0].text } }

    /// Returns the newest link.
    private static func link(_ rig: Rig) throws -> IncomingLink {
        let bytes = try #require(rig.stored.last).bytes
        return IncomingLink(try #require(LinkURL(String(decoding: bytes, as: UTF8.self))))
    }
}
