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
