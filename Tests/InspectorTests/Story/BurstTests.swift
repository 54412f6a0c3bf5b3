import Inspector
import Screen
import TestSupport
import Testing

/// Characters that arrive together, as from a terminal that does not mark pastes.
@Suite struct BurstTests {
    /// The keys that lead to each line or field of text.
    static let fields = ["/", "2/", "?/", ":", "i", "b", "a", "H", "T", ":sessions\rn"]

    private func rig() -> Rig {
        var rig = Rig()
        rig.sessions = SessionTests.sessions
        rig.paste(Links.plain)
        rig.paste("wheel://ride/7")
        return rig
    }

    @Test("a field inserts characters that arrive together at once, and they mean what they mean one by one", arguments: fields)
    func field(_ opening: String) {
        let text = "sale 中e\u{301}👨‍👩‍👧\u{85}q"
        var (together, apart) = (rig(), rig())
        together.typeAtOnce(opening)
        #expect(together.typeAtOnce(text) == 1)
        for scalar in (opening + text).unicodeScalars { apart.typeAtOnce(String(scalar)) }
        #expect(together.screen == apart.screen && together.window == apart.window)
        together.press(.left, .backspace)
        apart.press(.left, .backspace)
        #expect(together.screen == apart.screen && together.window == apart.window)
    }

    @Test("a field takes more characters than it has room for at once", arguments: fields)
    func long(_ opening: String) {
        var rig = rig()
        rig.typeAtOnce(opening)
        #expect(rig.typeAtOnce(String(repeating: "sale ", count: Effort.size(2_000, long: 20_000))) == 1)
        #expect(rig.screen.contains("sale"))
    }

    @Test(
        "without a field, each character is a key, until one of them opens a field",
        arguments: ["jjkz", "?jjq2", "/wheel\rj?", "ia:b\rdj", ":go 1\rjz", "sjj\ro\r", ":mark\rn"])
    func commands(_ text: String) {
        var (together, apart) = (rig(), rig())
        together.typeAtOnce(text)
        for scalar in text.unicodeScalars { apart.typeAtOnce(String(scalar)) }
        #expect(together.screen == apart.screen)
        #expect(together.effects.filter { $0 != "stopSearch" } == apart.effects.filter { $0 != "stopSearch" })
    }

    @Test("the filter and the words of the history change once for all characters that arrive together")
    func searches() {
        var rig = rig()
        rig.typeAtOnce("/" + String(repeating: "wheel", count: 4000))
        #expect(rig.effects == ["stopSearch"])
        rig.press(.escape)
        rig.typeAtOnce("H")
        rig.typeAtOnce("summer sale")
        #expect(rig.historySearches == ["", "summer sale"])
    }
}
