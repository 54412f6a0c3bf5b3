import AppLinks
import Foundation
import JSONDocument
import Tasks
import TestSupport
import Testing

/// The programs of the guide AppLinksInAnApp.md; see `ReadmeProgram`. UIKit's types are stand-ins, because only Apple systems have UIKit.
@MainActor @Suite struct GuideTests {
    private let center = MeasurementCenter()

    /// An opener that knows the schemes of the installed apps.
    private struct InstalledApps: AppOpening {
        var schemes: [String]

        func canOpen(_ url: LinkURL) -> Bool { schemes.contains(url.scheme ?? "") }
        func open(_ url: LinkURL) -> Bool { canOpen(url) }
    }

    // MARK: Stand-ins for UIKit

    private struct UIOpenURLContext: Hashable {
        struct Options: Hashable { var sourceApplication: String? }
        var url: URL
        var options = Options()
    }

    private final class UIScene {}
    private struct NSUserActivity { var webpageURL: URL? }

    @MainActor private final class UIApplication {
        static let shared = UIApplication()
        private(set) var opened: [URL] = []

        func canOpenURL(_ url: URL) -> Bool { url.scheme == "news" }
        func open(_ url: URL) { opened.append(url) }
    }

    /// A link to an article from the app Shop.
    private static let link = """
        news://article/42?al_applink_data=%7B%22target_url%22%3A%22https%3A%2F%2Fnews.example.com%2Farticle%2F42%22%2C\
        %22extras%22%3A%7B%22campaign%22%3A%22spring%22%7D%2C%22referer_app_link%22%3A%7B%22app_name%22%3A%22Shop%22%2C\
        %22url%22%3A%22shop%3A%2F%2Fback%22%7D%2C%22version%22%3A%221.0%22%7D
        """

    // MARK: The programs

    @Test("an incoming link has a target, extras and a referer")
    func reading() throws {
        var printed: [String] = []
        func print(_ value: some Sendable) { printed.append("\(value)") }
        let url = try #require(LinkURL(Self.link))
        // README: begin reading
        let link = IncomingLink(url, entry: .inbound(sourceApplication: "com.example.shop"))

        print(link.targetURL)  // https://news.example.com/article/42
        print(link.extras?["campaign"]?.stringValue ?? "none")  // spring
        print(link.refererAppName ?? "none")  // Shop
        print(link.referer?.sourceURL?.text ?? "none")  // shop://back
        // README: end
        #expect(printed == ["https://news.example.com/article/42", "spring", "Shop", "shop://back"])
    }

    @Test("every way in leads to one function, which posts the events and shows the banner")
    func receiving() throws {
        let notifications = NotificationCenter()
        let posted = Locked<[String]>([])
        let observer = notifications.addObserver(forName: MeasurementCenter.notificationName, object: nil, queue: nil) { notification in
            guard let event = notification.object as? MeasurementEvent else { return }
            posted.withLock { $0.append("\(event.name) \(event.arguments["sourceApplication"] ?? "nil")") }
        }
        defer { notifications.removeObserver(observer) }
        let center = MeasurementCenter(notificationCenter: notifications)
        let controller = ReturnToRefererController(opener: InstalledApps(schemes: []), posting: center)
        var shown: [String] = []
        func showArticle(at url: LinkURL, campaign: String?) { shown.append("\(url) \(campaign ?? "nil")") }
        // README: begin receiving
        func receive(_ url: LinkURL, from sender: String?) {
            let link = IncomingLink(url, entry: .inbound(sourceApplication: sender))
            center.post(link.events)
            controller.show(link.referer)
            showArticle(at: link.targetURL, campaign: link.extras?["campaign"]?.stringValue)
        }
        // README: end
        // README: begin apple
        func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
            for context in contexts {
                if let url = LinkURL(context.url) { receive(url, from: context.options.sourceApplication) }
            }
        }

