import Secrets
import TestSupport
import Testing

@Suite("Secrets in the strings of JSON")
struct JSONStringTests {
    @Test(
        "a string with escapes is searched as a reader of JSON reads it",
        arguments: [
            (#"{"a":"Tu c\u00f3digo es 482913"}"#, #"{"a":"Tu c\u00f3digo es ••••••••"}"#),
            (
                #"{"a":["https:\/\/teams.live.com\/meet\/9312345678901?p=a1B2c3D4e5F6"]}"#,
                #"{"a":["https:\/\/teams.live.com\/meet\/9312345678901?p=••••••••"]}"#
            ),
            (#"{"a":"{\"b\":\"https:\\/\\/t.me\\/login\\/52817\"}"}"#, #"{"a":"{\"b\":\"https:\\/\\/t.me\\/login\\/••••••••\"}"}"#),
            (#"{"a":"one\ntwo \u00e9"}"#, #"{"a":"one\ntwo \u00e9"}"#),
        ])
    func escaped(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a slash with any number of backslashes belongs to its value",
        arguments: [
            (#"shop://x?d={"q":"code=4\/0AX4XfWh7Qm2"}"#, #"shop://x?d={"q":"code=••••••••"}"#),
            (#"shop://x?d={"q":"token=ab\/cd\/ef&x=1"}"#, #"shop://x?d={"q":"token=••••••••&x=1"}"#),
            (#"shop://x?d={"code":"4\\\/0AX4XfWh7Qm2"}"#, #"shop://x?d={"code":"••••••••"}"#),
            ("shop://x?d=%7B%22code%22%3A%224%5C%5C%5C%2F0AX4XfWh7Qm2%22%7D", "shop://x?d=%7B%22code%22%3A%22••••••••%22%7D"),
            (#"let u = "https:\\/\\/a.example\\/x?code=4\\/0AX4XfWh7Qm2""#, #"let u = "https:\\/\\/a.example\\/x?code=••••••••""#),
        ])
    func slashes(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test("the time grows with the length, however deep the strings are nested")
    func nested() {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 11, long: 1 << 13)) { size in
            var text = "a"
            while text.utf8.count < size {
                text = "[\"" + text.replacing("\\", with: "\\u005c").replacing("\"", with: "\\u0022")
            }
            _ = Secrets.masked(text)
        }
        #expect(isLinear)
    }

    @Test("a name makes the strings in its list secrets", arguments: [#"["abcDEF123456ghiJKL"]"#, #"{"a":"abcDEF123456ghiJKL"}"#])
    func list(value: String) {
        #expect(!Secrets.masked(value, name: "tokens").contains("abcDEF") && Secrets.masked(value, name: "titles") == value)
    }
}
