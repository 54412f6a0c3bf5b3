import AppLinks
import Testing

/// Each case has the tags of a page as `property=content`, separated by spaces, then the expected targets as `url|name`, and then the
/// expected web URL.
@Suite struct PageTagsTests {
    @Test(
        "the targets of a page",
        arguments: [
            ("al:ios:url=a://1 al:ios:app_name=A", "a://1|A", "page"),
            ("al:ios:url=a://1 al:ios:url=a://2 al:ios:app_name=A", "a://1|A a://2|-", "page"),
            ("al:ios al:ios:url=a://1 al:ios al:ios:url=a://2 al:ios:app_name=B", "a://1|- a://2|B", "page"),
            ("al:ios:url=a://1 al:iphone:url=p://1", "p://1|- a://1|-", "page"),
            ("al:ios:app_name=A", "-|A", "page"),
            ("al:ios:url=http://[::1", "-|-", "page"),
            ("al:ios", "", "page"),
            ("AL:ios:url=a://1 al:IOS:url=a://2 og:title=x al", "", "page"),
            ("al:ios:url:deeper=x", "-|-", "page"),
            ("al:android:url=a://1", "", "page"),
            ("al:web:should_fallback=NO al:web:url=https://w/", "", "none"),
            ("al:web:should_fallback=false", "", "none"),
            ("al:web:should_fallback=yes al:web:url=https://w/", "", "https://w/"),
            ("al:web:url=", "", "page"),
            ("al:web:url=http://[::1", "", "page"),
            ("al:web:url=https://1/ al:web al:web:url=https://2/", "", "https://1/"),
            ("", "", "page"),
        ]
    )
    func phone(tags: String, targets: String, web: String) throws {
        let link = try appLink(tags, .phone)
        let shown = link.targets.map { "\($0.url?.text ?? "-")|\($0.appName ?? "-")" }.joined(separator: " ")
        #expect(shown == targets)
        #expect((link.webURL?.text ?? "none").replacing("https://page/", with: "page") == web)
    }

    @Test("each kind of device reads its own platforms first", arguments: zip(PageTags.Idiom.allCases, ["p i", "t i", "i", "a"]))
    func idioms(idiom: PageTags.Idiom, order: String) throws {
        let tags = "al:ios:url=i://1 al:iphone:url=p://1 al:ipad:url=t://1 al:android:url=a://1"
        let schemes = try appLink(tags, idiom).targets.compactMap { $0.url?.scheme }.joined(separator: " ")
        #expect(schemes == order)
    }

    @Test("an Android target has a package and an activity but no App Store ID; a package alone is a target")
    func android() throws {
        let tags = "al:android:package=com.a al:android:class=.A al:android:app_store_id=1 al:android al:android:url=b://1"
        let targets = try appLink(tags, .android).targets
        #expect(targets.map(\.packageName) == ["com.a", nil])
        #expect(targets.map(\.className) == [".A", nil])
        #expect(targets.map(\.url?.text) == [nil, "b://1"])
        #expect(targets.map(\.appStoreID) == [nil, nil])
    }

    private func appLink(_ tags: String, _ idiom: PageTags.Idiom) throws -> AppLink {
        let parsed = tags.split(separator: " ").map { tag in
            let parts = tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return PageTags.Tag(property: parts[0], content: parts.count > 1 ? parts[1] : nil)
        }
        return PageTags(parsed).appLink(for: try #require(LinkURL("https://page/")), idiom: idiom)
    }
}
