import Secrets
import TestSupport
import Testing

@Suite("Secrets in what apps and libraries write to their logs")
struct DebugOutputTests {
    @Test(
        "what a language writes between a name and its value is no part of the value",
        arguments: [
            (#"["password": Optional("abc"), "n": 1]"#, #"["password": Optional("••••••••"), "n": 1]"#),
            (#"LoginResponse(accessToken: Optional("abc"))"#, #"LoginResponse(accessToken: Optional("••••••••"))"#),
            (#"[AnyHashable("password"): "abc", AnyHashable("n"): 1]"#, #"[AnyHashable("password"): "••••••••", AnyHashable("n"): 1]"#),
            (#"[AnyHashable("password"): abc, AnyHashable("n"): 1]"#, #"[AnyHashable("password"): ••••••••, AnyHashable("n"): 1]"#),
            (
                #"{"x":"[AnyHashable(\"access_token\"): Optional(\"abc\")]"}"#,
                #"{"x":"[AnyHashable(\"access_token\"): Optional(\"••••••••\")]"}"#
            ),
            (
                #"URLQueryItem(name: "access_token", value: Optional("abc"))"#,
                #"URLQueryItem(name: "access_token", value: Optional("••••••••"))"#
            ),
            (
                "▿ access_token : Optional<String>\n    - some : \"abc\"\n- n : 1",
                "▿ access_token : Optional<String>\n    - some : \"••••••••\"\n- n : 1"
            ),
            (#"password: Some("abc"), n: 1"#, #"password: Some("••••••••"), n: 1"#),
            (#"password: Optional(Optional("abc"))"#, #"password: Optional(Optional("••••••••"))"#),
            ("{'password': u'abc', 'n': 1}", "{'password': u'••••••••', 'n': 1}"),
            ("{'password': b'abc', 'n': 1}", "{'password': b'••••••••', 'n': 1}"),
            (#"NSString *password = @"abc";"#, #"NSString *password = @"••••••••";"#),
            ("if password == abc, n", "if password == ••••••••, n"), (#"password => "abc", n"#, #"password => "••••••••", n"#),
        ])
    func wrapped(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "the value of a name in XML is masked, wherever the name is",
        arguments: [
            (#"<input value="abc" name="password">"#, #"<input value="••••••••" name="password">"#),
            (#"<input name="password" value="abc"/>"#, #"<input name="password" value="••••••••"/>"#),
            (
                #"<meta-data android:name="com.shop.API_KEY" android:value="abc"/>"#,
                #"<meta-data android:name="com.shop.API_KEY" android:value="••••••••"/>"#
            ),
            (#"<add key="ApiKey" value="abc"/><x value="1"/>"#, #"<add key="ApiKey" value="••••••••"/><x value="1"/>"#),
            (#"{"x":"<input value=\"abc\" name=\"password\">"}"#, #"{"x":"<input value=\"••••••••\" name=\"password\">"}"#),
            (#"<access_token type="x">abcDEF123456</access_token>"#, #"<access_token type="x">••••••••</access_token>"#),
            ("<key>password</key>\n\t<string>abcDEF123456</string>", "<key>password</key>\n\t<string>••••••••</string>"),
            ("<key>password</key>\r\n  <string>abcDEF123456</string>", "<key>password</key>\r\n  <string>••••••••</string>"),
            (
                "Content-Disposition: form-data; name=\"password\"\r\n\r\nabcDEF123456\r\n--x",
                "Content-Disposition: form-data; name=\"password\"\r\n\r\n••••••••\r\n--x"
            ),
            ("access_token -> abcDEF123456, n", "access_token -> ••••••••, n"),
        ])
    func elements(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "what only looks like a name with a value in XML stays",
        arguments: [
            #"<input value="abc" name="q"><input name="password">"#, #"<input value="abc" name="value">"#,
            "shop://a?name=password&value=abc",
            #"<access_token type="x"/>abcDEF123456"#, "forgot your password\nVersion2026", "<p>password</p>\n<p>required</p>",
        ])
    func otherElements(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "letters without a quote after them are a part of the value",
        arguments: [
            ("my password: under, n", "my password: ••••••••, n"), ("shop://a?password==abc&n", "shop://a?password=••••••••&n"),
            ("password=Some(abc)", "password=••••••••"), ("shop://a?password=u'abc'&n", "shop://a?password=••••••••&n"),
        ])
    func unwrapped(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }
}
