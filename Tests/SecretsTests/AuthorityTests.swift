import Secrets
import TestSupport
import Testing

@Suite("Passwords in URLs")
struct AuthorityTests {
    @Test(
        "text after a URL without a path is not a password",
        arguments: [
            #"{"u":"https://x.example","a":1,"b":"me@c.example"}"#,
            #"{"u":"https://x.example","a":1"#,
            #"https://x.example","a":1,"b":"me@c.example""#,
            #"shop://a?d={"u":"https://x.example","a":1}"#,
            "shop://a?d={%22u%22:%22https://x.example%22,%22a%22:1,%22b%22:%22me@c.example%22}",
            "shop://a?d=%7B%22u%22:%22https://x.example%22,%22a%22:1%7D",
            "shop://a?d=%7B%22u%22:%22https://x.example:8080%22,%22b%22:%22me@c.example%22%7D",
            "shop://a?d=%7B%22u%22%3A%22https%3A%2F%2Fx.example%22%2C%22a%22%3A1%2C%22b%22%3A%22me%40c.example%22%7D",
            "shop://a?d=%257B%2522u%2522:%2522https://x.example%2522,%2522a%2522:1%257D",
            "shop://a?d=%7B%27u%27:%27https://x.example%27,%27a%27:1%7D",
            #"{\"u\":\"https://x.example\",\"a\":1,\"b\":\"me@c\"}"#,
            #"{"u":"https:\/\/x.example","a":1,"b":"me@c"}"#,
            "{url=https://x.example,a:1,mail=me@c.example}",
            "{url=https://x.example:80,mail=me@c.example}",
            "<https://x.example>:a me@c.example",
            "https://x.example says: me@c.example",
            "https://x.example%20says:%20me@c.example",
            "https://x.example%3E:me@c.example",
            "https://x.example%5Cme:a@c.example",
            "https://x.example%2Fa%3Fb=c:d@e.example",
            "shop://a?u=https://x.example:8080%2Fitems",
            "shop://a?u=https://x.example:8080%20",
            "https://x.example:8080", "https://x.example:", "https://[::1]:80x",
            "// a comment: see me@c.example", "a//b:c@d", "https://a.example/x//y:z", "https://a.example/x//y:z@b",
            "//x.example:8080", "//cdn.example/x:y@z", "android-app://com.a/https/host/x:y@z", "an-app://a/b/x:y@z",
            "android-app://com.a/app/item:abc", "android-app:/com.a/x:y@z", "log4j http:req-1:handler@3f2a",
            "FROM nginx:1.25-alpine@sha256:9f3ab1c2d4e5f607", #"{"image":"node:20-alpine3.18@sha256:1234567890"}"#,
        ])
    func noPassword(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "a setting for a host, or an associated domain, with a password",
        arguments: [
            #"<data android:host="user:abc@shop.example"/>"#, #"DataHost = "user:abc@shop.example""#, "host: user:abc@shop.example",
            #""hosts": ["user:abc@shop.example"]"#, "<string>applinks:user:abc@shop.example</string>",
            "the host user:abc@shop.example is malformed",
        ])
    func passwordOfHost(text: String) {
        #expect(Secrets.masked(text).filter { $0 != "•" } == text.replacing("abc", with: ""))
    }

    @Test(
        "a setting for a host without a password",
        arguments: [
            #"android:host="shop.example:8080""#, "<string>applinks:shop.example</string> me:a@b.example",
            "ghost:a:b", "host: 12:30, me@shop.example",
        ])
    func hostWithoutPassword(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "a password ends at the last @ of its authority",
        arguments: [
            ("//user:abc@host/p", "//user:••••••••@host/p"),
            ("shop://a?to=//user:abc@host", "shop://a?to=//user:••••••••@host"),
            ("shop://a?to=%2F%2Fuser%3Aabc%40host", "shop://a?to=%2F%2Fuser%3A••••••••%40host"),
            ("shop://a?to%3D//user:abc@host", "shop://a?to%3D//user:••••••••@host"),
            ("https%3A//user:abc@host", "https%3A//user:••••••••@host"),
            (#"{"to":"//user:abc@host"}"#, #"{"to":"//user:••••••••@host"}"#),
            (#"{"to":"\/\/user:abc@host"}"#, #"{"to":"\/\/user:••••••••@host"}"#),
            ("see //user:abc@host", "see //user:••••••••@host"),
            ("https//user:abc@host/p", "https//user:••••••••@host/p"), ("HTTP//user:abc@host/p", "HTTP//user:••••••••@host/p"),
            ("https:/user:abc@host/p", "https:/user:••••••••@host/p"), (#"https:\\user:abc@host\p"#, #"https:\\user:••••••••@host\p"#),
            ("http:///user:abc@host/p", "http:///user:••••••••@host/p"),
            ("android-app://com.a/https/user:abc@host/p", "android-app://com.a/https/user:••••••••@host/p"),
            (#"android-app:\/\/com.a\/https\/user:abc@host"#, #"android-app:\/\/com.a\/https\/user:••••••••@host"#),
            ("shop://a?u=https%3A%2Fuser%3Aabc%40host", "shop://a?u=https%3A%2Fuser%3A••••••••%40host"),
            ("https://me:a%22b@host/", "https://me:••••••••@host/"),
            ("see https://me:a,b@host", "see https://me:••••••••@host"),
            ("https://me:a%2Fb%23c%20d@host/", "https://me:••••••••@host/"),
            ("https://me%40corp.example:12,ab@host/", "https://me%40corp.example:••••••••@host/"),
            ("https://me:12,ab@host/", "https://me:••••••••@host/"),
            (
                "s://?d={%22u%22:%22https://me:abc@host%22,%22m%22:%22a@b%22}",
                "s://?d={%22u%22:%22https://me:••••••••@host%22,%22m%22:%22a@b%22}"
            ),
            (#"{"u":"https://me:a%22b@host","m":"a@b"}"#, #"{"u":"https://me:••••••••@host","m":"a@b"}"#),
            ("https://:abc@host", "https://:••••••••@host"),
        ])
    func password(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a link that is truncated inside its password is masked to its end",
        arguments: [
            ("https://user:passwo", "https://user:••••••••"),
            ("//user:passwo", "//user:••••••••"),
            ("shop://a?u=https://user:80x", "shop://a?u=https://user:••••••••"),
            ("shop://a?u=https%3A%2F%2Fuser%3Apasswo", "shop://a?u=https%3A%2F%2Fuser%3A••••••••"),
            (#"{"u":"https://user:passwo"#, #"{"u":"https://user:••••••••"#),
            ("https://user:%23secr", "https://user:••••••••"),
            ("android-app://com.a/https/user:passwo", "android-app://com.a/https/user:••••••••"),
        ])
    func cut(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }
}
