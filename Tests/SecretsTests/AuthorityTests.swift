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
        "a password may have delimiters that should have been escaped",
        arguments: [
            ("sftp://user:a/b@host", "sftp://user:••••••••@host"), ("https://user:p#ss@host", "https://user:••••••••@host"),
            ("https://user:p?w@host/x?mail=me@b.example", "https://user:••••••••@host/x?mail=me@b.example"),
            ("see sftp://user:a/b#c@d@host/x and more", "see sftp://user:••••••••@host/x and more"),
            (#"{"u":"sftp:\/\/user:a\/b@host\/x","m":"a@b"}"#, #"{"u":"sftp:\/\/user:••••••••@host\/x","m":"a@b"}"#),
            (#"{"u":"sftp:\/\/user:a\/b@host\/x"#, #"{"u":"sftp:\/\/user:••••••••@host\/x"#),
            ("shop://a?u=sftp%3A%2F%2Fuser%3Aa%2Fb%40host&v=1", "shop://a?u=sftp%3A%2F%2Fuser%3A••••••••%40host&v=1"),
            ("https://user:123456/7@host", "https://user:••••••••@host"), ("https://user:$ab/c@host", "https://user:••••••••@host"),
            ("ftp://user:p/w@[::1]/", "ftp://user:••••••••@[::1]/"), ("https://user:p/a?x=1@host/", "https://user:••••••••@host/"),
            ("postgres://user:pa?name=ss@host/db", "postgres://user:••••••••@host/db"),
        ])
    func unescaped(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a path with an @ after a port, or after a host without one, is no password",
        arguments: [
            "http://localhost:3000/@vite/client", "https://a.example:8443/u?mail=me@b.example", "https://a.example:/x@y",
            "https://a.example/x:y@z",
            "shop://user:nina/orders?mail=nina@a.example", "shop://screen:item?mail=nina@a.example",
            "shop://screen:detail/user@a.example",
            "https://a.example:%d/x@y", "https://[::1]:x/a@b", "http://localhost:$PORT/@vite/client",
            "git+ssh://git@a.example:nina/shop.git@v1", "docker://nginx:1.25@sha256:9f3ab1c2d4e5f607",
            #"{"u":"https://a.example:x/y","m":"a@b.example"}"#,
        ])
    func noUnescaped(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "a user who looks like a token, and has no password, is a secret",
        arguments: [
            ("https://a1B2c3D4e5F6g7H8i9J0k1@git.example/x.git", "https://••••••••@git.example/x.git"),
            ("https://a1B2c3D4e5F6g7H8i9J0k1:@git.example/x.git", "https://••••••••:@git.example/x.git"),
            ("https://a1B2c3D4e5F6g7H8i9J0k1:x-oauth-basic@git.example", "https://••••••••:••••••••@git.example"),
            ("git clone https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@git.example/x", "git clone https://••••••••@git.example/x"),
            ("https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@git.example/1/x.git", "https://••••••••@git.example/1/x.git"),
            ("https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@git.example/", "https://••••••••@git.example/"),
            ("https://a1B2c3D4e5F6g7H8i9J0k1@notsentry.example/x", "https://••••••••@notsentry.example/x"),
            (#"{"u":"https:\/\/a1B2c3D4e5F6g7H8i9J0k1@git.example"}"#, #"{"u":"https:\/\/••••••••@git.example"}"#),
            ("shop://a?u=https%3A%2F%2Fa1B2c3D4e5F6g7H8i9J0k1%40git.example", "shop://a?u=https%3A%2F%2F••••••••%40git.example"),
        ])
    func token(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a user who is a name, or a public key of Sentry or of a node, is no secret",
        arguments: [
            "enode://6f8a80d14311c39f35f516fa664deaaaa13e85b2f7493f37f6144d86991ec012@10.3.58.6:30303",
            "ssh://nina2026@a.example", "https://administrator-of-the-shop@a.example", "ssh://deploy-user-for-releases-2026@a.example",
            "https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@o12.ingest.sentry.io/34",
            "https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@sentry.shop.example/2", "https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@reports.example/1",
            #"{"dsn":"https://7f3c9a0b1d2e4f5a6b7c8d9e0f1a2b3c@reports.example:8000/12"}"#,
            "a1B2c3D4e5F6g7H8i9J0k1@a.example", "mailto:a1B2c3D4e5F6g7H8i9J0k1@a.example",
            "https://a.example/a1B2c3D4e5F6g7H8i9J0k1@2x.png",
        ])
    func noToken(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test(
        "an address of a database for Java",
        arguments: [
            ("jdbc:oracle:thin:u/p@h", "jdbc:oracle:thin:u/••••••••@h"),
            ("url=jdbc:oracle:thin:u/p@h:1521:x", "url=jdbc:oracle:thin:u/••••••••@h:1521:x"),
            ("jdbc:mysql://h/db?user=u&password=p", "jdbc:mysql://h/db?user=u&password=••••••••"),
            ("jdbc:mysql://u:p@h/db", "jdbc:mysql://u:••••••••@h/db"),
            ("jdbc:sqlserver://h;user=u;password=p", "jdbc:sqlserver://h;user=u;password=••••••••"),
            ("jdbc:oracle:thin:@host:1521:orcl", "jdbc:oracle:thin:@host:1521:orcl"),
            ("url=jdbc:oracle:thin:@host:1521/x", "url=jdbc:oracle:thin:@host:1521/x"),
            ("spring.datasource.url=jdbc:oracle:thin:/@host", "spring.datasource.url=jdbc:oracle:thin:/@host"),
        ])
    func java(text: String, shown: String) {
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
