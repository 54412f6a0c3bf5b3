import AppLinks
import CursesTerminal
import Deciding
import DeviceTools
import Inspector
import JSONDocument
import Screen
import Testing

@testable import Panes

/// The key `y`, followed by a key for what to copy. The screen stays masked, but the clipboard receives the unmasked value, and a notice
/// warns about its secret.
@Suite struct CopyingTests {
    private func copied(_ rig: Rig) -> String? {
        rig.copied.last.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Selects the row of the detail pane with this label.
    private func select(_ label: String, _ rig: inout Rig, after path: String = "") {
        rig.press("2", "g")
        let lines = rig.state.detailRows.lines
        guard let row = lines.firstIndex(where: { $0.label == label && $0.path.hasPrefix(path) }) else { return }
        rig.selectDetail(row)
    }

    @Test("a notice says that a copied link has control characters, such as the end of a paste")
    func controls() {
        var rig = Rig()
        rig.paste("shop://a?x=\u{1B}[201~ls")
        rig.press("y", "u")
        #expect(copied(rig) == "shop://a?x=\u{1B}[201~ls")
        #expect(rig.notice?.hasSuffix("IT HAS CONTROL CHARACTERS: pasted into a terminal, they can run commands.") == true)
        // A terminal runs the line before a line end.
        rig.paste(#"{"url":"shop://a\nls"}"#)
        rig.press("y", "u")
        #expect(copied(rig) == "shop://a\nls")
        #expect(rig.notice?.hasSuffix("IT HAS CONTROL CHARACTERS: pasted into a terminal, they can run commands.") == true)
    }

    @Test("the link, the referer and the data are copied completely, with a notice")
    func link() throws {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("y", "u")
        #expect(copied(rig) == Fixtures.appLink)
        #expect(rig.notice == "Copied the link, WITH ITS SECRET: \(Fixtures.appLink.utf8.count) bytes, through the terminal (OSC 52).")
        #expect(!rig.state.hasWindow)
        rig.press("y", "t")
        #expect(copied(rig) == "https://news.example.com/article/42?utm_source=shop")
        rig.press("y", "r")
        #expect(copied(rig) == "shop://back/cart?item=42")
        #expect(rig.notice == "Copied the referer URL: 24 bytes, through the terminal (OSC 52).")
        rig.press("y", "j")
        let data = try #require(copied(rig))
        #expect(data.contains("\n  \"extras\": {\n    "))
        #expect(data.contains(Links.secret))
        #expect(JSONDocument(data).isValid)
        #expect(rig.notice?.contains("WITH ITS SECRET") == true)
    }

    @Test("commands open the link, and devicectl names the app that claims it")
    func commands() throws {
        var rig = Rig()
        rig.paste("cafe://menu?q=it's&$x")
        let link = try CommandLink(Array("cafe://menu?q=it's&$x".utf8))
        let keys: [(Key, LaunchCommand)] = [("a", .adb), ("s", .simctl), ("d", .devicectl), ("i", .intent)]
        let app = rig.state.device.simulated.apps.first { $0.schemes.contains("cafe") }?.id
        for (key, command) in keys {
            rig.press("y", key)
            #expect(copied(rig) == (try command.text(for: link, bundleID: app)))
        }
        #expect(rig.copied.count == keys.count)
        #expect(app != nil)
    }

    @Test("devicectl does not name an app that is only assumed, because its ID is made up")
    func assumedApp() throws {
        var rig = Rig()
        rig.paste("unknown://item/7")
        #expect(rig.state.device.simulated.app(claiming: "unknown")?.isAssumed == true)
        rig.press("y", "d")
        #expect(copied(rig) == (try LaunchCommand.devicectl.text(for: CommandLink(Array("unknown://item/7".utf8)))))
    }

    @Test("the value under the cursor is copied unmasked, and its path from the root")
    func value() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        select("fb_access_token", &rig, after: "extras")
        rig.press("y", "v")
        #expect(copied(rig) == Links.secret)
        #expect(rig.notice?.hasPrefix("Copied the value, WITH ITS SECRET: 32 bytes") == true)
        rig.press("y", "p")
        #expect(copied(rig) == "al_applink_data.extras.fb_access_token")
        select("n", &rig, after: "extras")
        rig.press("y", "y")
        #expect(copied(rig) == "42", "the selection in the detail pane is the value")
        select("campaign", &rig, after: "extras")
        rig.press("y", "v")
        #expect(copied(rig) == "summer sale", "without the quotes of the row")
        rig.press("1", "y", "y")
        #expect(copied(rig) == Fixtures.appLink, "in the list it is the link")
    }

    private func selectFinding(_ rig: inout Rig) throws {
        rig.press("2")
        rig.selectDetail(try #require(rig.state.detailRows.lines.firstIndex { $0.isFinding }))
    }

    @Test("on a finding, the value it points at and the path of that value are copied")
    func finding() throws {
        var rig = Rig()
        rig.paste(Links.appLink(#"{"target_url":"https://a.example","version":"1.0","referer_app_link":{"app_name":7,"url":"shop://b"}}"#))
        try selectFinding(&rig)
        rig.press("y", "v")
        #expect(copied(rig) == "7")
        rig.press("y", "p")
        #expect(copied(rig) == "al_applink_data.referer_app_link.app_name")
        rig.press("y", "y")
        #expect(copied(rig) == "7")
    }

    @Test("on a finding in the query of the target, the parameter is copied, and not the whole target")
    func findingInTarget() throws {
        var rig = Rig()
        rig.paste(Links.appLink(#"{"target_url":"https://a.example/?id=7&next=http%3A%2F%2Fb.example%2F","version":"1.0"}"#))
        try selectFinding(&rig)
        rig.press("y", "v")
        #expect(copied(rig) == "http://b.example/")
    }

    @Test("on a finding about bytes that are not a whole value, those bytes are copied; on one about the whole link, the link")
    func findingWithoutValue() throws {
        var rig = Rig()
        rig.paste("shop://a b")
        try selectFinding(&rig)
        rig.press("y", "v")
        #expect(copied(rig) == " ")
        rig.press("y", "p")
        #expect(rig.notice == "Not copied: this row has no path.")
    }

    @Test("a row of the tab Raw copies the whole link, and a notice copies nothing")
    func raw() {
        var rig = Rig()
        rig.paste(Fixtures.appLink)
        rig.press("2", ".", .down, .down, "y", "v")
        #expect(copied(rig) == Fixtures.appLink)
        rig.press("D", "y", "v")
        #expect(rig.notice == "Not copied: the value is empty.")
    }

    @Test("on the smallest screen, each choice can be read and selected")
    func smallest() {
        var rig = Rig(Size(columns: 20, rows: 5))
        rig.paste(Fixtures.appLink)
        rig.press("y")
        for part in ["Copy ", "↓11 more", "y selection", "Enter copy"] { #expect(rig.screen.contains(part)) }
        rig.press(.down, .down)
        #expect(rig.screen.contains("t target URL"))
        rig.press(.up, .enter)
        #expect(copied(rig) == Fixtures.appLink)
    }

    @Test("the notice says if the copied text contains a secret, whether secrets are shown or not")
    func secretShown() {
        var rig = Rig()
        rig.paste(Links.appLink(#"{"version":"1.0","extras":{"password":{"a":"b"}}}"#))
        rig.press("S")
        select("a", &rig, after: "extras")
        rig.press("y", "v")
        #expect(copied(rig) == "b")
        #expect(rig.notice?.contains("WITH ITS SECRET") == true)
    }

    @Test("a value that is a secret only because of what is beside it is masked in the menu, and its copy is announced as a secret")
    func secretBeside() {
        var rig = Rig()
        rig.paste("https://a.example/callback?code=abc&state=x")
        select("code", &rig)
        #expect(rig.detail.contains("code: ••••••••"))
        rig.press("y")
        #expect(rig.words.contains("y selection ••••••••") && rig.words.contains("v value ••••••••"))
        rig.press("y")
        #expect(copied(rig) == "abc")
        #expect(rig.notice?.hasPrefix("Copied the selection, WITH ITS SECRET: 3 bytes") == true)
    }

    @Test("an event is copied as JSON: as it arrived, or as the device posted it")
    func events() {
        var rig = Rig()
        let event = #"{"event":"x", "b":[1 ]}"#
        rig.deliver([event])
        rig.press("3", "y", "y")
        #expect(copied(rig) == event)
        rig.paste("cafe://menu")
        rig.paste(Fixtures.appLink)
        rig.press("3", "G", "y", "y")
        #expect(copied(rig)?.hasPrefix(#"{"event":"al_nav_in","#) == true)
        #expect(copied(rig)?.hasSuffix(#","postedBy":"Nieuws","linkNumber":2}"#) == true, "as linkscope events prints it")
    }

    @Test(
        "what is not to be had says why, and the menu stays",
        arguments: [
            ("cafe://m", "r", "Not copied: the link has no referer URL."),
            ("cafe://m", "j", "Not copied: the link has no al_applink_data."),
            ("cafe://m", "c", "Not copied: curl can fetch http and https links, not cafe:."),
            ("cafe://m", "f", "Not copied: there is nothing to repair."),
            ("cafe://m", "v", "Not copied: choose a value in the details first."),
            ("no/scheme", "a", "Not copied: a link without a scheme cannot be opened."),
            (#"{"hello":1}"#, "u", "Not copied: the record has no link."),
            (#"{"event":"e"}"#, "u", "Not copied: the event has no link."),
        ] as [(String, Key, String)]
    )
    func refused(_ record: String, _ key: Key, _ notice: String) {
        var rig = Rig()
        rig.paste(record)
        rig.press("y", key)
        #expect(rig.notice == notice)
        #expect(rig.copied.isEmpty)
        #expect(rig.screen.contains("┏━ Copy"))
    }

    @Test("the repaired link is copied with all repairs")
    func repaired() {
        var rig = Rig()
        rig.paste("cafe://m?q=a#top?al_applink_data=%7B%7D")
        rig.press("y", "f")
        #expect(copied(rig) == "cafe://m?q=a&al_applink_data=%7B%7D#top")
    }

    @Test("y says that there is nothing to copy")
    func empty() {
        var rig = Rig()
        rig.press("y")
        #expect(!rig.state.hasWindow)
        #expect(rig.notice == "There is nothing to copy yet. Paste a link, or press s for a sample.")
    }

    @Test("texts up to the limit of terminals are copied, longer ones are not")
    func tooLong() {
        var rig = Rig()
        rig.paste("cafe://" + String(repeating: "a", count: State.mostCopiedBytes - 7))
        rig.press("y", "u")
        #expect(rig.copied.last?.count == State.mostCopiedBytes)
        rig.paste("cafe://" + String(repeating: "a", count: State.mostCopiedBytes - 6))
        rig.press("y", "u")
        #expect(rig.copied.count == 1)
        #expect(rig.notice == "Not copied: 74995 bytes, but terminals accept at most 74994. linkscope inspect prints the whole text.")
        #expect(rig.screen.contains("┏━ Copy"))
    }

    @Test("arrows and Enter also select a choice, at every size", arguments: [(120, 40), (80, 24), (40, 12), (20, 5)])
    func cursor(_ columns: Int, _ rows: Int) {
        var rig = Rig(Size(columns: columns, rows: rows))
        rig.paste("cafe://m")
        rig.press("y")
        for choice in CopyChoice.allCases {
            #expect(
                rig.screen.contains(" \(choice.rawValue) \(choice.title.prefix(8))")
                    || rig.screen.contains(" \(choice.rawValue) (\(choice.title.prefix(8))"), "\(choice)")
            rig.press(.down)
        }
        rig.press(.home, .down, .enter)
        #expect(copied(rig) == "cafe://m")
    }

    @Test("Esc leaves the menu and copies nothing")
    func keys() {
        var rig = Rig()
        rig.paste("cafe://m")
        rig.press("y", .escape)
        #expect(!rig.state.hasWindow && rig.copied.isEmpty)
    }

    @Test("the menu also masks a secret after a broken quote")
    func maskedCommands() {
        var rig = Rig()
        rig.paste("https://h/?access_token=abc'\(Links.secret)\\\(Links.secret)&b=1")
        rig.press("y")
        #expect(!rig.screen.contains(Links.secret.prefix(8)))
        rig.press("c")
        #expect(copied(rig)?.contains(Links.secret) == true)
    }

    // MARK: QR codes

    /// Reads the modules on the screen cell by cell: a module is dark if it has ink on the code's background.
    private func modules(_ frame: Frame) -> [[Bool]] {
        (0..<frame.size.rows).flatMap { row in
            let cells = frame.row(row).filter { $0.style == .code }
            return ["▀", "▄"].map { half in
                cells.map { cell in
                    var text = ""
                    cell.glyph.append(to: &text)
                    return text == "█" || text == half
                }
            }
        }.filter { !$0.isEmpty }
    }

    @Test("the code on the screen encodes the link and has a quiet zone")
    func qrCode() throws {
        var rig = Rig()
        rig.paste(Links.ridePage)
        rig.press("y", "q")
        #expect(rig.notice == "QR code of the link. Esc closes.")
        let code = try #require(QREncoder.code(of: Array(Links.ridePage.utf8)))
        let shown = modules(rig.frame)
        #expect(shown.count >= code.width + 8)
        for row in shown.indices {
            #expect(shown[row].count == code.width + 8)
            for column in shown[row].indices {
                #expect(shown[row][column] == code.isDark(column: column - 4, row: row - 4))
            }
        }
        rig.press(.escape)
        #expect(!rig.state.hasWindow)
    }

    @Test("on a screen that is too small, the required size is shown, and the code is drawn once there is room")
    func small() {
        var rig = Rig(Size(columns: 40, rows: 12))
        rig.paste("cafe://m")
        rig.press("y", "q", .focus(true))
        let words = rig.screen.split { $0.isWhitespace || "│┃".contains($0) }.joined(separator: " ")
        #expect(words.contains("needs a terminal of 25x14") && rig.notice == nil, "no code is there")
        rig.resize(25, 14)
        #expect(!modules(rig.frame).isEmpty)
        rig.resize(25, 13)
        #expect(modules(rig.frame).isEmpty)
    }

    @Test("a link that is too long for a QR code is reported")
    func tooLongForACode() {
        var rig = Rig()
        rig.paste("cafe://" + String(repeating: "a", count: 2947))
        rig.press("y", "q")
        #expect(rig.notice == "The link is too long for a QR code: it has 2954 bytes, and the limit is 2953.")
        rig.paste("cafe://" + String(repeating: "a", count: 2946))
        rig.press("y", "q")
        #expect(rig.words.contains("This QR code needs a terminal of"))
    }

    @Test("a code that contains a secret is marked")
    func secretCode() {
        var rig = Rig()
        rig.paste("cafe://m?access_token=\(Links.secret)")
        rig.press("y", "q")
        #expect(rig.notice == "QR code of the link, WITH ITS SECRET. Esc closes.")
    }
}
