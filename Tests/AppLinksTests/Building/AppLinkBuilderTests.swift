import AppLinks
import Foundation
import JSONDocument
import Testing

@Suite struct AppLinkBuilderTests {
    private let page: LinkURL
    private let back: LinkURL

    init() throws {
        page = try #require(LinkURL("https://example.com/p/42"))
        back = try #require(LinkURL("shop://back"))
    }

    @Test("a link has all fields, in the order of the protocol")
    func whole() throws {
        var builder = AppLinkBuilder(target: page, app: LinkURL("news://p/42?from=mail#top"))
        builder.extras = ["n": 42]
        builder.referer = .init(appName: "Shop", url: back)
        let link = IncomingLink(try builder.url())
        #expect(link.inputURL.text.hasPrefix("news://p/42?from=mail&al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fexample.com"))
        #expect(link.inputURL.text.hasSuffix("%7D#top"))
        #expect(
            try link.appLinkData?.serialized()
                == #"{"target_url":"https://example.com/p/42","user_agent":"linkscope 1.0","version":"1.0","extras":{"n":42},"#
                + #""referer_app_link":{"app_name":"Shop","url":"shop://back"}}"#)
        #expect(link.referer?.targets.first?.appName == "Shop")
    }

    @Test("without an app URL, the target carries the data")
    func targetCarries() throws {
        let url = try AppLinkBuilder(target: page).url()
        #expect(url.text.hasPrefix("https://example.com/p/42?al_applink_data=%7B"))
        #expect(IncomingLink(url).targetURL == page)
    }

    @Test(
        "the place of the data in the URL",
        arguments: [
            ("shop:", "shop:?DATA"), ("shop://", "shop://?DATA"), ("shop://p", "shop://p?DATA"), ("shop://p?", "shop://p?DATA"),
            ("shop://p?#", "shop://p?DATA#"), ("shop://p#a?b", "shop://p?DATA#a?b"), ("shop:item?a", "shop:item?a&DATA"),
            ("mailto:a@b.example", "mailto:a@b.example?DATA"), ("http://h.example", "http://h.example?DATA"),
            ("http://h.example?a=1&&b;c=+%2b&", "http://h.example?a=1&&b;c=+%2b&&DATA"), ("shop://p?a=?b=/", "shop://p?a=?b=/&DATA"),
            ("shop://p?a=%&b=%4", "shop://p?a=%25&b=%254&DATA"), ("shop://p?é=\"", "shop://p?%C3%A9=%22&DATA"),
            ("shop://[::1]:80/?x#y", "shop://[::1]:80/?x&DATA#y"), ("http://bücher.example/?q", "http://xn--bcher-kva.example/?q&DATA"),
        ])
    func place(_ app: String, _ expected: String) throws {
        let app = try #require(LinkURL(app))
        let url = try AppLinkBuilder(target: page, app: app).url()
        #expect(Self.withoutData(url.text) == expected)
        #expect(IncomingLink(url).targetURL == page)
    }

    @Test(
        "existing data is replaced, however often and in whatever form it occurs",
        arguments: [
            ("shop://p?al_applink_data=old", "shop://p?DATA"), ("shop://p?al_applink_data", "shop://p?DATA"),
            ("shop://p?al_applink_data=1&a=2&al_applink_data=3#f", "shop://p?a=2&DATA#f"),
            ("shop://p?a&%61l%5Fapplink_data=x&b", "shop://p?a&b&DATA"), ("shop://p?al_applink_data=&", "shop://p?&DATA"),
            ("shop://p?AL_APPLINK_DATA=1&al_applink_data2=2", "shop://p?AL_APPLINK_DATA=1&al_applink_data2=2&DATA"),
            ("shop://p#al_applink_data=x", "shop://p?DATA#al_applink_data=x"),
        ])
    func replaced(_ app: String, _ expected: String) throws {
        let app = try #require(LinkURL(app))
        #expect(Self.withoutData(try AppLinkBuilder(target: page, app: app).url().text) == expected)
    }

    /// Returns the URL with its App Link data replaced by `DATA`.
    private static func withoutData(_ text: String) -> String {
        text.replacing(#/al_applink_data=%7B[A-Za-z0-9%._~-]*/#, with: "DATA")
    }

    @Test("properties take precedence over the same keys in the data; extras and referer are merged")
    func ownData() throws {
        var builder = AppLinkBuilder(target: page, extras: ["a": 1], referer: .init(appName: "Shop", url: back, androidPackage: "com.shop"))
        builder.data = [
            "mine": [true, nil], "target_url": 5, "user_agent": "Mine 2", "version": "1.0", "extras": ["a": 0, "b": 2],
            "referer_app_link": ["url": "other://", "more": "m"],
        ]
        let link = IncomingLink(try builder.url())
        #expect(link.targetURL == page && link.userAgent == "Mine 2")
        #expect(link.extras == ["a": 1, "b": 2])
        #expect(link.appLinkData?["mine"] == [true, nil])
        #expect(
            link.appLinkData?["referer_app_link"] == ["url": "shop://back", "more": "m", "app_name": "Shop", "package": "com.shop"])
        builder.userAgent = "Its 3"
        #expect(IncomingLink(try builder.url()).userAgent == "Its 3")
    }

