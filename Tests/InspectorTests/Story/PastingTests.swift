import AppLinks
import Records
import Screen
import Testing

@testable import Inspector
@testable import Panes

/// A paste is never treated as keys. It is either links, or text for the field that is being edited.
@Suite struct PastingTests {
    @Test("plain words become no link, and the line in which they were typed stays open")
    func words() {
        var rig = Rig()
        rig.paste("hello world")
        let sentence = "No link was found in the text. A link looks like scheme://host/path?name=value."
        #expect(rig.state.lists.links.isEmpty && rig.notice == sentence)
        rig.press("i", "a", .enter)
        #expect(rig.state.takesText && rig.state.lists.links.isEmpty && rig.notice == sentence)
    }

    @Test("a link that the user pastes is selected, also if the list does not follow")
    func selected() {
        var rig = Rig()
        rig.deliver(["shop://1", "shop://2", "shop://3"])
        rig.press("g")
        rig.deliver(["shop://4"])
        #expect(rig.state.lists.selectedLinkIndex == 0, "links from elsewhere do not move the selection")
        rig.paste("shop://5")
        #expect(rig.state.lists.selectedLinkIndex == 4)
    }

    @Test("a paste belongs to the field with the cursor: the words of the history, the name of a suite or of a session")
    func fields() {
        var rig = Rig()
        rig.sessions = SessionTests.sessions
        rig.paste(Links.plain)
        rig.press("H")
        rig.paste("summer sale")
        #expect(rig.historySearches.last == "summer sale" && rig.words.contains("Words: summer sale"))
        rig.press(.escape, "T", .control("u"))
        rig.paste("smoke.yaml")
        rig.press(.enter)
        #expect(rig.exports.map(\.path) == ["smoke.yaml"])
        rig.command("sessions")
        rig.press("n")
        rig.paste("beta")
        rig.press(.enter)
        #expect(rig.effects.last == "name /s/1.journal beta")
        #expect(rig.stored.count == 1)
    }

    /// Each of these characters is a command, such as quit, return or device.
    private static let commands = "qrdsiXzSG?4"

    @Test("pasted text never runs as commands", arguments: [[], ["?"], ["d"], ["s"], ["2", "z"], ["3"]] as [[Unicode.Scalar]])
    func neverCommands(_ before: [Unicode.Scalar]) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        for key in before { rig.press(.character(key, [])) }
        rig.paste(Self.commands)
        #expect(rig.effects.isEmpty)
        #expect(rig.state.lists.links.count == 2)
        #expect(!rig.state.hasWindow)
        #expect(!rig.state.display.showsSecrets)
        #expect(rig.stored.last?.bytes == Array(Self.commands.utf8))
    }

    @Test(
        "pastes, and the number of records in them",
        arguments: [
            ("shop://1", 1), ("shop://1\nshop://2\r\nshop://3\r", 3), ("\n\n  \n", 0), ("", 0), ("  shop://1  ", 1),
            ("{\"event\":\"a\"}\n{\"event\":\"b\"}\nshop://3", 3), ("{\n \"url\": \"shop://1\",\n \"note\": \"x\"\n}\n", 1),
            ("{\n \"event\": \"al_nav_in\",\n \"url\": \"shop://1\"\n}", 1),
        ])
    func records(_ text: String, _ count: Int) {
        var rig = Rig()
        rig.paste(text)
        #expect(rig.state.lists.recordCount == count)
        #expect((rig.notice == "The paste was empty.") == (count == 0))
        #expect(rig.stored.allSatisfy { $0.source == .paste })
    }

    @Test("a window stays open for a paste without records", arguments: [" \n", ">\n> \n", "=20=\n"])
    func emptyPaste(_ text: String) {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("?")
        rig.paste(text)
        #expect(rig.notice == "The paste was empty." && rig.window == "\(HelpWindow())")
    }

    @Test("all of a thousand links pasted at once arrive, and the last is in view")
    func many() {
        var rig = Rig()
        rig.paste((1...1000).map { "shop://p/\($0)" }.joined(separator: "\n"))
        #expect(rig.state.lists.links.count == 1000)
        #expect(rig.screen.contains("shop://p/1000") && rig.screen.contains("1,000/1,000"))
    }

    @Test("JSON over several lines is one link")
    func json() {
        var rig = Rig()
        rig.paste("{\n  \"url\": \"cafe://menu\",\n  \"sourceApplication\": \"com.example.news\"\n}")
        #expect(rig.state.device.frontName == "Café")
        #expect(rig.detail.contains("sent by: com.example.news"))
        #expect(rig.screen.contains(" cafe://menu"))
    }

    @Test("pasted events arrive as events")
    func events() {
        var rig = Rig()
        rig.paste("{\"event\":\"al_nav_in\",\"version\":\"1.0\"}\n{\"event_name\":\"custom\",\"event_args\":{\"a\":1}}")
        #expect(rig.log == ["- al_nav_in", "- custom"])
        #expect(rig.state.lists.links.isEmpty)
    }

    @Test("a notice says at once that a long paste is being read, and keys still work")
    func long() {
        let link = Links.appLink(#"{"version":"1.0","target_url":"https://a.example","x":"\#(String(repeating: "a", count: 1 << 17))"}"#)
        let count = link.utf8.count
        var rig = Rig()
        rig.readsAtOnce = false
        rig.paste(link)
        #expect(rig.notice == "Reading the paste of \(count) bytes...")
        #expect(rig.state.lists.recordCount == 0)
        rig.press("?")
        rig.wait(milliseconds: 60_000)
        #expect(rig.notice == "Reading the paste of \(count) bytes...", "it stays until the paste is read")
        rig.finishPastes()
        #expect(rig.notice == nil)
        #expect(rig.window == "\(HelpWindow())", "what was opened meanwhile stays")
        rig.press(.escape)
        #expect(rig.screen.contains("Reading the record (\(count) bytes)...") && rig.screen.contains("Reading..."))
        rig.send(.loaded([.read(RecordReader().read(rig.stored[0]))]))
        #expect(rig.detail.contains { $0.hasPrefix("open: news://article/1") } && !rig.state.isBusy)
        rig.readsAtOnce = true
        rig.paste("shop://p/1")
        rig.press("k")
        #expect(rig.detail.contains { $0.hasPrefix("open: news://article/1") }, "it is remembered")
    }

    @Test("a paste that is too long or never ends is reported")
    func refused() {
        var rig = Rig()
        rig.send(.key(.pasteRefused(.tooLong(bytes: 99_000_000))))
        #expect(rig.notice == "The paste is too long (99000000 bytes). Save it as a file, then run linkscope FILE.")
        rig.send(.key(.pasteRefused(.unfinished(bytes: 7))))
        #expect(rig.notice?.contains("nothing was added") == true)
        #expect(rig.stored.isEmpty)
    }

    @Test("a link that is pasted into the empty line of a command is delivered; an event that belongs to no link is told")
    func intoCommandLine() {
        var rig = Rig()
        rig.press(":")
        rig.paste("cafe://menu")
        #expect(!rig.state.hasWindow && rig.state.lists.links.count == 1)
        rig.press(":")
        rig.type("build target=")
        rig.paste("shop://item/7")
        #expect(rig.state.hasWindow && rig.state.lists.links.count == 1)
        rig.press(.escape)
        rig.paste(#"{"event":"al_nav_in","url":"shop://item/7"}"#)
        #expect(rig.notice == "The event is about none of the links. e shows the events of all links.")
        rig.press("e")
        #expect(rig.words.contains("al_nav_in"))
    }
}
