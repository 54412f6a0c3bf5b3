import DeviceTools
import TestSupport
import Testing

@Suite("A link as the command that opens it")
struct LaunchCommandTests {
    @Test(
        "each command is correct for an ordinary link",
        arguments: [
            (
                .adb,
                "adb shell am start -W -a android.intent.action.VIEW -c android.intent.category.BROWSABLE -d \"'https://shop.example/p?a=1&b=2#c'\""
            ),
            (.simctl, "xcrun simctl openurl booted 'https://shop.example/p?a=1&b=2#c'"),
            (
                .devicectl,
                "xcrun devicectl device process launch --device DEVICE --payload-url 'https://shop.example/p?a=1&b=2#c' com.example.shop"
            ),
            (
                .intent,
                "intent://shop.example/p?a=1&b=2#c#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end"
            ),
            (.curl, "curl -g -sS -L -D - -o /dev/null -- 'https://shop.example/p?a=1&b=2#c'"),
        ] as [(LaunchCommand, String)]
    )
    func ordinary(_ command: LaunchCommand, _ text: String) throws {
        let link = try CommandLink(Array("https://shop.example/p?a=1&b=2#c".utf8))
        #expect(try command.text(for: link, bundleID: "com.example.shop") == text)
    }

    @Test("an unknown app becomes a placeholder that is harmless in a shell")
    func placeholders() throws {
        let link = try CommandLink(Array("shop://p".utf8))
        #expect(
            try LaunchCommand.devicectl.text(for: link)
                == "xcrun devicectl device process launch --device DEVICE --payload-url shop://p BUNDLE_ID")
    }

    @Test(
        "a link that a command cannot open is refused with the reason",
        arguments: [
            ("shop", "a link without a scheme cannot be opened"), ("-x://a", "a link without a scheme cannot be opened"),
            ("", "a link without a scheme cannot be opened"), ("//host/p", "a link without a scheme cannot be opened"),
        ]
    )
    func refused(_ text: String, _ reason: String) {
        #expect(throws: CommandRefusal(reason)) { try CommandLink(Array(text.utf8)) }
    }

    @Test("bytes that are not UTF-8 are refused")
    func noText() {
        #expect(throws: CommandRefusal("the link is not UTF-8, so it cannot be part of a command")) { try CommandLink([0x73, 0x3A, 0xFF]) }
    }

    @Test("curl fetches web pages only, and an intent: URI is not wrapped again")
    func notThisLink() throws {
        let shop = try CommandLink(Array("shop://p".utf8))
        #expect(throws: CommandRefusal("curl can fetch http and https links, not shop:")) { try LaunchCommand.curl.text(for: shop) }
        let intent = try CommandLink(Array("INTENT://p#Intent;end".utf8))
        #expect(throws: CommandRefusal("the link is already an intent: URI")) { try LaunchCommand.intent.text(for: intent) }
    }

    @Test(
        "control characters are percent-encoded: an argument cannot contain NUL, and a terminal acts on the others",
        arguments: [
            ("shop://a\u{0}b", "shop://a%00b"), ("shop://a\nb\r", "shop://a%0Ab%0D"), ("shop://\u{1B}[31m\u{7F}", "shop://%1B[31m%7F"),
            ("shop://\u{9B}\u{2028}é", "shop://%C2%9B%E2%80%A8é"),
        ]
    )
    func controls(_ text: String, _ encoded: String) throws {
        #expect(try CommandLink(Array(text.utf8)).text == encoded)
    }

    @Test("a combining mark after the colon is kept in an intent: URI")
    func mark() throws {
        let link = try CommandLink(Array("shop:\u{301}p".utf8))
        #expect(try LaunchCommand.intent.text(for: link).hasPrefix("intent:\u{301}p#Intent;scheme=shop;"))
    }

    @Test(
        "words are quoted only if necessary, and readably",
        arguments: [
            ("abc-1.2/x:y@%41", "abc-1.2/x:y@%41"), ("", "''"), ("a b&c $d", "'a b&c $d'"), ("it's", "\"it's\""),
            ("it's $1", #"'it'"'"'s $1'"#), (#"a\b"#, #"'a'"\\"'b'"#), ("~", "'~'"), ("=ls", "'=ls'"),
        ]
    )
    func words(_ text: String, _ word: String) {
        #expect(ShellQuoting.word(text) == word)
    }
}
