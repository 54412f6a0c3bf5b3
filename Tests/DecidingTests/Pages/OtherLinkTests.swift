import AppLinks
import Deciding
import TestSupport
import Testing

@Suite("Links into apps that a page declares without al: tags") struct OtherLinkTests {
    @Test("the app card is found by name or property, has one link per platform, and uses the first value of each field")
    func appCard() {
        let links = content {
            $0.metas = [
                .init(name: "twitter:app:name:iphone", content: "Shop"), .init(property: "Twitter:App:URL:iphone", content: "shop://1"),
                .init(name: "twitter:app:url:iphone", content: "shop://2"),
                .init(name: "twitter:app:id:googleplay", content: "com.example"),
                .init(name: "twitter:app:id:watch", content: "0"), .init(name: "twitter:app:url:ipad"),
                .init(property: "twitter:app:id:ipad", name: "card", content: "7"),
            ]
        }
        #expect(
            links == [
                OtherLink(.appCard, platform: "iphone", url: "shop://1", appName: "Shop"),
                OtherLink(.appCard, platform: "ipad", appID: "7"),
                OtherLink(.appCard, platform: "googleplay", appID: "com.example"),
            ])
    }

    @Test(
        "the smart app banner; its argument may have commas",
        arguments: [
            ("app-id=1", nil, "1"), ("app-id=1, app-argument=shop://item/7?a=b,c=d, affiliate-data=x", "shop://item/7?a=b,c=d", "1"),
            (" APP-ID = 1 ,", nil, "1,"), ("app-clip-bundle-id=com.example.Clip, app-clip-display=card", nil, "com.example.Clip"),
        ] as [(String, String?, String)])
    func smartBanner(text: String, url: String?, id: String) {
        let links = content {
            $0.metas = [.init(name: "Apple-iTunes-App", content: text), .init(property: "apple-itunes-app", content: "app-id=2")]
        }
        #expect(links == [OtherLink(.smartBanner, platform: "ios", url: url, appID: id)])
    }

    /// Returns the codes of the findings on a page with one `meta` element.
    private func codes(_ meta: PageContent.Meta) -> [String] {
        var content = PageContent()
        content.metas = [meta]
        return content.findings(on: content.tags).map(\.code).filter { $0 != "no-app-link-tags" }
    }

    @Test(
        "a finding masks what the page has before it cuts it off",
        arguments: [
            PageContent.Meta(property: "al:ios:app_store_id", content: "https://shop.example/item?p="),
            PageContent.Meta(property: "al:ios:url", content: String(repeating: "a", count: 120) + " x "),
            PageContent.Meta(name: "apple-itunes-app", content: "app-id=x, app-argument=shop://item?p="),
        ])
    func masked(meta: PageContent.Meta) {
        let (before, token) = ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhMWIyYzNkNCJ9.", String(repeating: "aB1c", count: 40))
        var content = PageContent()
        content.metas = [meta]
        content.metas[0].content = (meta.content ?? "") + before + token
        let messages = content.findings(on: content.tags).map(\.message).filter { $0.contains("The page has: ") }
        #expect(messages.count == 1 && messages.allSatisfy { !$0.contains("eyJ") }, "\(messages)")
    }

    @Test(
        "a banner that Safari does not show is a finding, and no link",
        arguments: [
            ("add-id=715886886", ["banner-without-app"]), ("nonsense", ["banner-without-app"]), ("app-id=", ["banner-app-id"]),
            ("app-id=id123456789", ["banner-app-id"]), ("app-id=com.example.shop", ["banner-app-id"]),
            ("app-id=123456789; app-argument=shop://item/7", ["banner-separator"]), ("app-id=123456789", []), ("app-id=123456789,", []),
            ("app-id=123456789, app-argument=shop://item;x=1", []), ("app-clip-bundle-id=com.example.Clip", []),
        ])
    func banners(text: String, expected: [String]) {
        let meta = PageContent.Meta(name: "apple-itunes-app", content: text)
        #expect(codes(meta) == expected)
        #expect(content { $0.metas = [meta] }.isEmpty == (expected == ["banner-without-app"]))
    }

    @Test(
        "a tag in the wrong attribute, or a target without its package, is a finding",
        arguments: [
            (PageContent.Meta(name: "al:ios:url", content: "shop://a"), ["tags-by-name"]),
            (PageContent.Meta(property: "al:ios:url", name: "al:ios:url", content: "shop://a"), []),
            (PageContent.Meta(name: "description", content: "al:ios:url"), []),
            (PageContent.Meta(property: "apple-itunes-app", content: "app-id=1"), ["banner-by-property"]),
            (PageContent.Meta(property: "al:android:url", content: "shop://a"), ["target-without-package"]),
            (PageContent.Meta(property: "al:android:package", content: "com.example"), []),
            (PageContent.Meta(property: "al:ios:ulr", content: "shop://a"), ["misspelled-tag"]),
            (PageContent.Meta(property: "al:andriod:package", content: "com.example"), ["misspelled-tag"]),
            (PageContent.Meta(property: "al:iphone:app_store", content: "123"), ["misspelled-tag"]),
            (PageContent.Meta(property: "al:android:pkg:x", content: "a"), []),
            (PageContent.Meta(property: "al:tizen:color", content: "a"), []),
            (PageContent.Meta(property: "al:windows_phone:app_id", content: "a-1"), []),
            (PageContent.Meta(property: "al:web:should_fallback", content: "false"), []),
        ] as [(PageContent.Meta, [String])])
    func tags(meta: PageContent.Meta, expected: [String]) {
        #expect(codes(meta) == expected)
    }

    @Test("an argument of commas takes little longer than the same commas without an argument")
    func manyCommas() {
        let commas = String(repeating: ",", count: 100_000)
        func url(_ start: String) -> String? {
            content { $0.metas = [.init(name: "apple-itunes-app", content: start + commas)] }.first?.url
        }
        let plain = ThreadTime.spent { #expect(url("") == nil) }
        let spent = ThreadTime.spent { #expect(url("app-id=1,app-argument=") == commas) }
        #expect(spent < plain * 4 + .milliseconds(100))
    }

    @Test(
        "alternate links to apps",
        arguments: [
            ("android-app://com.example/https/www.example.com/x?y", "android", "https://www.example.com/x?y", "com.example"),
            ("android-app://com.example", "android", nil, "com.example"), ("ios-app://123/shop/item/7", "ios", "shop://item/7", "123"),
            ("ANDROID-APP://com.example/shop/", "android", "shop://", "com.example"),
        ] as [(String, String, String?, String)])
    func alternates(address: String, platform: String, url: String?, id: String) {
        let links = content { $0.alternates = ["https://m.example.com/", address] }
        #expect(links == [OtherLink(.alternate, platform: platform, url: url, appID: id)])
    }

    @Test(
        "view actions in linked data, wherever they are",
        arguments: [
            (#"{"@type":"ViewAction","target":"shop://7"}"#, ["shop://7"]),
            (
                #"{"potentialAction":{"@type":["Action","http://schema.org/ViewAction"],"target":{"@type":"EntryPoint","urlTemplate":"shop://7"}}}"#,
                ["shop://7"]
            ),
            (
                #"{"@graph":[{"potentialAction":[{"@type":"ViewAction","target":["a://1",{"url":"b://2"},{}]}]},{"@type":"schema:ViewAction","target":"c://3"}]}"#,
                ["a://1", "b://2", "c://3"]
            ),
            (
                #"{"@type":"ViewAction","target":[{"urlTemplate":["a://1",7,"b://2"]},{"urlTemplate":["android-app://c/d/3"]},[]]}"#,
                ["a://1", "b://2", "d://3"]
            ),
            (#"<!-- {"@type":"ViewAction","target":"shop://7"} -->"#, ["shop://7"]), ("<!-->", []),
            (#"{"@type":"BuyAction","target":"shop://7"}"#, []), (#"{"@type":"ViewAction"}"#, []), ("[", []), ("7", []),
            (#"{"@type":"ViewAction","target":"android-app://com.example/shop/item/7"}"#, ["shop://item/7"]),
        ])
    func viewActions(json: String, urls: [String]) {
        let links = content { $0.linkedData = [json] }
        #expect(links.allSatisfy { $0.kind == .jsonLD })
        #expect(links.compactMap(\.url) == urls)
    }

    @Test("App Link tags of other platforms")
    func otherTags() {
        let links = content {
            $0.metas = [
                .init(property: "al:windows_phone:url", content: "shop://7"), .init(property: "al:windows_phone:app_id", content: "abc"),
                .init(property: "al:windows_phone:app_name", content: "Shop"), .init(property: "al:ios:url", content: "shop://8"),
            ]
        }
        #expect(links == [OtherLink(.appLinkTags, platform: "windows_phone", url: "shop://7", appID: "abc", appName: "Shop")])
    }

    @Test("only a limited number of declarations is listed, and the time is proportional to the size of the page")
    func limit() {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1000, long: 10_000)) { size in
            #expect(endless(size).count == OtherLink.limit)
        }
        #expect(isLinear)
    }

    private func endless(_ size: Int) -> [OtherLink] {
        content { content in
            content.metas = (0..<size).map { .init(property: "al:p\($0):f\($0)", name: "apple-itunes-app", content: "app-id=1") }
            content.metas += (0..<size).map { .init(property: "al:one:\($0)", content: "x") }
            content.alternates = Array(repeating: "android-app://a/b/c", count: size)
            content.linkedData = [
                String(repeating: "[", count: 2 * size), String(repeating: #"{"@type":"ViewAction","target":"a:b"}"#, count: 1),
            ]
        }
    }

    private func content(_ change: (inout PageContent) -> Void) -> [OtherLink] {
        var content = PageContent()
        change(&content)
        return content.otherLinks(beside: content.tags)
    }
}
