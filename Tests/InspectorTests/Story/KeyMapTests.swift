import Inspector
import Screen
import Testing

@testable import Panes

@Suite struct KeyMapTests {
    @Test("a configured key performs its command, the usual key does not; footer, help and list show it")
    func bound() {
        var rig = Rig()
        var keys = KeyMap()
        #expect(keys.bind("O", "O", to: .open) == nil)
        #expect(keys.bind("w", "w", to: .messages) == nil)
        #expect(keys.bind("O", "O", to: .zoom) == .open)
        rig.prefer(keys)
        rig.paste(Fixtures.appLink)
        rig.press("o")
        #expect(!rig.state.hasWindow)
        #expect(rig.words.contains("O open"))
        rig.press("O")
        #expect(rig.screen.contains("Open #1 again from"))
        rig.press(.escape, "w")
        #expect(rig.screen.contains("Messages"))
        rig.press(.escape)
        rig.command("help open the selected")
        #expect(rig.words.contains("O open the selected link"))
    }

    @Test("the banner, findings, facts and notices name the keys of the user")
    func named() {
        var rig = Rig()
        var keys = KeyMap()
        for (key, command) in [("x", Command.repair), ("c", .goBack), ("F5", .resolve), ("t", .undo)] {
            #expect(KeyName.key(key).map { keys.bind($0, key, to: command) } == .some(nil))
        }
        rig.prefer(keys)
        rig.paste("Shop://item/7?coupon=50%zz")
        #expect(rig.detail[1].hasSuffix(" x repairs it."))
        rig.paste(Fixtures.appLink)
        #expect(rig.words.contains("c return X close"))
        rig.paste(Links.shopPage)
        #expect(rig.detail.contains("page: not fetched yet; F5 shows which app the page opens") && rig.words.contains("Page·F5"))
        rig.command("install Wheel")
        #expect(rig.notice == "Wheel is installed. t undoes it.")
    }

    @Test("the help shows a key only with the command that it performs")
    func taken() {
        var keys = KeyMap()
        #expect(keys.bind("O", "O", to: .open) == nil)
        #expect(keys.bind("j", "j", to: .zoom) == nil)
        #expect(keys.keyText(of: Binding.of(.open)) == "O")
        #expect(keys.keyText(of: Binding.of(.openOnDevice)) == ":open-on")
        #expect(keys.keyText(of: Binding.of(.down)) == "Down")
        #expect(keys.keyText(of: Binding.of(.up)) == "k Up")
    }

    @Test(
        "names of keys",
        arguments: [
            ("o", "o"), ("Space", .space), ("ctrl-d", .control("d")), ("F5", .function(5)), ("PgUp", .pageUp), ("F99", nil), ("", nil),
            ("oo", nil),
        ] as [(String, Key?)])
    func names(_ name: String, _ key: Key?) {
        #expect(KeyName.key(name) == key)
    }
}
