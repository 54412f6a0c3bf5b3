import Secrets
import TestSupport
import Testing

@Suite("Names of secrets that are not written plainly")
struct HiddenNameTests {
    @Test(
        "characters that nobody sees are not part of a name",
        arguments: [
            ("shop://a?pass\u{7}word=abc&x=1", "shop://a?pass\u{7}word=••••••••&x=1"),
            (#"{"pass\u0000word":"abc"}"#, #"{"pass\u0000word":"••••••••"}"#),
            ("shop://a?pass\tword=abc&x=1", "shop://a?pass\tword=••••••••&x=1"),
            ("shop://a?pass%0Aword=abc&x=1", "shop://a?pass%0Aword=••••••••&x=1"),
            ("shop://a?pass%08word=abc&x=1", "shop://a?pass%08word=••••••••&x=1"),
            ("shop://a?access\u{200B}_token=abc&x=1", "shop://a?access\u{200B}_token=••••••••&x=1"),
            ("shop://a?access%E2%80%8B_token=abc&x=1", "shop://a?access%E2%80%8B_token=••••••••&x=1"),
            ("shop://a?access%25E2%2580%258B_token=abc&x=1", "shop://a?access%25E2%2580%258B_token=••••••••&x=1"),
            ("shop://a?pass%C2%ADword=a%20b#c", "shop://a?pass%C2%ADword=••••••••#c"),
            ("shop://a?p%EF%BB%BFassword%E2%81%A0=abc", "shop://a?p%EF%BB%BFassword%E2%81%A0=••••••••"),
            (
                "shop://a?u=https%3A%2F%2Fb%3Fpass%25E2%2580%258Dword%3Dabc",
                "shop://a?u=https%3A%2F%2Fb%3Fpass%25E2%2580%258Dword%3D••••••••"
            ),
            ("{\"pass\u{200D}word\":\"a\u{200B}b\"}", "{\"pass\u{200D}word\":\"••••••••\"}"),
            ("pass\u{AD}wo\u{2060}rd: abc", "pass\u{AD}wo\u{2060}rd: ••••••••"),
            ("https\u{200B}://me:abc@host", "https\u{200B}://me:••••••••@host"),
        ])
    func masks(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a name in another language is known in any text, also with escapes",
        arguments: [
            (#"{"пароль":"abc","n":1}"#, #"{"пароль":"••••••••","n":1}"#), ("my 密码: abc, x", "my 密码: ••••••••, x"),
            ("пароль=abc&x=1", "пароль=••••••••&x=1"), ("see shop://a?contraseña=abc please", "see shop://a?contraseña=•••••••• please"),
            (
                #"{"u":"shop://a?x=1&contrase%C3%B1a=abc&y=2"}"#,
                #"{"u":"shop://a?x=1&contrase%C3%B1a=••••••••&y=2"}"#
            ),
            (#"{"u":"shop://a?x=1&%E5%AF%86%E7%A0%81=abc&y=2"}"#, #"{"u":"shop://a?x=1&%E5%AF%86%E7%A0%81=••••••••&y=2"}"#),
            (
                "see shop://a?%E3%83%91%E3%82%B9%E3%83%AF%E3%83%BC%E3%83%89=abc&y=2 please",
                "see shop://a?%E3%83%91%E3%82%B9%E3%83%AF%E3%83%BC%E3%83%89=••••••••&y=2 please"
            ),
            (
                "see shop://a?%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C=abc&y=2",
                "see shop://a?%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C=••••••••&y=2"
            ),
            (
                "shop://a?u=https%3A%2F%2Fb%3Fcontrase%25C3%25B1a%3Dabc",
                "shop://a?u=https%3A%2F%2Fb%3Fcontrase%25C3%25B1a%3D••••••••"
            ),
        ])
    func languages(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a secret name in another language is not a secret when it is a value",
        arguments: ["shop://a?q=%E5%AF%86%E7%A0%81&x=1", "shop://a?q=密码&x=1", "see 密码 or contraseña"])
    func otherLanguages(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "a typographic quote and one of HTML are quotes",
        arguments: [
            ("{“password”:“a,b”,“x”:1}", "{“password”:“••••••••”,“x”:1}"), ("{‘password’:‘a,b’}", "{‘password’:‘••••••••’}"),
            ("{«password»:«a,b»}", "{«password»:«••••••••»}"), ("{＂password＂:＂a,b＂}", "{＂password＂:＂••••••••＂}"),
            ("{“password”:“it’s”}", "{“password”:“••••••••”}"),
            ("shop://a?d={“password”:“a,b”}&x=1", "shop://a?d={“password”:“••••••••”}&x=1"),
            (
                "shop://a?d=%7B%E2%80%9Cpassword%E2%80%9D%3A%E2%80%9Ca%2Cb%E2%80%9D%7D",
                "shop://a?d=%7B%E2%80%9Cpassword%E2%80%9D%3A%E2%80%9C••••••••%E2%80%9D%7D"
            ),
            ("{&quot;password&quot;:&quot;a,b&quot;}", "{&quot;password&quot;:&quot;••••••••&quot;}"),
            ("shop://a?d={&#34;password&#34;:&#x22;a,b&#X22;}", "shop://a?d={&#34;password&#34;:&#x22;••••••••&#X22;}"),
            ("{&ldquo;password&rdquo;:&lsquo;a,b&rsquo;}", "{&ldquo;password&rdquo;:&lsquo;••••••••&rsquo;}"),
            ("{&#8220;password&#8221;:&#8220;a,b&#8221;}", "{&#8220;password&#8221;:&#8220;••••••••&#8221;}"),
            ("{&amp;quot;password&amp;quot;:&amp;amp;#34;a,b&quot;}", "{&amp;quot;password&amp;quot;:&amp;amp;#34;••••••••&quot;}"),
            ("{″password″:″a,b″}", "{″password″:″••••••••″}"),
            (
                "shop://a?d=%7B%26quot%3Bpassword%26quot%3B%3A%26quot%3Bab%26quot%3B%7D",
                "shop://a?d=%7B%26quot%3Bpassword%26quot%3B%3A%26quot%3B••••••••%26quot%3B%7D"
            ),
        ])
    func quotes(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test("zero-width characters are not part of the name of a parameter")
    func name() {
        #expect(Secrets.isSecret(name: "access\u{200B}_token") && Secrets.isSecret(name: "\u{FEFF}pass\u{200D}word\u{E0001}"))
        #expect(!Secrets.isSecret(name: "access\u{200B}_tokenized") && !Secrets.isSecret(name: "passwörd"))
        #expect(Secrets.isSecret(name: "pass" + String(repeating: "\u{200B}", count: 100) + "word"))
    }

    @Test("an ASCII letter is no part of a truncated zero-width character")
    func truncated() {
        let bytes: [UInt8] = [0xF3, 0xA0, 0x81] + Array("password=abc".utf8)
        #expect(Secrets.ranges(in: bytes) == [12..<15])
    }

    @Test("visible characters are not ignored", arguments: ["shop://a?pass†word=abc", "shop://a?pass%E2%82%ACword=abc", "парольный†=abc"])
    func leaves(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "the extra of an intent ends at its semicolon",
        arguments: [
            (
                "intent://h/p#Intent;scheme=shop;S.access_token=abc;S.x=1;end",
                "intent://h/p#Intent;scheme=shop;S.access_token=••••••••;S.x=1;end"
            ),
            ("intent:#Intent;S.password=a%3Bb,c;package=com.a;end", "intent:#Intent;S.password=••••••••;package=com.a;end"),
            (
                "shop://a?u=intent%3A%2F%2Fh%23Intent%3BS.password%3Da%2Cb%3Bend&x=1",
                "shop://a?u=intent%3A%2F%2Fh%23Intent%3BS.password%3D••••••••%3Bend&x=1"
            ),
            (#"{"u":"intent://h#Intent;S.password=a,b","n":1}"#, #"{"u":"intent://h#Intent;S.password=••••••••","n":1}"#),
            ("intent://h#a=1&password=b;c#Intent;S.x=1;end", "intent://h#a=1&password=••••••••#Intent;S.x=1;end"),
            ("shop://a#password=b;c", "shop://a#password=••••••••"),
        ])
    func intents(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }
}
