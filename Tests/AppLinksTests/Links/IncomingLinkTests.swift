import AppLinks
import JSONDocument
import Testing

@Suite struct IncomingLinkTests {
    @Test func readsAWholeLink() throws {
        let url = try appLinkURL(
            """
            {"target_url": "http://www.example.com/p?id=7#top", "version": "1.0", "user_agent": "Demo 3", "campaign": "spring",
             "extras": {"n": 1}, "referer_app_link": {"url": "news://back", "app_name": "News"}}
            """)
        let link = IncomingLink(url, entry: .inbound(sourceApplication: "com.example.news"))
        #expect(link.isAppLink)
        #expect(link.inputURL == url)
        #expect(link.inputQueryParameters.names == ["keep", "al_applink_data"])
        #expect(link.targetURL.absoluteString == "http://www.example.com/p?id=7#top")
        #expect(link.targetQueryParameters["id"] == .text("7"))
        #expect(link.version == "1.0")
        #expect(link.userAgent == "Demo 3")
        #expect(link.extras == ["n": 1])
        #expect(link.appLinkData?["campaign"] == "spring")
        let back = try #require(link.referer)
        #expect(back.isBackToReferrer)
        #expect(back.webURL == nil)
        #expect(back.sourceURL?.absoluteString == "news://back")
        #expect(back.targets == [AppLinkTarget(url: LinkURL("news://back"), appStoreID: nil, appName: "News")])
        #expect(link.events.map(\.name) == [.linkParse, .navigateIn])
        #expect(link.events[0].arguments == link.events[1].arguments)
        #expect(
            link.events[0].arguments.keys == [
                "version", "refererURL", "refererAppName", "sourceApplication", "targetURL", "inputURL", "inputURLScheme",
                "forRenderBackToReferrerBar", "forOpenUrl",
            ])
    }

    @Test(arguments: [
        "shop://open", "shop://open?x=1", "shop://open?al_applink_data", "shop://open?al_applink_data=", "shop://open?al_applink_data=%FF",
        "shop://open?AL_APPLINK_DATA=%7B%7D", "shop://open#?al_applink_data=%7B%7D", "shop://open?al_applink_data=%7B%7D&al_applink_data",
        "shop://open?al_applink_data=%7B%7D&al_applink_data=%FF", "shop://open?xal_applink_data=%7B%7D",
        "shop://open?al_applink_data%00=%7B%7D", "shop://open?al_applink_data=%7B%22a%22:+1%7D", "shop://open?al_applink_data=a;b",
        "shop://open?x=1;al_applink_data=%7B%7D", "shop://open?al_applink_data=%257B%257D",
    ])
    func isNoAppLink(_ text: String) throws {
        let link = IncomingLink(try #require(LinkURL(text)), entry: .inbound(sourceApplication: nil))
        expectPlain(link)
    }

    @Test(arguments: [
        "{", "[]", "[{}]", "\"x\"", "7", "true", "null", " ", "{} x", "{}{}", "{'a':1}", "{\"a\":1,}", "\u{feff}{}", "{\"a\":\"\u{1}\"}",
        "{\"a\":\"\\ud800\"}", "{\"x\":{" + String(repeating: "\"k\":1,", count: 200) + "\"k\":1},\"a\":\"\\ud800\"}", "{\"version\":1.0}",
        "{\"version\":1}", "{\"version\":null}", "{\"version\":true}", "{\"version\":\"1\"}",
        "{\"version\":\"1.0.0\"}", "{\"version\":\"2.0\"}", "{\"version\":\"\"}", "{\"version\":\" 1.0\"}", "{\"version\":[\"1.0\"]}",
        "{\"version\":{\"1.0\":1}}", "{\"version\":\"1.0\",\"version\":\"2.0\"}", String(repeating: "[", count: 10_000),
        "{\"extras\":" + String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000) + "}",
        String(repeating: "{\"a\":", count: 10_000) + "1" + String(repeating: "}", count: 10_000),
    ])
    func dataThatMakesNoAppLink(_ data: String) throws {
        expectPlain(IncomingLink(try appLinkURL(data), entry: .inbound(sourceApplication: "com.example.sender")))
    }

    private func expectPlain(_ link: IncomingLink) {
        #expect(!link.isAppLink)
        #expect(link.targetURL == link.inputURL)
        #expect(link.appLinkData == nil)
        #expect(link.extras == nil)
        #expect(link.version == nil)
        #expect(link.referer == nil)
        #expect(link.refererURL == nil)
        #expect(link.events.isEmpty)
        #expect(!link.isAutoAppLink(appID: "1"))
    }

    @Test(arguments: ["{}", "{\"version\":\"1.0\"}", "{\"version\":\"2.0\",\"version\":\"1.0\"}", " \n{ \"vers\\u0069on\" : \"1.0\" }\t"])
    func dataThatIsEnough(_ data: String) throws {
        let link = IncomingLink(try appLinkURL(data))
        #expect(link.isAppLink)
        #expect(link.version == "1.0")
        #expect(link.targetURL == link.inputURL)
        #expect(link.events.map(\.name) == [.linkParse])
        #expect(link.events[0].arguments["version"] == "1.0")
    }

    @Test(arguments: [
        "null", "7", "true", "[]", "{}", "\"\"", "\"http://[::1/x\"", "\"http://exa mple/\"", "\"http://a:port/\"", "\"1a:x\"",
    ])
    func aTargetThatIsNoURLLeavesTheInput(_ target: String) throws {
        let link = IncomingLink(try appLinkURL("{\"target_url\":\(target)}"))
        #expect(link.isAppLink)
        #expect(link.targetURL == link.inputURL)
        #expect(link.targetQueryParameters == link.inputQueryParameters)
        #expect(link.events.first?.arguments["targetURL"] == link.inputURL.absoluteString)
    }

    @Test(arguments: [
        ("/path?x=1", "/path?x=1"), ("http://a/b c", "http://a/b%20c"), ("http://a/%20", "http://a/%20"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"), ("HTTP://A", "HTTP://A"), ("?x", "?x"),
        ("http://a/\\u0000\\u202e\\u200b", "http://a/%00%E2%80%AE%E2%80%8B"),
    ])
    func targets(_ target: String, absolute: String) throws {
        let link = IncomingLink(try appLinkURL("{\"target_url\":\"\(target)\"}"))
        #expect(link.targetURL.absoluteString == absolute)
    }

    @Test(arguments: ["null", "[1]", "\"text\"", "7", "false"])
    func extrasThatAreNoObjectAreNone(_ extras: String) throws {
        let link = IncomingLink(try appLinkURL("{\"extras\":\(extras)}"))
        #expect(link.isAppLink)
        #expect(link.extras == nil)
        #expect(link.appLinkData?.objectValue?.keys == ["extras"])
    }

    @Test(
        arguments: [
            ("null", nil, nil, false), ("[]", nil, nil, false), ("\"x\"", nil, nil, false), ("7", nil, nil, false), ("{}", nil, nil, false),
            ("{\"url\":\"a://b\"}", "a://b", nil, false), ("{\"app_name\":\"A\"}", nil, "A", false),
            ("{\"url\":null,\"app_name\":\"A\"}", nil, "A", false), ("{\"url\":7,\"app_name\":\"A\"}", nil, "A", false),
            ("{\"url\":[\"a://b\"],\"app_name\":\"A\"}", nil, "A", false), ("{\"url\":\"a://b\",\"app_name\":7}", "a://b", nil, false),
            ("{\"url\":\"a://b\",\"app_name\":null}", "a://b", nil, false), ("{\"url\":\"a://b\",\"app_name\":{}}", "a://b", nil, false),
            ("{\"url\":\"\",\"app_name\":\"A\"}", "", "A", false),
            ("{\"url\":\"http://exa mple/\",\"app_name\":\"A\"}", "http://exa mple/", "A", false),
            ("{\"url\":\"a://b\",\"app_name\":\"\"}", "a://b", "", true),
            ("{\"url\":\"a://b\",\"app_name\":\"A\",\"package\":1}", "a://b", "A", true),
        ] as [(String, String?, String?, Bool)])
    func referers(_ referer: String, url: String?, name: String?, isBackLink: Bool) throws {
        let link = IncomingLink(try appLinkURL("{\"referer_app_link\":\(referer)}"))
        #expect(link.isAppLink)
        #expect(link.refererURL == url)
        #expect(link.refererAppName == name)
        #expect((link.referer != nil) == isBackLink)
        #expect(link.events[0].arguments["refererURL"] == url)
        #expect(link.events[0].arguments["refererAppName"] == name)
    }

    @Test(arguments: [
        ("true", true), ("1", true), ("-0.5", true), ("\"YES\"", true), ("\"true\"", true), ("\" +01\"", true),
        ("false", false), ("0", false), ("0.0", false), ("null", false), ("\"no\"", false), ("\"\"", false), ("[1]", false), ("{}", false),
    ])
    func flagOfAnAutomaticLink(_ flag: String, isAuto: Bool) throws {
        let link = IncomingLink(try appLinkURL("{\"is_auto_applink\":\(flag),\"target_url\":\"fb4711://applinks?p=5\"}"))
        #expect(link.isAutoAppLink(appID: "4711") == isAuto)
        #expect(!link.isAutoAppLink(appID: "471"))
    }

    @Test func theLastDataParameterCounts() throws {
        let first = try appLinkURL("{\"extras\":{\"n\":1}}")
        let url = try appLinkURL("{\"extras\":{\"n\":2}}", base: first.text + "&")
        #expect(IncomingLink(url).extras == ["n": 2])
    }

    @Test func aMegabyteOfData() throws {
        let value = String(repeating: "a\u{202e}\\u0000", count: 100_000)
        let link = IncomingLink(try appLinkURL("{\"extras\":{\"x\":\"\(value)\"}}"))
        #expect(link.extras?["x"]?.stringValue?.unicodeScalars.count == 300_000)
    }

    @Test func entriesDecideTheEvents() throws {
        let url = try appLinkURL("{}")
        let plain = IncomingLink(url).events
        let bar = IncomingLink(url, entry: .backToReferrerBar).events
        let inbound = IncomingLink(url, entry: .inbound(sourceApplication: nil)).events
        #expect(plain.map(\.name) == [.linkParse])
        #expect(plain[0].arguments["forOpenUrl"] == "0")
        #expect(bar.map(\.name) == [.linkParse])
        #expect(bar[0].arguments["forRenderBackToReferrerBar"] == "1")
        #expect(inbound.map(\.name) == [.linkParse, .navigateIn])
        #expect(inbound[0].arguments["forOpenUrl"] == "1")
        #expect(inbound[0].arguments["sourceApplication"] == nil)
    }

    @Test func aRelativeLinkHasNoSchemeToReport() throws {
        let link = IncomingLink(try #require(LinkURL("/p?al_applink_data=%7B%7D")))
        #expect(link.isAppLink)
        #expect(link.events[0].arguments["inputURLScheme"] == nil)
    }
}
