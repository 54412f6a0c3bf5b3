import LinkLayers
import TestSupport
import Testing

@Suite("Findings about scheme, host and port")
struct HostFindingsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var link: String
        var code: FindingCode?
        var place: String?

        init(_ link: String, _ code: FindingCode?, at place: String? = nil) {
            self.link = link
            self.code = code
            self.place = place
        }

        var testDescription: String { link }
    }

    private func expect(_ it: Case, among codes: Set<FindingCode>) {
        let inspection = LinkInspection(it.link)
        let found = inspection.codes.filter { codes.contains($0) }
        #expect(found == (it.code.map { [$0] } ?? []))
        if let code = it.code { #expect(inspection.place(of: code) == it.place) }
    }

    @Test(
        "a user name or host that looks like another host is reported",
        arguments: [
            Case("https://apple.com@evil.example/", .misleadingHost, at: "apple.com"),
            Case("https://www.apple@evil.example/", .misleadingHost, at: "www.apple"),
            Case("https://apple.com:443@evil.example/", .misleadingHost, at: "apple.com:443"),
            Case("https://apple.com%2Fpay@evil.example/", .misleadingHost, at: "apple.com%2Fpay"),
            Case("https://apple%2Ecom@evil.example/", .misleadingHost, at: "apple%2Ecom"),
            Case("https://evil.example\\@apple.com/", .misleadingHost, at: "evil.example\\"),
            Case("https://a@apple.com@evil.example/", .misleadingHost, at: "a@apple.com"),
            Case("https://evil%5C@apple.com/", .misleadingHost, at: "evil%5C"),
            Case("https://evil.example%5C%2F@apple.com/", .misleadingHost, at: "evil.example%5C%2F"),
            Case("https://evil.example%23@apple.com/", .misleadingHost, at: "evil.example%23"),
            Case("https://evil.example%3F@apple.com/", .misleadingHost, at: "evil.example%3F"),
            Case("https://apple.com%40evil.example/", .misleadingHost, at: "%40"),
            Case("https://evil.example%5C.apple.com/", .misleadingHost, at: "%5C"),
            Case("https://me@apple.com%2F.evil.example/", .misleadingHost, at: "%2F"),
            Case("https://apple.com%2F.evil.example/", .misleadingHost, at: "%2F"),
            Case("shop://a?u=https%3A%2F%2Fapple.com%40evil.example%2F", .misleadingHost, at: "apple.com"),
            Case(appLink(#"{"target_url":"https://apple.com@evil.example/"}"#), .misleadingHost, at: "apple%2Ecom"),
            Case("https://me%40mail.com:pw@a.example/", nil), Case("https://me@a.example/", nil), Case("https://me:pw@a.example/", nil),
            Case("https://john.doe@a.example/", nil), Case("https://CORP%5Cjohn@a.example/", nil), Case("https://me:p%5Cw@a.example/", nil),
            Case("mailto:apple.com@evil.example", nil), Case("shop://apple.com@evil.example", nil),
        ])
    func userName(_ it: Case) {
        expect(it, among: [.misleadingHost])
    }

    @Test(
        "only an unescaped backslash ends the host, and only for browsers and Android",
        arguments: [
            (
                #"https://evil.example\@apple.com/"#,
                #"Browsers and Android read the \ as a / and connect to the host before it; others treat that host as a user name and connect to apple.com."#
            ),
            (
                "https://evil.example%5C@apple.com/",
                "The text before the @ looks like a host but is only a user name: the link goes to apple.com."
            ),
            (
                "https://apple.com%40evil.example/",
                "The host contains an escaped delimiter: browsers reject the link, and apps that check the decoded host can be deceived."
            ),
        ])
    func delimiters(link: String, message: String) {
        #expect(LinkInspection(link).findings.first { $0.code == .misleadingHost }?.message == message)
    }

    @Test(
        "another spelling of an address is named as the address",
        arguments: [
            ("http://1249763844/login", "74.125.226.4", true), ("http://134744072/", "8.8.8.8", true),
            ("https://0300.0250.0.1/", "192.168.0.1", false), ("http://0x7f.0.0.1/admin", "127.0.0.1", false),
            ("http://0X7F.1/", "127.0.0.1", false), ("http://10.1/", "10.0.0.1", false), ("http://1.2.3.4./", nil, true),
            ("https://shop.example.com@134744072/", "8.8.8.8", false), ("http://192.168.0.1/", nil, false),
            ("http://8.8.8.8:80/", nil, true),
            // Browsers reject these hosts, or take them as names.
            ("https://1.2.3.4.5/", nil, false), ("https://09.0.0.1/", nil, false), ("https://4294967296/", nil, false),
            ("https://1.2.3.256/", nil, false), ("https://1password.example/", nil, false), ("https://a.1/", nil, false),
        ] as [(String, String?, Bool)])
    func addresses(link: String, address: String?, isInsecure: Bool) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == (address == nil ? [] : [.misleadingHost]) + (isInsecure ? [.insecureHTTP] : []))
        if let address { #expect(inspection.findings[0].message.contains(address)) }
        #expect(inspection.repairedText == link)
    }

    @Test func `the message names the host but not the user name`() throws {
        let finding = try #require(LinkInspection("https://apple.com:s3cr3t@evil.example/").findings.first { $0.code == .misleadingHost })
        #expect(finding.message.contains("evil.example") && !finding.message.contains("s3cr3t"))
    }

    @Test(
        "a web link without a host is reported",
        arguments: [
            Case("https:///cart", .noHost, at: "https://"), Case("http:", .noHost, at: "http:"), Case("https:cart", .noHost, at: "https:"),
            Case("https:/cart", .noHost, at: "https:"), Case("https://?x=1", .noHost, at: "https://"),
            Case("https://me@/x", .noHost, at: "https://me@"), Case("https://:80/x", .noHost, at: "https://:80"),
            Case(appLink(#"{"target_url":"https:///cart"}"#), .noHost, at: "https%3A%2F%2F"),
            Case("shop://a?u=https%3A%2F%2F%2Fcart", .noHost, at: "https%3A%2F%2F"),
            Case("shop:///cart", nil), Case("file:///x", nil), Case("mailto:a@b", nil),
        ])
    func noHost(_ it: Case) {
        expect(it, among: [.noHost])
    }

    @Test(
        "invalid ports are reported",
        arguments: [
            Case("https://a.example:65536/", .badPort, at: "65536"), Case("https://a.example:0/", .badPort, at: "0"),
            Case("shop://a:99999999999999999999/x", .badPort, at: "99999999999999999999"),
            Case("https://[::1]:70000/", .badPort, at: "70000"),
            Case(appLink(#"{"target_url":"https://a.example:99999/x"}"#), .badPort, at: "99999"),
            Case("https://a.example:65535/", nil), Case("https://a.example:/", nil), Case("https://a.example:0080/", nil),
        ])
    func port(_ it: Case) {
        expect(it, among: [.badPort])
    }

    @Test(
        "invalid Punycode is reported",
        arguments: [
            Case("https://xn--99999999.example/", .badPunycode, at: "xn--99999999"),
            Case("https://a.XN--A-.example/", .badPunycode, at: "XN--A-"),
            Case("https://xn--.example/", .badPunycode, at: "xn--"),
            Case("shop://a?u=https%3A%2F%2Fxn--a-.example", .badPunycode, at: "xn--a-"),
            Case("https://xn--bcher-kva.example/", .internationalHost, at: "xn--bcher-kva.example"),
            Case("https://b%C3%BCcher.example/", .internationalHost, at: "b%C3%BCcher.example"),
            Case("https://p%D0%B0ypal.example/", .lookAlikeHost, at: "p%D0%B0ypal.example"),
            Case("shop://a?u=https%3A%2F%2Fp%25D0%25B0ypal.example", .lookAlikeHost, at: "p%25D0%25B0ypal.example"),
        ])
    func punycode(_ it: Case) {
        expect(it, among: [.badPunycode, .internationalHost, .lookAlikeHost])
    }

    @Test func `a host with an escaped letter is shown in Punycode, as it is sent`() {
        let finding = LinkInspection("https://b%C3%BCcher.example/").findings.first { $0.code == .internationalHost }
        #expect(finding?.message.contains("xn--bcher-kva.example") == true)
    }

    @Test(
        "schemes that no app should open from a link are reported",
        arguments: [
            Case("javascript:alert(1)", .unsafeScheme, at: "javascript"), Case("DATA:text/html,x", .unsafeScheme, at: "DATA"),
            Case("file:///etc/hosts", .unsafeScheme, at: "file"), Case("vbscript:x", .unsafeScheme, at: "vbscript"),
            Case(appLink(#"{"target_url":"javascript:alert(1)"}"#), .unsafeScheme, at: "javascript"),
            Case(appLink(#"{"target_url":"JavaScript:alert(1)"}"#), .unsafeScheme, at: "JavaScript"),
            Case(appLink(#"{"target_url":"data:text/html,<b>"}"#), .unsafeScheme, at: "data"),
            Case(appLink(#"{"target_url":"data:image/png;base64,AA"}"#), .unsafeScheme, at: "data"),
            Case(appLink(#"{"target_url":"file:///etc/hosts"}"#), .unsafeScheme, at: "file"),
            Case(appLink(#"{"target_url":"file:/etc/hosts"}"#), .unsafeScheme, at: "file"),
            Case(appLink(#"{"target_url":"content://com.a/x"}"#), .unsafeScheme, at: "content"),
            Case(appLink(#"{"target_url":"blob:https://a.example/1"}"#), .unsafeScheme, at: "blob"),
            Case(
                appLink(#"{"target_url":"a://b","referer_app_link":{"url":"javascript:x()","app_name":"A"}}"#), .unsafeScheme,
                at: "javascript"),
            Case("https://a.example/?next=javascript:alert(1)", .unsafeScheme, at: "javascript"),
            Case("https://a.example/?next=javascript%3Aalert(1)", .unsafeScheme, at: "javascript"),
            Case("intent:alert(1)#Intent;scheme=javascript;end", .unsafeScheme, at: "javascript"),
            Case("https://a.example/?img=data%3Aimage%2Fpng%3Bbase64%2CAA", nil),
            Case("https://a.example/?img=data%3Aimage%2Fsvg%2Bxml%2CAA", .unsafeScheme, at: "data"),
            Case("datalink://a", nil), Case("files://a", nil), Case("https://a.example/?t=data:5", .unsafeScheme, at: "data"),
        ])
    func schemes(_ it: Case) {
        expect(it, among: [.unsafeScheme])
    }

    @Test(
        "a dangerous link is told apart from the link that carries it",
        arguments: [
            ("javascript:alert(1)", "This link is a program"),
            (appLink(#"{"target_url":"javascript:alert(1)"}"#), "The nested link is a program"),
            ("https://a.example/?next=javascript:alert(1)", "The nested link is a program"),
            ("blob:https://a.example/1", "This link names data in the memory of one browser"),
            ("file:///etc/hosts", "This link names a file or other data on one device"),
        ])
    func danger(link: String, beginning: String) {
        let finding = LinkInspection(link).findings.first { $0.code == .unsafeScheme }
        #expect(finding?.message.hasPrefix(beginning) == true)
    }

    @Test(
        "browsers read a path as the host only if there is a path",
        arguments: [("https://", false), ("https:///", false), ("https:///p", true), ("https://?x=1", false)])
    func emptyHost(link: String, hasPath: Bool) {
        let finding = LinkInspection(link).findings.first { $0.code == .noHost }
        #expect(finding?.message.contains("the first part of the path") == hasPath)
    }

    @Test(
        "http is repaired to https if https is likely to work",
        arguments: [
            ("http://a.example/x", "https://a.example/x"), ("HTTP://a.example/x", "https://a.example/x"),
            ("Http://a.example", "https://a.example"),
            ("shop://a?u=HTTP%3A%2F%2Fa.example", "shop://a?u=https%3A%2F%2Fa.example"), ("http://a.example:8080/", nil),
            ("http://a.onion/", nil),
            ("http://a.ONION./", nil), ("http://a.localhost/", nil), ("http://printer.local:631/", nil), ("http://localhost./", nil),
            ("http://onion.example/", "https://onion.example/"),
        ] as [(String, String?)]
    )
    func insecure(link: String, repaired: String?) {
        let inspection = LinkInspection(link)
        #expect(inspection.repairedText == repaired ?? link)
        let isTold = repaired != nil || link.contains(":8080")
        #expect(inspection.codes.contains(.insecureHTTP) == isTold)
    }

    @Test(
        "what http does depends on who opens the link",
        arguments: [
            ("http://a.example/", "The link uses http, not https: iOS may open it in the browser, not in an app, and"),
            (appLink(#"{"target_url":"http://a.example/"}"#), "The nested link uses http, not https: iOS may open it"),
            ("https://l.facebook.com/l.php?u=http%3A%2F%2Fa.example", "The nested link uses http, not https: iOS may open it"),
            (
                "https://validator.w3.org/nu/?doc=http%3A%2F%2Fshop.example.com%2F",
                "The nested link uses http, not https: anyone on the network"
            ),
            (
                "intent://scan/#Intent;scheme=zxing;package=com.google.zxing.client.android;S.browser_fallback_url=http%3A%2F%2Fzxing.org;end",
                "The fallback uses http, not https: anyone on the network can read and change the page."
            ),
        ])
    func insecureWords(link: String, words: String) {
        let finding = LinkInspection(link).findings.first { $0.code == .insecureHTTP }
        #expect(finding?.message.hasPrefix(words) == true, "\(finding?.message ?? "none")")
    }

    @Test(
        "one cause gives one finding",
        arguments: [
            ("http://https//shop.example.com/p", [.malformedStart], "https://shop.example.com/p"),
            ("https://shop.exa\u{200B}mple.com/p", [.hiddenCharacters], "https://shop.example.com/p"),
            (
                "https://example.app.goo.gl/?link=https%3A%2F%2Fshop.example.com%2Fp&apn=com.example.shop&afl=http%3A%2F%2Fexample.com",
                [.deadService], "https://shop.example.com/p"
            ),
        ] as [(String, [FindingCode], String)])
    func once(link: String, codes: [FindingCode], repaired: String) {
        #expect(LinkInspection(link).codes == codes)
        #expect(LinkInspection(link).repairedText == repaired)
    }

    @Test(
        "a private address is noted in the link of an app, and inside another link",
        arguments: [
            ("exp://192.168.1.20:8081", "192.168.1.20"), ("shop://dev?url=http%3A%2F%2F10.0.2.2%3A8081", "10.0.2.2"),
            ("https://a.example/?u=http://172.20.0.1/", "172.20.0.1"), ("https://192.168.1.20/x", nil), ("exp://8.8.8.8/x", nil),
            ("shop://10/x", nil), ("exp://127.0.0.1:8081", "127.0.0.1"), ("redis://127.0.0.1:6379", nil),
        ] as [(String, String?)])
    func privateAddress(link: String, place: String?) {
        #expect(LinkInspection(link).place(of: .privateAddress) == place)
    }

    @Test(
        "a single slash or a third one after the scheme of an app is noted, but not after a known scheme or a domain in reverse order",
        arguments: [
            ("shop:/item/7", true), ("shop:/", false), ("shop:item/7", false), ("shop:///item/7", true),
            ("com.example.shop:/login", false), ("file:/etc/hosts", false), ("mailto:/x", false), ("shop://item/7?u=brew%3A%2Fitem", false),
        ])
    func singleSlash(link: String, isNoted: Bool) {
        #expect(LinkInspection(link).codes.contains(.noAuthority) == isNoted)
    }
}