        func scene(_ scene: UIScene, continue activity: NSUserActivity) {
            if let url = activity.webpageURL.flatMap({ LinkURL($0) }) { receive(url, from: nil) }
        }
        // README: end
        // README: begin android
        func receive(data: String, referrer: String?) {
            let sender = referrer.flatMap { LinkURL($0) }?.host
            if let url = LinkURL(data) { receive(url, from: sender) }
        }
        // README: end
        let web = Self.link.replacing("news://", with: "https://news.example.com/")
        scene(UIScene(), openURLContexts: [.init(url: try #require(URL(string: Self.link)), options: .init(sourceApplication: "shop"))])
        scene(UIScene(), continue: NSUserActivity(webpageURL: URL(string: web)))
        receive(data: Self.link, referrer: "android-app://com.example.shop")
        #expect(shown == Array(repeating: "https://news.example.com/article/42 spring", count: 3))
        let senders = ["shop", "nil", "com.example.shop"]
        #expect(posted.withLock { $0 } == senders.flatMap { ["al_link_parse \($0)", "al_nav_in \($0)"] })
        #expect(controller.banner.text == "Touch to return to Shop")
    }

    @Test("the banner names the sender and leads back to it")
    func banner() throws {
        var printed: [String] = []
        func print(_ value: some Sendable) { printed.append("\(value)") }
        let link = IncomingLink(try #require(LinkURL(Self.link)))
        let opener = InstalledApps(schemes: ["shop"])
        // README: begin banner
        let controller = ReturnToRefererController(opener: opener, posting: center)
        controller.show(link.referer)

        print(controller.banner.text ?? "none")  // Touch to return to Shop
        print(controller.banner.isVisible)  // true
        print(controller.tap()?.openedURL?.scheme ?? "none")  // shop
        print(controller.banner.isVisible)  // false
        // README: end
        #expect(printed == ["Touch to return to Shop", "true", "shop", "false"])
    }

    @Test("the banner speaks the language of the app")
    func translation() throws {
        let controller = ReturnToRefererController(opener: InstalledApps(schemes: []), posting: center)
        // README: begin translation
        controller.banner.translations = [BannerTranslations.key: "Tik om terug te gaan naar %1$@"]
        // README: end
        controller.show(IncomingLink(try #require(LinkURL(Self.link))).referer)
        #expect(controller.banner.text == "Tik om terug te gaan naar Shop")
    }

    @Test("a link that is sent carries extras and the way back, and falls back to the browser")
    func sending() throws {
        var printed: [String] = []
        func print(_ value: some Sendable) { printed.append("\(value)") }
        let opener = InstalledApps(schemes: ["https"])
        // README: begin sending
        let page = LinkURL("https://news.example.com/article/42")
        let target = AppLinkTarget(url: LinkURL("news://article/42"), appStoreID: nil, appName: "News")
        let article = AppLink(sourceURL: page, targets: [target], webURL: page)

        guard let back = LinkURL("shop://back") else { return }
        let navigation = AppLinkNavigation(
            appLink: article,
            extras: ["campaign": "spring"],
            appLinkData: AppLinkNavigation.callbackAppLinkData(appName: "Shop", url: back))
        let outcome = navigation.navigate(with: opener, posting: center)

        print(outcome.attempts.count)  // 2
        print(outcome.type)  // browser
        print(outcome.event.name)  // al_nav_out
        // README: end
        #expect(printed == ["2", "browser", "al_nav_out"])
        let arrived = IncomingLink(try #require(outcome.openedURL))
        #expect(arrived.extras?["campaign"] == "spring" && arrived.refererAppName == "Shop")
    }

    @Test("an opener asks the system")
    func opener() throws {
        // README: begin opener
        struct SystemOpener: AppOpening {
            func canOpen(_ url: LinkURL) -> Bool {
                guard let url = url.url else { return false }
                return MainActor.assumeIsolated { UIApplication.shared.canOpenURL(url) }
            }

            func open(_ url: LinkURL) -> Bool {
                guard canOpen(url), let url = url.url else { return false }
                MainActor.assumeIsolated { UIApplication.shared.open(url) }
                return true
            }
        }
        // README: end
        let (news, wheel) = (try #require(LinkURL("news://article/42")), try #require(LinkURL("wheel://ride")))
        #expect(SystemOpener().open(news) && !SystemOpener().open(wheel))
        #expect(UIApplication.shared.opened.map(\.absoluteString) == ["news://article/42"])
    }

    @Test("a page's tags say where its link leads")
    func tags() throws {
        var printed: [String] = []
        func print(_ value: some Sendable) { printed.append("\(value)") }
        let page = try #require(LinkURL("https://news.example.com/article/42"))
        // README: begin tags
        let tags = PageTags([
            .init(property: "al:ios:url", content: "news://article/42"),
            .init(property: "al:ios:app_name", content: "News"),
            .init(property: "al:android:url", content: "news://article/42"),
            .init(property: "al:android:package", content: "com.example.news"),
        ])

        print(tags.appLink(for: page, idiom: .phone).targets.first?.appName ?? "none")  // News
        print(tags.appLink(for: page, idiom: .android).targets.first?.packageName ?? "none")  // com.example.news
        // README: end
        #expect(printed == ["News", "com.example.news"])
    }

    @Test("events are observed as notifications of Bolts, or as a sequence")
    func events() async throws {
        var counted: [String] = []
        func count(_ event: MeasurementEvent) { counted.append(event.name.rawValue) }
        let link = IncomingLink(try #require(LinkURL(Self.link)), entry: .inbound(sourceApplication: nil))
        // README: begin events
        let center = MeasurementCenter(notificationCenter: .default)
        let events = center.events()

        center.post(link.events)
        for await event in events {
            count(event)
            if event.name == .navigateIn { break }
        }
        // README: end
        #expect(counted == ["al_link_parse", "al_nav_in"])
    }

    @Test("the guide shows exactly these programs")
    func areShown() throws {
        let programs = try ReadmeProgram.all()
        let shown = try ReadmeProgram.shown(in: "Sources/AppLinks/AppLinks.docc/AppLinksInAnApp.md")
        for program in programs { #expect(shown.contains(program.text), "the guide has no such program, or another: \(program)") }
        #expect(shown.count == programs.count && programs.count == 10)
    }
}
