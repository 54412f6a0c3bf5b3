import AppLinks
import LinkLayers
import Records
import TestSupport
import Testing

@Suite("The findings about a link")
struct LinkInspectionTests {
    @Test(
        "a no-break space around a link does not belong to it, but one inside does",
        arguments: [
            ("https://a.example/p\u{A0}", "https://a.example/p"), ("\u{A0}https://a.example/p", "https://a.example/p"),
            ("\u{A0} shop://a?x=1 \u{A0}\u{A0}\n", "shop://a?x=1"), ("shop://a?x=1\u{A0}2", "shop://a?x=1%C2%A02"),
        ])
    func noBreakSpace(text: String, repaired: String) {
        #expect(LinkInspection(text).repairedText == repaired)
    }

    @Test(
        "each finding has its code and its place",
        arguments: [
            ("", [.empty], ""),
            ("   \t", [.empty], ""),
            ("http://[::1", [.notURL], "[::1"),
            ("http://a b/", [.notURL], " "),
            ("two words: x", [.notURL], "two words: x"),
            ("shop://a?x=%FF&y", [.undecodableParameter], "%FF"),
            ("shop://a?%C3=1", [.undecodableParameter], "%C3"),
            ("shop://a?b&al_applink_data", [.payloadBare], "al_applink_data"),
            ("shop://a?al_applink_data=&b", [.payloadBare], "al_applink_data="),
            ("shop://a?al_applink_data=%7B%FF%7D", [.payloadNotUTF8], "%7B%FF%7D"),
            (#"shop://a?al_applink_data={"a":nope}"#, [.payloadNotJSON, .rawJSON], "nope"),
            ("shop://a?al_applink_data=%7B%22a%22%3Anope%7D", [.payloadNotJSON], "nope"),
            ("shop://a?al_applink_data=%5B%5D&x", [.payloadNotObject], "%5B%5D"),
            ("shop://a?al_applink_data=null", [.payloadNotObject], "null"),
            (appLink(#"{"version":"2.0","target_url":"a://b"}"#), [.wrongVersion], "%222%2E0%22"),
            (appLink(#"{"target_url":5}"#), [.wrongType], "5"),
            (appLink(#"{"target_url":"a://b","extras":[1]}"#), [.wrongType], "%5B1%5D"),
            (appLink(#"{"target_url":"a://b","user_agent":true}"#), [.wrongType], "true"),
            (appLink(#"{"target_url":"a://b","referer_app_link":"x"}"#), [.wrongType], "%22x%22"),
            (appLink(#"{"target_url":"http://[x"}"#), [.badTarget], "%22http%3A%2F%2F%5Bx%22"),
            (
                appLink(#"{"target_url":"a://b","referer_app_link":{"app_name":"A"}}"#), [.refererWithoutURL],
                "%7B%22app%5Fname%22%3A%22A%22%7D"
            ),
            (
                appLink(#"{"target_url":"a://b","referer_app_link":{"url":"b://"}}"#), [.refererWithoutName],
                "%7B%22url%22%3A%22b%3A%2F%2F%22%7D"
            ),
            (appLink(#"{"target_url":"a://b","referer_app_link":{"url":"","app_name":"A"}}"#), [.badReferer], "%22%22"),
            (appLink("{}"), [.noTarget], "%7B%7D"),
            (appLink(#"{"target_url":"a://b","target_url":"a://c"}"#), [.duplicateKey], "%22target%5Furl%22"),
            (
                "shop://a?al%5Fapplink_data=1&al_applink_data=%7B%22target_url%22%3A%22a%3A%2F%2Fb%22%7D", [.duplicatePayload],
                "al%5Fapplink_data=1"
            ),
            (
                "shop://a?al_applink_data=1&al_applink_data=%7B%22target_url%22%3A%22a%3A%2F%2Fb%22%7D", [.duplicatePayload],
                "al_applink_data=1"
            ),
            ("shop://a#al_applink_data=%7B%7D", [.payloadInFragment], "al_applink_data=%7B%7D"),
            ("shop://a?x=\u{202E}b", [.hiddenCharacters], "\u{202E}"),
            ("shop://é?x=字\u{200B}b", [.hiddenCharacters, .internationalHost], "\u{200B}"),
            ("shop://a?x=\u{1B}b", [.controlCharacters], "\u{1B}"),
            ("shop://a?x=a%E2%80%8Bb&y", [.hiddenCharacters], "%E2%80%8B"),
            ("shop://a?a%E2%80%8Bb=1", [.hiddenCharacters], "%E2%80%8B"),
            ("shop://a?x=a%00b", [.controlCharacters], "%00"),
            ("shop://a?x%0A=1", [.controlCharacters], "%0A"),
            (appLink(#"{"target_url":"a://b","e":"x\u202ey"}"#), [.hiddenCharacters], percentEncoded(#"\u202e"#)),
            (appLink("{\"target_url\":\"a://b\",\"e\":\"x\u{202E}y\"}"), [.hiddenCharacters], percentEncoded("\u{202E}")),
            (appLink(#"{"target_url":"a://b","\u0007":1}"#), [.controlCharacters], percentEncoded(#"\u0007"#)),
            ("shop://a?access_token=abc&x", [.secret], "abc"),
            ("https://me:pw@a.example/", [.secret], "pw"),
        ] as [(String, [FindingCode], String)]
    )
    func place(link: String, codes: [FindingCode], place: String) {
        let inspection = LinkInspection(link)
        #expect(inspection.codes == codes)
        #expect(codes.first.flatMap(inspection.place) == place)
    }

    @Test(
        "a text that is not a URL has a reason, and the place of it",
        arguments: [
            ("http://[::1/p", "the [ in the host has no closing ]", "[::1"),
            ("https://[::1 ]/", "byte 13 is a space or control character, which a scheme or host must not contain", " "),
            ("https://[::1|]/p", "the host has a character in its brackets that no IP address has", "[::1|]"),
            ("https://[::1]80/p", "only a colon and a port may follow the ] of the host", "80"),
            ("https://[::1]:80x/p", "the port is not a number", "80x"), ("https://a.example:80x/p", "the port is not a number", "80x"),
            ("shop://me:pw@a|b/p", "the host contains the character |, which no host has", "|"),
            ("shop://a%zz/p", "the % in the host is not followed by two hexadecimal digits", "%"),
            (
                "12:30",
                "the text before the first colon is not a scheme, which begins with a letter and continues with letters, digits, +, - and dots",
                "12:30"
            ),
        ])
    func refusal(text: String, reason: String, place: String) {
        let inspection = LinkInspection(text)
        #expect(inspection.findings.first { $0.code == .notURL }?.message == "Not a URL: \(reason).")
        #expect(inspection.place(of: .notURL) == place)
    }

    @Test func `a path of Windows is no link, and is not repaired`() {
        let inspection = LinkInspection(#"C:\Program Files\x"#)
        #expect(inspection.findings.map(\.message) == ["This is the path of a file on Windows, not a link."])
        #expect(inspection.codes == [.notURL] && inspection.repairedText == #"C:\Program Files\x"#)
    }

    @Test func `bytes that are not UTF-8 have their place`() {
        let inspection = LinkInspection(Array("shop://é".utf8) + [0xFF])
        #expect(inspection.link == nil)
        #expect(inspection.findings.map(\.code) == [.invalidUTF8])
        #expect(inspection.findings.first?.range == 9..<10)
    }

    @Test func `whitespace around a link is removed`() {
        let inspection = LinkInspection(" \tshop://a?al_applink_data\r\n")
        #expect(inspection.bytes == Array("shop://a?al_applink_data".utf8))
        #expect(inspection.place(of: .payloadBare) == "al_applink_data")
    }

    @Test func `a truncated link is reported`() {
        let inspection = LinkInspection(Array("shop://a".utf8), isCut: true)
        #expect(inspection.codes == [.cut])
        #expect(inspection.findings.first?.range == 8..<8)
    }

    @Test(
        "a text without a scheme cannot be opened",
        arguments: ["hello world", "/path?x=1", "links.txt", "//host/path", "://a/b", ":x", "50% off"])
    func withoutScheme(text: String) {
        let inspection = LinkInspection(text)
        #expect(inspection.findings.map(\.code) == [.noScheme])
        #expect(inspection.place(of: .noScheme) == text)
    }

    @Test func `errors come first, and the highest severity is that of the link`() {
        let inspection = LinkInspection("shop://a?access_token=1&x=%FF&al_applink_data")
        #expect(inspection.codes == [.payloadBare, .undecodableParameter, .secret])
        #expect(inspection.severity == .error)
        #expect(LinkInspection("https://bit.ly/a").severity == .note)
        #expect(LinkInspection("https://a.example").severity == nil)
    }

    @Test func `if there are very many findings, the worst are listed`() {
        let data = #"{"version":2,"# + String(repeating: #""a":1,"#, count: 1000) + #""a":1}"#
        let inspection = LinkInspection(appLink(data) + String(repeating: "&%FF", count: 1000))
        #expect(inspection.findings.count == 101)
        #expect(inspection.findings.first?.code == .wrongVersion)
        #expect(inspection.findings.last?.code == .moreFindings)
    }

    @Test func `a message holds no secret`() {
        for link in [
            appLink(#"{"version":"access_token=s3cr3t"}"#), appLink(#"{"target_url":"http://[?password=s3cr3t"}"#),
            appLink(#"{"referer_app_link":{"url":"http://[?password=s3cr3t","app_name":"A"}}"#), "shop://a?password=s3cr3t\u{202E}",
            "intent://x#Intent;scheme=shop;package=com.a.b&access_token=s3cr3t;end",
            "https://protect-us.mimecast.com/s/a?domain=a.example%2F%3Faccess_token%3Ds3cr3t",
            // Only the name around the intent makes its package a secret.
            "shop://a?password=intent%3A%2F%2Fx%23Intent%3Bpackage%3Ds3cr3t%3Bend",
        ] {
            let inspection = LinkInspection(link)
            #expect(!inspection.findings.isEmpty)
            for finding in inspection.findings { #expect(!finding.message.contains("s3cr3t")) }
        }
    }

    @Test(
        "a message shows only the beginning of a text, however many scalars its characters have",
        arguments: [
            ("https://protect-us.mimecast.com/s/a?domain=e", "", .mailGateway),
            ("intent://x#Intent;scheme=shop;package=e", ";end", .badPackage),
        ] as [(String, String, FindingCode)])
    func quotedLength(start: String, end: String, code: FindingCode) throws {
        let inspection = LinkInspection(start + String(repeating: "%CC%81", count: 1000) + end)
        let message = try #require(inspection.findings.first { $0.code == code }?.message)
        #expect(message.unicodeScalars.count < 300 && message.contains("…"))
    }

    @Test func `the events depend on how the link arrived`() {
        let link = Array(appLink(#"{"target_url":"a://b"}"#).utf8)
        #expect(LinkInspection(link).link?.events.map(\.name) == [.linkParse, .navigateIn])
        #expect(LinkInspection(link, entry: .plain).link?.events.map(\.name) == [.linkParse])
        #expect(LinkInspection(link, sourceApplication: "app").link?.events.first?.arguments["sourceApplication"] == "app")
    }

    @Test func `ranges lie within the input, whatever it is`() {
        var random = SeededRandom(seed: 7)
        let pieces =
            [
                "shop://", "a", "?", "&", "=", "al_applink_data", "%7B", "%22", "target_url", "%3A", "%7D", "{", "}", "\"", ":", "%FF", "%",
                "#",
                "%E2%80%8B", "%25", "%23", "%00", "https", "http:", "javascript:", "xn--", "a1b2", ".", "+", "amp;", "99999", "u=",
                "l.facebook.com",
                "%2F", "%40", "/", "%zz", "\u{202E}", "é", "\0", "[", "]", "version", "\\u", "0041", "password", "@", "//", " ", "extras",
                ",", "1", "%5C",
            ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82]]
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0..<24, using: &random)).flatMap { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            let content = RecordContent(bytes)
            let source = if case .link(let inspection) = content { inspection.bytes.count } else { bytes.count }
            for finding in content.findings {
                guard let range = finding.range else { continue }
                #expect(range.lowerBound >= 0 && range.upperBound <= source, "\(bytes)")
            }
            _ = PastedText(bytes)
        }
    }
}