    @Test(
        "values that readers reject or crash on are errors that name their place",
        arguments: [
            (["version": "2.0"], .wrongVersion, .data, "version"), (["version": 1.0], .wrongVersion, .data, "version"),
            (["user_agent": nil], .wrongType, .data, "user_agent"), (["extras": []], .wrongType, .data, "extras"),
            (["referer_app_link": nil], .wrongType, .data, "referer_app_link"),
            (["referer_app_link": ["url": 5]], .wrongType, .data, "referer_app_link.url"),
            (["referer_app_link": ["app_name": 5]], .wrongType, .data, "referer_app_link.app_name"),
            (["a": [0, .number(JSONNumber(Double.nan))]], .notExpressible, .data, "a[1]"),
            (["a": ["b": [1, [:], .number(JSONNumber(Double.infinity))]]], .notExpressible, .data, "a.b[2]"),
        ] as [(JSONObject, AppLinkBuildingError.Code, AppLinkBuildingError.Part, String)])
    func refusedData(_ data: JSONObject, _ code: AppLinkBuildingError.Code, _ part: AppLinkBuildingError.Part, _ path: String) throws {
        let error = try #require(throws: AppLinkBuildingError.self) { try AppLinkBuilder(target: page, data: data).url() }
        #expect(error.code == code && error.part == part && error.path == path)
        #expect(error.description.contains(path))
    }

    @Test("a number because of which Foundation rejects the whole data is an error", arguments: ["1e400", "-1E+999"])
    func hugeNumber(_ literal: String) throws {
        let number = JSONValue.number(try #require(JSONNumber(literal: literal)))
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: Data("[\(literal)]".utf8)) }
        var builder = AppLinkBuilder(target: page, extras: ["a": 1, "list": [[:], ["x": number]]])
        let error = try #require(throws: AppLinkBuildingError.self) { try builder.url() }
        #expect(error.code == .numberTooLarge && error.part == .extras && error.path == "extras.list[1].x")
        builder.extras = ["tiny": .number(try #require(JSONNumber(literal: "1e-400")))]
        #expect(try IncomingLink(builder.url()).isAppLink)
    }

    @Test("data that is nested too deeply for readers is an error")
    func tooDeep() throws {
        let deep = (0..<511).reduce(JSONValue.null) { inner, _ in [inner] }
        let error = try #require(throws: AppLinkBuildingError.self) { try AppLinkBuilder(target: page, extras: ["deep": deep]).url() }
        #expect(error.code == .tooDeep && error.part == .extras)
        let fits = (0..<510).reduce(JSONValue.null) { inner, _ in [inner] }
        #expect(try IncomingLink(AppLinkBuilder(target: page, extras: ["deep": fits]).url()).extras?["deep"] == fits)
    }

    @Test("a URL without a scheme is an error", arguments: ["/p", "//host/p", "", ":p"])
    func noScheme(_ text: String) throws {
        let url = try #require(LinkURL(text.isEmpty ? "p" : text))
        for (builder, part) in [
            (AppLinkBuilder(target: url), .target), (AppLinkBuilder(target: page, app: url), .app),
            (AppLinkBuilder(target: page, referer: .init(appName: "Shop", url: url)), .referer),
        ] as [(AppLinkBuilder, AppLinkBuildingError.Part)] {
            let error = try #require(throws: AppLinkBuildingError.self) { try builder.url() }
            #expect(error.code == .noScheme && error.part == part)
        }
    }

    @Test("a referer without a name is an error")
    func namelessReferer() throws {
        let builder = AppLinkBuilder(target: page, referer: .init(appName: "", url: back))
        let error = try #require(throws: AppLinkBuildingError.self) { try builder.url() }
        #expect(error.code == .emptyRefererName && error.part == .referer)
    }

    @Test("values that have no property stay in the data; a link that is not an App Link is not parsed")
    func takingApart() throws {
        let odd = try appLinkURL(#"{"extras":5,"user_agent":null,"referer_app_link":{"url":"a:b"},"x":1}"#, base: "shop://p?a&")
        let builder = try #require(AppLinkBuilder(IncomingLink(odd)))
        #expect(builder.target.text == "shop://p?a" && builder.app == nil)
        #expect(builder.extras.isEmpty && builder.referer == nil && builder.userAgent == nil)
        #expect(builder.data == ["extras": 5, "user_agent": nil, "referer_app_link": ["url": "a:b"], "x": 1])
        #expect(AppLinkBuilder(IncomingLink(page)) == nil)
        #expect(AppLinkBuilder(IncomingLink(try appLinkURL(#"{"version":"2"}"#))) == nil)
    }
}
